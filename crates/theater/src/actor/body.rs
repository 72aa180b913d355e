//! What only the thread that runs an actor touches: its instance, its state, its open requests.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use super::{Actor, Reply};
use crate::chain::{Hash, Link, Payload};
use crate::engine::{Lane, Limiter, Live, Response, Script, Stillborn};
use crate::error::TheaterError;
use crate::host::{Grants, Guest, Turn};
use crate::stage::Stage;

/// What only the thread that runs an actor touches.
pub(crate) struct Body {
    /// The end of the actor's chain.
    pub(crate) head: Link,
    /// Its instance, unless it is passive.
    pub(crate) live: Option<Box<Live>>,
    /// Its state, once it was read.
    pub(crate) state: Option<Option<Arc<[u8]>>>,
    /// Requests whose answer comes later.
    pub(crate) outstanding: HashMap<Arc<str>, Reply<Response>>,
    /// Whether the first instance is still to be made.
    pub(crate) unborn: bool,
    /// Whether the first call succeeded.
    pub(crate) began: bool,
}

impl Body {
    pub(crate) fn new(head: Link) -> Self {
        Self {
            head,
            live: None,
            state: None,
            outstanding: HashMap::new(),
            unborn: false,
            began: true,
        }
    }

    /// The state, read from the log if need be.
    pub(crate) fn state(
        &mut self,
        stage: &Stage,
        actor: &Actor,
    ) -> Result<Option<Arc<[u8]>>, TheaterError> {
        if let Some(state) = &self.state {
            return Ok(state.clone());
        }
        let state = stage.state_at(actor.face().state_at)?;
        self.state = Some(state.clone());
        Ok(state)
    }

    /// Makes sure that there is an instance; room for it was found before.
    pub(crate) async fn wake(
        &mut self,
        stage: &Arc<Stage>,
        actor: &Arc<Actor>,
        turn: &mut Turn,
    ) -> Result<(), Stillborn> {
        if self.live.is_some() {
            return Ok(());
        }
        let component = turn.change.component.unwrap_or(actor.face().component);
        let live = self.instance(stage, actor, component).await;
        let live = live.inspect_err(|_| stage.sleeps(actor))?;
        if !std::mem::take(&mut self.unborn) {
            turn.recorder.record(None, &Payload::Woken { component });
        }
        self.live = Some(Box::new(live));
        Ok(())
    }

    async fn instance(
        &mut self,
        stage: &Arc<Stage>,
        actor: &Arc<Actor>,
        component: Hash,
    ) -> Result<Live, Stillborn> {
        self.state(stage, actor)?;
        loop {
            match instance(stage, actor, component).await {
                // The system has no memory left, though the limit is not reached.
                Err(Stillborn::NoPlace) if stage.make_room() => {}
                other => return other,
            }
        }
    }

    /// Gives the instance up.
    pub(crate) fn sleep(&mut self, stage: &Stage, actor: &Actor) {
        self.live = None;
        stage.sleeps(actor);
    }
}

/// An instance of a component: from the pool, or from the system when the pool is full.
async fn instance(
    stage: &Arc<Stage>,
    actor: &Arc<Actor>,
    component: Hash,
) -> Result<Live, Stillborn> {
    let manifest = &actor.birth.manifest;
    let lane = if manifest.limits.fuel.is_some() { Lane::Metered } else { Lane::Pooled };
    let script = stage.script(component, manifest, lane)?;
    match bring_to_life(stage, actor, &script).await {
        Err(Stillborn::NoPlace) if script.lane == Lane::Pooled => {
            let script = stage.library.script(component, manifest, Lane::OnDemand);
            bring_to_life(stage, actor, &script?).await
        }
        other => other,
    }
}

async fn bring_to_life(
    stage: &Arc<Stage>,
    actor: &Arc<Actor>,
    script: &Arc<Script>,
) -> Result<Live, Stillborn> {
    let manifest = &actor.birth.manifest;
    let limits = &manifest.limits;
    let now = Instant::now();
    let permissions = stage.permissions(manifest, actor.birth.parent);
    let grants = Grants::new(manifest, &permissions).map_err(TheaterError::from)?;
    let guest = Guest {
        actor: actor.id(),
        grants: Arc::new(grants),
        limiter: Limiter::new(limits.memory),
        fuel: limits.fuel,
        deadline_ms: limits.deadline_ms,
        deadline: now,
        ticks: 0,
        stop: actor.stop.clone(),
        ended: None,
        spent: 0,
        most: limits.turn,
        turn: Box::default(),
    };
    Live::new(script, guest, &stage.clock).await
}
