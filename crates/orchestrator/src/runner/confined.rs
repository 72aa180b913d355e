//! The wall for one run of a job: what its agent sees, its variables, and the words that build it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::Invocation;
use crate::Orchestrator;
use crate::config::AgentConfig;
use crate::error::Refusal;
use crate::jobs::Job;
use crate::process::files::{Confinement, Folder, private_folder};
use crate::process::gate_client;
use crate::process::{INSIDE, REMOTE, WORD};
use crate::projects::Project;
use crate::sandbox::repository::{self, Place};
use crate::sandbox::{HELPERS, PROXY_PORT, SOCKET, Wall, bring_back};
use crate::sessions::Session;

const USUAL_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

impl Orchestrator {
    /// The folder of a session that only the house sees.
    pub(crate) fn session_folder(&self, session: &str) -> PathBuf {
        self.config.folder.join("sessions").join(session)
    }

    /// Where the parts of a session's worktree are.
    pub(crate) fn place(&self, session: &Session, project: &Project) -> Result<Place, Refusal> {
        let folder = self.session_folder(&session.session_id);
        let about = (session.session_id.as_str(), session.branch.as_str());
        let around = (self.config.workspaces.as_path(), folder.as_path());
        Place::of(&project.path, &session.workspace_path, about, around)
    }

    /// Brings back what a session's agent committed.
    pub(crate) async fn bring_back(
        &self,
        session: &Session,
        project: &Project,
    ) -> Result<bring_back::BroughtBack, Refusal> {
        if !self.sandbox.is_on() {
            return Ok(bring_back::BroughtBack::default());
        }
        bring_back::bring_back(&self.place(session, project)?).await
    }

    /// Builds the wall around an agent.
    pub(super) async fn confine(
        &self,
        job: &Job,
        (session, project, agent): (&Session, &Project, &AgentConfig),
        folder: &Folder,
        invocation: &mut Invocation,
    ) -> Result<Confinement, Refusal> {
        self.sandbox.probe().await?;
        let place = self.place(session, project)?;
        private_folder(&place.folder).map_err(Refusal::file("make the folder", &place.folder))?;
        bring_back::bring_back(&place).await?;
        repository::make(&place).await?;
        let config = self.sandbox.config();
        let more = self.sandbox.more(&job.project_id);
        let own = |name: &str| -> Result<PathBuf, Refusal> {
            let path = place.folder.join(name);
            private_folder(&path).map_err(Refusal::file("make the folder", &path))?;
            Ok(path)
        };
        let mut wall = Wall::bare();
        wall.write_at(&own("tmp")?, Path::new("/tmp"))?;
        wall.write_at(&own("home")?, &config.home)?;
        wall.tools(&config.home, &more)?;
        wall.hide(&self.config.folder)?;
        for path in &config.hidden {
            wall.hide(path)?;
        }
        self.show_agent(&mut wall, agent, invocation)?;
        place.show(&mut wall)?;
        let socket = folder.path().join("house");
        wall.read_at(&socket, Path::new(SOCKET))?;
        wall.read_at(&self.helpers(&own("bin")?)?, Path::new(HELPERS))?;
        let program = self.config.program.to_string_lossy().into_owned();
        let launcher = [program, WORD.to_owned(), INSIDE.to_owned(), config.processes.to_string()];
        let words = wall.around(&session.workspace_path, &launcher)?;
        self.variables_inside(invocation);
        Ok(Confinement { program: config.program.clone(), words, socket, hosts: more.hosts })
    }

    /// Shows the programs of the agent and what it was prepared with.
    fn show_agent(
        &self,
        wall: &mut Wall,
        agent: &AgentConfig,
        invocation: &Invocation,
    ) -> Result<(), Refusal> {
        wall.read(&self.config.program)?;
        for path in &invocation.write {
            wall.write(path)?;
        }
        for path in &invocation.read {
            wall.read(path)?;
        }
        // Only what the owner configured: an instruction's words are not paths to be shown.
        for found in agent.command.iter().filter_map(|word| self.find_program(word)) {
            wall.read(&found)?;
            let real = fs::canonicalize(&found).map_err(Refusal::file("find", &found))?;
            if real != found {
                wall.read(&real)?;
            }
        }
        Ok(())
    }

    /// Where the agent's program is, if it is one that is not shown anyway.
    fn find_program(&self, word: &str) -> Option<PathBuf> {
        let path = Path::new(word);
        let own = |path: &Path| path == self.config.program || path.starts_with("/usr");
        if path.is_absolute() {
            return (path.is_file() && !own(path)).then(|| path.to_owned());
        }
        if word.contains('/') || word.starts_with('-') {
            return None;
        }
        let paths = self.sandbox.config().variables.get("PATH")?;
        let found = std::env::split_paths(paths).map(|it| it.join(word)).find(|it| it.is_file())?;
        (!own(&found)).then_some(found)
    }

    /// The remote helper as git looks for it.
    fn helpers(&self, folder: &Path) -> Result<PathBuf, Refusal> {
        let path = folder.join("git-remote-ensemble");
        let program = self.config.program.to_string_lossy().replace('\'', "'\\''");
        let script = format!("#!/bin/sh\nexec '{program}' {WORD} {REMOTE} \"$@\"\n");
        let failed = |source| Refusal::file("write", &path)(source);
        fs::write(&path, script).map_err(failed)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).map_err(failed)?;
        Ok(folder.to_owned())
    }

    fn variables_inside(&self, invocation: &mut Invocation) {
        let config = self.sandbox.config();
        let mut set: BTreeMap<String, String> = config.variables.clone();
        let path = set.get("PATH").map_or(USUAL_PATH, String::as_str);
        let path = format!("{HELPERS}:{path}");
        let proxy = format!("http://127.0.0.1:{PROXY_PORT}");
        for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"] {
            set.insert(name.to_owned(), proxy.clone());
        }
        for (name, value) in [
            ("PATH", path.as_str()),
            ("HOME", &config.home.to_string_lossy()),
            ("NODE_USE_ENV_PROXY", "1"),
            ("TMPDIR", "/tmp"),
            (gate_client::SOCKET, SOCKET),
        ] {
            set.insert(name.to_owned(), value.to_owned());
        }
        set.extend(std::mem::take(&mut invocation.set));
        set.remove(gate_client::TOKEN);
        set.insert(gate_client::SOCKET.to_owned(), SOCKET.to_owned());
        invocation.set = set;
    }
}
