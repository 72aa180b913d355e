//! A root of projects with a repository in it, and the program that serves it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::conversation::Conversation;
use crate::program::Home;

/// Nothing here takes this long; a test that waits longer has found a defect.
const PATIENCE: Duration = Duration::from_secs(120);

/// The scripted agent, with nothing to ask about but pushes and deployments.
pub(crate) const EASY: &str = "runner:\n  agent: scripted\n  grace_seconds: 2\n\
    approval:\n  require_for_shell: false\n  wait_seconds: 0\n";

pub(crate) struct Desk {
    pub(crate) home: Home,
}

#[expect(clippy::disallowed_methods, reason = "the test plays the person at the keyboard")]
pub(crate) fn git(folder: &Path, words: &[&str]) -> String {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=Test", "-c", "user.email=test@example.invalid"]);
    let output = command.args(words).current_dir(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "git {words:?}: {said}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

impl Desk {
    /// A root with the given `config.yaml` and one repository `api` with one commit.
    pub(crate) fn new(config: &str) -> Self {
        let desk = Self { home: Home::new() };
        desk.home.write("projects/.televibe/config.yaml", config);
        desk.home.write(".gitconfig", "[user]\nname = Agent\nemail = agent@example.invalid\n");
        desk.repository("api");
        desk
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.home.path("projects")
    }

    /// A repository with one commit and a bare remote `origin` beside the root.
    pub(crate) fn repository(&self, name: &str) -> PathBuf {
        let path = self.root().join(name);
        let remote = self.home.path(&format!("remotes/{name}.git"));
        fs::create_dir_all(&path).unwrap();
        fs::create_dir_all(&remote).unwrap();
        git(&remote, &["init", "--quiet", "--bare", "--initial-branch=main"]);
        git(&path, &["init", "--quiet", "--initial-branch=main"]);
        fs::write(path.join("README.md"), "hello\n").unwrap();
        git(&path, &["add", "--all"]);
        git(&path, &["commit", "--quiet", "--message", "first"]);
        git(&path, &["remote", "add", "origin", remote.to_str().unwrap()]);
        git(&path, &["push", "--quiet", "origin", "main"]);
        path
    }

    pub(crate) fn remote(&self, name: &str) -> PathBuf {
        self.home.path(&format!("remotes/{name}.git"))
    }

    pub(crate) fn command(&self) -> Command {
        let program = env!("CARGO_BIN_EXE_televibecode");
        self.home.command_of(program, &["serve", "--stdio", "--root", "projects"])
    }

    /// The program over standard input and output, spoken to as an MCP client does.
    pub(crate) fn talk(&self) -> Conversation {
        let mut talk = Conversation::with(self.command());
        talk.open("2025-06-18");
        talk
    }

    /// The same with the repository registered and a session on the branch `work`.
    pub(crate) fn session(&self) -> Conversation {
        let mut talk = self.talk();
        let path = self.root().join("api");
        call(&mut talk, "register_project", &json!({ "path": path }));
        call(&mut talk, "create_session", &json!({ "project_id": "api", "branch": "work" }));
        talk
    }

    pub(crate) fn worktree(&self) -> PathBuf {
        let root = fs::canonicalize(self.root()).unwrap();
        root.join(".televibe/workspaces/api/S1/work")
    }
}

fn asked(talk: &mut Conversation, tool: &str, arguments: &Value) -> Value {
    talk.request("tools/call", &json!({ "name": tool, "arguments": arguments }))["result"].clone()
}

/// What a tool that must succeed answered.
pub(crate) fn call(talk: &mut Conversation, tool: &str, arguments: &Value) -> Value {
    let result = asked(talk, tool, arguments);
    assert_ne!(result["isError"], true, "{tool}: {result}");
    result["structuredContent"].clone()
}

/// The code of the error a tool must answer with; every error says what to do next.
pub(crate) fn refused(talk: &mut Conversation, tool: &str, arguments: &Value) -> String {
    let result = asked(talk, tool, arguments);
    assert_eq!(result["isError"], true, "{tool}: {result}");
    let error = &result["_meta"]["ensemble/error"];
    assert!(error["hint"].as_str().is_some_and(|hint| !hint.is_empty()), "{result}");
    error["code"].as_str().unwrap().to_owned()
}

/// Queues an instruction for the session `S1`.
pub(crate) fn run(talk: &mut Conversation, instruction: &str) -> String {
    let arguments = json!({ "session_id": "S1", "instruction": instruction });
    let answer = call(talk, "run_instruction", &arguments);
    assert_eq!(answer["job"]["status"], "queued");
    answer["job"]["job_id"].as_str().unwrap().to_owned()
}

/// The job once its status is one of these.
pub(crate) fn wait(talk: &mut Conversation, job: &str, statuses: &[&str]) -> Value {
    let begun = Instant::now();
    loop {
        let found = call(talk, "get_job", &json!({ "job_id": job }));
        let status = found["job"]["status"].as_str().unwrap();
        if statuses.contains(&status) {
            return found["job"].clone();
        }
        assert!(begun.elapsed() < PATIENCE, "still {status}: {found}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The job once it ended.
pub(crate) fn ended(talk: &mut Conversation, job: &str) -> Value {
    wait(talk, job, &["done", "failed", "canceled"])
}

/// Waits until something is so.
pub(crate) fn until(what: &str, mut so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !so() {
        assert!(begun.elapsed() < PATIENCE, "{what} did not come about");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// How many processes carry the mark of a job.
pub(crate) fn marked(job: &str) -> usize {
    let entry = format!("TELEVIBE_JOB_ID={job}");
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let alive = |path: &Path| {
        let stat = fs::read_to_string(path.join("stat")).unwrap_or_default();
        !stat.rsplit(") ").next().unwrap_or_default().starts_with('Z')
    };
    processes
        .map(|entry| entry.path())
        .filter(|path| {
            let variables = fs::read(path.join("environ")).unwrap_or_default();
            variables.split(|byte| *byte == 0).any(|found| found == entry.as_bytes()) && alive(path)
        })
        .count()
}

#[expect(clippy::disallowed_methods, reason = "the test plays a crash")]
pub(crate) fn signal(pid: i64, signal: &str) {
    assert!(Command::new("kill").args([signal, &pid.to_string()]).status().unwrap().success());
}

impl Desk {
    /// What the hook of a job says when it is asked with these variables.
    pub(crate) fn hook(&self, variables: &[(&str, &str)], call: &Value) -> Value {
        use std::io::Write;
        use std::process::Stdio;
        let mut command = self.home.command(&["job-process", "hook"]);
        command.envs(variables.iter().copied()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(call.to_string().as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    }
}
