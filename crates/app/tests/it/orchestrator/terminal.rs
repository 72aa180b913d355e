//! Approving from the terminal.

use std::io::Write;
use std::process::Stdio;

use serde_json::json;

use super::desk::{Desk, EASY, call, ended, run, wait};

fn answer(desk: &Desk, letters: &str) -> String {
    let mut command = desk.home.command(&["approvals", "--root", "projects"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(letters.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_person_sees_the_exact_command_and_only_a_clear_yes_allows_it() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(&mut talk, "run git push -q origin work\nsay pushed");
    wait(&mut talk, &job, &["waiting_approval"]);
    for unclear in ["", "\n", "maybe\n", "s\n", "q\n"] {
        let said = answer(&desk, unclear);
        assert!(said.contains("create refs/heads/work "), "{said}");
        let still = call(&mut talk, "get_job", &json!({ "job_id": job }));
        assert_eq!(still["job"]["status"], "waiting_approval");
    }
    let said = answer(&desk, "y\n");
    assert!(said.contains("resuming execution"), "{said}");
    assert_eq!(ended(&mut talk, &job)["status"], "done");
    assert_eq!(answer(&desk, ""), "nothing waits for you\n");
    let listed = desk.home.run(&["jobs", "--root", "projects"]);
    assert!(listed.stdout.contains(&job) && listed.stdout.contains("done"), "{}", listed.stdout);
    let second = run(&mut talk, "run git push -q origin work:other");
    wait(&mut talk, &second, &["waiting_approval"]);
    answer(&desk, "n\n");
    assert_eq!(ended(&mut talk, &second)["status"], "canceled");
}

#[test]
fn nothing_a_job_says_repaints_the_terminal_and_a_misspelt_root_makes_nothing() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(&mut talk, "say red \u{1b}[31m, turned \u{202e}round\u{200b}");
    ended(&mut talk, &job);
    let listed = desk.home.run(&["jobs", "--root", "projects"]);
    let unseen = ['\u{1b}', '\u{202e}', '\u{200b}'];
    assert!(listed.stdout.contains("red \\u{1b}[31m") && !listed.stdout.contains(unseen));
    for words in [
        ["jobs", "--root", "projcets"].as_slice(),
        ["approvals", "--list", "--root", "projcets"].as_slice(),
    ] {
        let ran = desk.home.run(words);
        assert_eq!(ran.code, 6, "{}", ran.stderr);
    }
    let program = env!("CARGO_BIN_EXE_televibecode");
    let mut serve = desk.home.command_of(program, &["serve", "--stdio", "--root", "projcets"]);
    let ended = serve.stdin(Stdio::null()).output().unwrap();
    assert_eq!(ended.status.code(), Some(6), "{}", String::from_utf8_lossy(&ended.stderr));
    assert!(!desk.home.path("projcets").exists());
}

#[test]
fn the_code_of_an_error_is_in_what_programs_read() {
    let desk = Desk::new(EASY);
    let talk = desk.session();
    let asked =
        ["call", "get_job", "{\"job_id\":\"none\"}", "--json", "--data", "projects/.televibe"];
    let running = desk.home.run(&asked);
    assert!(running.stdout.contains("\"code\":\"JOB_NOT_FOUND\""), "{}", running.stdout);
    assert_eq!(talk.end(), 0);
    let alone = desk.home.run(&asked);
    assert!(alone.stdout.contains("\"code\":\"JOB_NOT_FOUND\""), "{}", alone.stdout);
}
