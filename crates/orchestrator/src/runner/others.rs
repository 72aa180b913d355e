//! The agent that ships with us, any agent that speaks the Agent Client Protocol, and any command.

use super::{Invocation, Launch, Runner};
use crate::error::Refusal;
use crate::process::outcome::Dialect;
use crate::process::{ACP, SCRIPTED, WORD};

/// The agent that follows its instruction line by line.
pub(super) struct Scripted;

impl Runner for Scripted {
    fn prepare(&self, launch: &Launch<'_>) -> Result<Invocation, Refusal> {
        let program = launch.config.program.to_string_lossy().into_owned();
        let state = launch.state.join("scripted.json").to_string_lossy().into_owned();
        let words = [
            program.as_str(),
            WORD,
            SCRIPTED,
            "--program",
            &program,
            "--session",
            &launch.job.agent_session,
            "--state",
            &state,
            "--instruction",
            &launch.job.instruction,
        ];
        let words = words.map(str::to_owned).to_vec();
        Ok(Invocation::new(words, Dialect::StreamJson))
    }

    fn can_resume(&self) -> bool {
        true
    }
}

/// Any agent that speaks the Agent Client Protocol, driven by a process of ours.
pub(super) struct Acp;

impl Runner for Acp {
    fn prepare(&self, launch: &Launch<'_>) -> Result<Invocation, Refusal> {
        let command = launch.command()?;
        let program = launch.config.program.to_string_lossy().into_owned();
        let state = launch.state.join("acp.json").to_string_lossy().into_owned();
        let instruction = launch.job.instruction.as_str();
        let name = format!("{}.json", launch.job.agent_session);
        let conversation = launch.conversations()?.join(name).to_string_lossy().into_owned();
        let recap = launch.recap.unwrap_or_default();
        let asked = ["--instruction", instruction, "--recap", recap];
        let kept = ["--state", state.as_str(), "--conversation", conversation.as_str(), "--"];
        let own = [program.as_str(), WORD, ACP].into_iter().chain(asked).chain(kept);
        let words = own.map(str::to_owned).chain(command.iter().cloned()).collect();
        let made = Invocation::new(words, Dialect::StreamJson);
        Ok(Invocation { write: vec![launch.conversations()?], ..made })
    }

    fn can_resume(&self) -> bool {
        true
    }

    fn remembers(&self) -> bool {
        true
    }
}

/// Any command, the instruction as its last word; it has no gate of its own.
pub(super) struct AnyCommand;

impl Runner for AnyCommand {
    fn prepare(&self, launch: &Launch<'_>) -> Result<Invocation, Refusal> {
        let mut words = launch.command()?.to_vec();
        words.push(launch.told());
        Ok(Invocation::new(words, Dialect::Plain))
    }
}
