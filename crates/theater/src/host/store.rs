//! `theater:simple/store`: content named by its hash, and labels that point to it.

use serde::{Deserialize, Serialize};
use wasmtime::StoreContextMut;
use wasmtime::component::{ComponentType, Lift, Linker, Lower};

use super::Guest;
use crate::ActorId;
use crate::chain::Blob;
use crate::content::Shelf;

type Cx<'a> = StoreContextMut<'a, Guest>;
type Answer<T> = wasmtime::Result<(Result<T, String>,)>;

#[derive(ComponentType, Lift, Lower, Serialize, Deserialize, Clone)]
#[component(record)]
struct ContentRef {
    hash: String,
}

/// Answers a call about the store `id`.
fn at<T: Serialize + serde::de::DeserializeOwned>(
    mut cx: Cx<'_>,
    function: &'static str,
    (id, input): (&str, impl Serialize),
    run: impl FnOnce(&Shelf) -> Result<T, String>,
) -> Answer<T> {
    let answer = cx.data_mut().answer(function, &(id, input), |guest| {
        let stage = guest.turn.stage().ok_or("no theater")?;
        run(&stage.sources.content.store(id)?)
    });
    Ok((answer?,))
}

pub(super) fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    let mut host = linker.instance("theater:simple/store")?;
    host.func_wrap("new", |mut cx: Cx<'_>, ()| {
        let made = cx.data_mut().answer("theater:simple/store/new", &(), |_| {
            ActorId::random().map(|id| id.to_string()).map_err(|error| error.to_string())
        })?;
        Ok((made,))
    })?;
    host.func_wrap("store", |cx: Cx<'_>, (id, content): (String, Vec<u8>)| {
        let blob = Blob::from(content);
        at(cx, "theater:simple/store/store", (&id, &blob), |shelf| put(shelf, &blob))
    })?;
    host.func_wrap("get", |cx: Cx<'_>, (id, content): (String, ContentRef)| {
        let (got,) = at(cx, "theater:simple/store/get", (&id, &content), |shelf| {
            shelf.get(&content.hash).map(Blob::from)
        })?;
        Ok((got.map(|blob| blob.0),))
    })?;
    host.func_wrap("exists", |cx: Cx<'_>, (id, content): (String, ContentRef)| {
        let run = |shelf: &Shelf| shelf.exists(&content.hash);
        at(cx, "theater:simple/store/exists", (&id, &content), run)
    })?;
    labels(&mut host)?;
    host.func_wrap("list-labels", |cx: Cx<'_>, (id,): (String,)| {
        at(cx, "theater:simple/store/list-labels", (&id, ()), Shelf::labels)
    })?;
    host.func_wrap("list-all-content", |cx: Cx<'_>, (id,): (String,)| {
        at(cx, "theater:simple/store/list-all-content", (&id, ()), |shelf| {
            let hashes = shelf.contents()?;
            Ok(hashes.into_iter().map(|hash| ContentRef { hash }).collect::<Vec<_>>())
        })
    })?;
    host.func_wrap("calculate-total-size", |cx: Cx<'_>, (id,): (String,)| {
        at(cx, "theater:simple/store/calculate-total-size", (&id, ()), Shelf::size)
    })
}

fn put(shelf: &Shelf, blob: &Blob) -> Result<ContentRef, String> {
    Ok(ContentRef { hash: shelf.put(&blob.0)? })
}

fn put_at(shelf: &Shelf, label: &str, blob: &Blob) -> Result<ContentRef, String> {
    let content = put(shelf, blob)?;
    shelf.label(label, &content.hash)?;
    Ok(content)
}

type Host<'a> = wasmtime::component::LinkerInstance<'a, Guest>;

fn labels(host: &mut Host<'_>) -> wasmtime::Result<()> {
    type Labelled = (String, String, ContentRef);
    type Content = (String, String, Vec<u8>);
    host.func_wrap("label", |cx: Cx<'_>, (id, label, content): Labelled| {
        let run = |shelf: &Shelf| shelf.label(&label, &content.hash);
        at(cx, "theater:simple/store/label", (&id, (&label, &content)), run)
    })?;
    host.func_wrap("replace-at-label", |cx: Cx<'_>, (id, label, content): Labelled| {
        let run = |shelf: &Shelf| shelf.label(&label, &content.hash);
        at(cx, "theater:simple/store/replace-at-label", (&id, (&label, &content)), run)
    })?;
    host.func_wrap("remove-from-label", |cx: Cx<'_>, (id, label, content): Labelled| {
        let run = |shelf: &Shelf| match shelf.labelled(&label)? {
            Some(hash) if hash == content.hash => shelf.unlabel(&label),
            _ => Err(format!("label `{label}` does not point to `{}`", content.hash)),
        };
        at(cx, "theater:simple/store/remove-from-label", (&id, (&label, &content)), run)
    })?;
    host.func_wrap("get-by-label", |cx: Cx<'_>, (id, label): (String, String)| {
        let run = |shelf: &Shelf| Ok(shelf.labelled(&label)?.map(|hash| ContentRef { hash }));
        at(cx, "theater:simple/store/get-by-label", (&id, &label), run)
    })?;
    host.func_wrap("remove-label", |cx: Cx<'_>, (id, label): (String, String)| {
        at(cx, "theater:simple/store/remove-label", (&id, &label), |shelf| shelf.unlabel(&label))
    })?;
    host.func_wrap("store-at-label", |cx: Cx<'_>, (id, label, content): Content| {
        let blob = Blob::from(content);
        let run = |shelf: &Shelf| put_at(shelf, &label, &blob);
        at(cx, "theater:simple/store/store-at-label", (&id, (&label, &blob)), run)
    })?;
    host.func_wrap("replace-content-at-label", |cx: Cx<'_>, (id, label, content): Content| {
        let blob = Blob::from(content);
        let run = |shelf: &Shelf| put_at(shelf, &label, &blob);
        at(cx, "theater:simple/store/replace-content-at-label", (&id, (&label, &blob)), run)
    })
}
