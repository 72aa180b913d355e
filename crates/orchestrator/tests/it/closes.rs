//! Random closes: whatever stands in a worktree, in its index, in its submodules and in git's own
//! folders for it is there again after `undo_close`, byte for byte.
//!
//! `bench/orchestrator/closes` runs the same at length.

mod facts;
mod mess;

use std::fs;
use std::path::Path;

use serde_json::json;

use super::desk::{Desk, git, try_git};
use facts::Facts;
use mess::Random;

/// How many closes, from which seed: `CLOSES` and `CLOSES_SEED`, else a short sample.
#[expect(clippy::disallowed_methods, reason = "the campaign tells the test how long it is to run")]
fn wanted() -> (u64, u64) {
    let number = |name: &str, usual| {
        std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
    };
    (number("CLOSES", 16), number("CLOSES_SEED", 20_261_116))
}

/// What was closed, for the table at the end.
#[derive(Default)]
struct Counts {
    closes: u64,
    branch_deleted: u64,
    folder_lost: u64,
    collected: u64,
    acts: std::collections::BTreeMap<&'static str, u64>,
}

#[tokio::test(flavor = "multi_thread")]
async fn random_closes_lose_nothing_and_undo_brings_back_every_byte() {
    let (runs, seed) = wanted();
    let mut counts = Counts::default();
    let mut done = 0;
    while done < runs {
        let desk = Desk::open().await;
        for _ in 0..20.min(runs - done) {
            one_close(&desk, seed + done, &mut counts).await;
            done += 1;
        }
        desk.end().await;
    }
    println!("closes {}, undone {}, differences 0", counts.closes, counts.closes);
    println!("  branch deleted with it {}", counts.branch_deleted);
    println!("  folder lost before     {}", counts.folder_lost);
    println!("  collected meanwhile    {}", counts.collected);
    for (act, count) in &counts.acts {
        println!("  {act:<22} {count}");
    }
    assert_eq!(counts.closes, runs);
}

async fn one_close(desk: &Desk, seed: u64, counts: &mut Counts) {
    let mut random = Random::new(seed);
    let (id, tree) = desk.session(&format!("work/{seed}")).await;
    let repository = desk.path("api");
    for _ in 0..random.between(2, 14) {
        let act = mess::act(&tree, &mut random);
        *counts.acts.entry(act).or_default() += 1;
    }
    let lost = random.one_in(8);
    let before = Facts::of(&repository, &tree);
    if lost {
        fs::remove_dir_all(&tree).unwrap();
        counts.folder_lost += 1;
    }
    let delete = random.one_in(3);
    let gently = json!({ "session_id": id, "delete_branch": delete });
    let closed = match desk.call("close_session", gently).await {
        Ok(closed) => closed,
        Err(error) => {
            assert_eq!(error.code.as_ref(), "UNCOMMITTED_WORK", "seed {seed}: {error:?}");
            let refused = format!("seed {seed}: a refusal changes nothing");
            Facts::of(&repository, &tree).assert_same(&before, &refused);
            let firmly = json!({ "session_id": id, "delete_branch": delete, "force": true });
            desk.ok("close_session", firmly).await
        }
    };
    counts.closes += 1;
    counts.branch_deleted += u64::from(closed["branch_deleted"] == true);
    assert!(!tree.exists(), "seed {seed}: {closed}");
    if random.one_in(4) {
        collect(&repository);
        counts.collected += 1;
    }
    let back = desk.ok("undo_close", json!({ "session_id": id })).await;
    let when = format!("seed {seed}: {closed} {back}");
    if lost {
        let after = Facts::of_git(&repository, &tree);
        after.assert_same(&before.without_files(), &when);
        git(&tree, &["status", "--porcelain"]);
    } else {
        Facts::of(&repository, &tree).assert_same(&before, &when);
    }
}

/// The collector at its most eager.
fn collect(repository: &Path) {
    try_git(repository, &["worktree", "prune", "--expire=now"]);
    git(repository, &["-c", "gc.pruneExpire=now", "gc", "--quiet", "--prune=now"]);
}
