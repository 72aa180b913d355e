//! An orchestrator in a temporary folder, with a repository that has a submodule.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use kernel::{Call, Principal, Service, ToolError};
use orchestrator::{Config, MIGRATIONS, Orchestrator};
use serde_json::{Value, json};
use store::{Durability, Store, StoreConfig};
use tempfile::TempDir;

/// An orchestrator and its tools; nothing is taken from the queue.
pub(crate) struct Desk {
    pub(crate) service: Service,
    orchestrator: Arc<Orchestrator>,
    store: Store,
    folder: TempDir,
}

/// What git printed; it must succeed.
pub(crate) fn git(folder: &Path, words: &[&str]) -> String {
    let (code, text) = try_git(folder, words);
    assert_eq!(code, 0, "git {words:?} in {}: {text}", folder.display());
    text
}

/// The exit code of git and what it printed.
#[expect(clippy::disallowed_methods, reason = "the test plays the person at the keyboard")]
pub(crate) fn try_git(folder: &Path, words: &[&str]) -> (i32, String) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=Test", "-c", "user.email=test@example.invalid"]);
    command.args(["-c", "protocol.file.allow=always", "-c", "core.fsync=none"]);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_EDITOR", "true");
    let output = command.args(words).current_dir(folder).output().unwrap();
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        text.push_str(&String::from_utf8_lossy(&output.stderr));
    }
    (output.status.code().unwrap_or(-1), text.trim_end().to_owned())
}

impl Desk {
    /// A desk with the project `api`: a few files, a folder, what to ignore, and the submodule `sub`.
    pub(crate) async fn open() -> Self {
        let folder = TempDir::new().unwrap();
        let path = fs::canonicalize(folder.path()).unwrap();
        repository(&path.join("sub"), &[("lib.txt", "one\ntwo\n"), ("deep/x.txt", "x\n")]);
        let files = [
            ("README.md", "hello\n"),
            ("src/a.txt", "a\nb\nc\n"),
            ("src/b.txt", "b\n"),
            (".gitignore", "*.local\nbuild/\n"),
        ];
        repository(&path.join("api"), &files);
        git(&path.join("api"), &["submodule", "--quiet", "add", "../sub", "sub"]);
        git(&path.join("api"), &["commit", "--quiet", "--message", "a submodule"]);
        let desk = Self::of(folder);
        desk.ok("register_project", json!({ "path": path.join("api") })).await;
        desk
    }

    fn of(folder: TempDir) -> Self {
        let path = fs::canonicalize(folder.path()).unwrap();
        let mut store = StoreConfig::new(path.join("test.db"));
        store.migrations = vec![MIGRATIONS];
        let store = Store::open(store).unwrap();
        let config = Config::new(path.join("house"), "/nonexistent/program");
        let orchestrator = Orchestrator::new(store.clone(), config, &path).unwrap();
        let service = orchestrator::service(&orchestrator).unwrap();
        service.verify().unwrap();
        Self { service, orchestrator, store, folder }
    }

    /// The same desk after the process ended while a session was in this state.
    pub(crate) async fn after_a_crash(self, session: &str, state: &'static str) -> Self {
        let id = session.to_owned();
        let left = self.store.write(Durability::Full, move |tx| {
            let sql = "UPDATE orchestrator_session SET state = $1 WHERE session_id = $2";
            tx.execute(sql, store::sql::params![state, id])
        });
        assert_eq!(left.await.unwrap(), 1);
        let Self { service, orchestrator, store, folder } = self;
        orchestrator.stop().await;
        store.close().await;
        drop((service, orchestrator, store));
        let desk = Self::of(folder);
        desk.orchestrator.start().await.unwrap();
        desk
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        fs::canonicalize(self.folder.path()).unwrap().join(name)
    }

    pub(crate) async fn call(&self, tool: &str, input: Value) -> Result<Value, ToolError> {
        let input = input.as_object().unwrap().clone();
        self.service.tools.call(tool, Call::new(Principal::local()), input).await
    }

    /// What a tool that must succeed answered.
    pub(crate) async fn ok(&self, tool: &str, input: Value) -> Value {
        let shown = input.to_string();
        self.call(tool, input).await.unwrap_or_else(|error| panic!("{tool} {shown}: {error:?}"))
    }

    /// A new session on `branch`: its id and its worktree.
    pub(crate) async fn session(&self, branch: &str) -> (String, PathBuf) {
        let input = json!({ "project_id": "api", "branch": branch });
        let session = self.ok("create_session", input).await["session"].clone();
        let path = session["workspace_path"].as_str().unwrap();
        (session["session_id"].as_str().unwrap().to_owned(), PathBuf::from(path))
    }

    pub(crate) async fn end(self) {
        self.orchestrator.stop().await;
        self.store.close().await;
    }
}

fn repository(path: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let file = path.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    git(path, &["init", "--quiet", "--initial-branch=main"]);
    git(path, &["add", "--all"]);
    git(path, &["commit", "--quiet", "--message", "first"]);
}
