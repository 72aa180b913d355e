//! `theater:simple/environment`: the variables that the house hands to actors, as far as an actor's
//! manifest and permissions let it see them.

use wasmtime::StoreContextMut;
use wasmtime::component::Linker;

use super::Guest;

type Cx<'a> = StoreContextMut<'a, Guest>;

pub(super) fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    let mut host = linker.instance("theater:simple/environment")?;
    host.func_wrap("get-var", |mut cx: Cx<'_>, (name,): (String,)| {
        let function = "theater:simple/environment/get-var";
        Ok((cx.data_mut().answer(function, &name, |guest| variable(guest, &name))?,))
    })?;
    host.func_wrap("exists", |mut cx: Cx<'_>, (name,): (String,)| {
        let function = "theater:simple/environment/exists";
        Ok((cx.data_mut().answer(function, &name, |guest| variable(guest, &name).is_some())?,))
    })?;
    host.func_wrap("list-vars", |mut cx: Cx<'_>, ()| {
        let function = "theater:simple/environment/list-vars";
        Ok((cx.data_mut().answer(function, &(), all)?,))
    })
}

fn may_see(guest: &Guest, name: &str) -> bool {
    let settings = &guest.grants.environment;
    let listed = |list: &Option<Vec<String>>| {
        list.as_ref().is_some_and(|list| list.iter().any(|known| known == name))
    };
    let prefixes = settings.allowed_prefixes.as_ref();
    let prefixed = prefixes.is_some_and(|all| all.iter().any(|prefix| name.starts_with(prefix)));
    let unrestricted = settings.allowed_vars.is_none() && prefixes.is_none();
    !listed(&settings.denied_vars) && (unrestricted || listed(&settings.allowed_vars) || prefixed)
}

fn variable(guest: &mut Guest, name: &str) -> Option<String> {
    let stage = guest.turn.stage()?;
    stage.config.environment.get(name).filter(|_| may_see(guest, name)).cloned()
}

fn all(guest: &mut Guest) -> Vec<(String, String)> {
    let Some(stage) = guest.turn.stage() else { return Vec::new() };
    if !guest.grants.environment.allow_list_all {
        return Vec::new();
    }
    let all = stage.config.environment.iter().filter(|(name, _)| may_see(guest, name));
    all.map(|(name, value)| (name.clone(), value.clone())).collect()
}
