//! Sentences made to be taken apart in as many ways as possible: each is read or handed back within
//! the time and memory that one sentence may take. The process has a memory cap while it does so.

use reasoner::english::read::Reading;
use reasoner::knowledge::Knowledge;

const CHAIN: &str = "every man who sees a dog that chases a cat that likes a mouse is happy";

/// A sentence for each way of growing, so many times over.
fn grown(times: usize) -> Vec<String> {
    let joined = |part: &str, by: &str| vec![part; times].join(by);
    vec![
        format!("{}.", joined(CHAIN, " and ")),
        format!("{}.", joined(CHAIN, " or ")),
        format!("Either {}.", joined(CHAIN, " or ")),
        format!("If {}, then Bob is happy.", joined("a man sees a dog", " and ")),
        format!("Bob sees {}.", joined("a dog that likes a cat", " and ")),
        format!("Bob sees {}.", joined("the dog in the garden", " with ")),
        format!("Bob is {} man.", joined("old happy", " ")),
        format!("{} is happy.", joined("the dog of the man", " of ")),
        format!("The man {} is happy.", joined("who sees the dog that", " likes the cat ")),
        format!("{} are happy.", joined("Bob, Ann", ", Carl and ")),
        format!("Not only {} is happy.", joined("Bob but also Ann", " and not only ")),
        format!("Bob says that {}.", joined("Ann knows that", " Bob thinks that ")),
        format!("{}, Bob runs.", joined("if Ann runs and Carl swims", ", ")),
        format!("{}.", joined("Bob is happy if and only if Ann is sad", " and ")),
        format!("Does {}?", joined(CHAIN, " and ")),
        joined("who which that whose", " "),
        joined("and or but", " "),
        joined("\"", " "),
        joined("((", "))"),
    ]
}

fn peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

/// Reads a text as a session would and says why it was handed back, if it was.
fn read(text: &str) -> Option<String> {
    let told = Knowledge::new().tell(text);
    told.into_iter().find_map(|one| match one.reading {
        Reading::Rejected(why) => Some(why.reason),
        Reading::Parsed(_) | Reading::Ambiguous(_) => None,
    })
}

fn read_all() {
    let nine = read(&format!("{}.", [CHAIN; 9].join(" and "))).unwrap_or_default();
    assert!(nine.contains("`sentence_words`") || nine.contains("`sentence_effort`"), "{nine}");
    for times in [2, 4, 7, 9, 12, 20, 40, 400] {
        for sentence in grown(times) {
            let reason = read(&sentence);
            if times == 400 && sentence.split(' ').count() > 400 {
                let reason = reason.unwrap_or_default();
                assert!(reason.contains("`sentence_words`"), "{reason}: {sentence:.60}");
            }
        }
    }
}

#[test]
fn no_sentence_takes_more_than_a_sentence_may() {
    let cap = rustix::process::Rlimit { current: Some(1 << 30), maximum: Some(1 << 30) };
    rustix::process::setrlimit(rustix::process::Resource::As, cap).unwrap();
    let before = peak_kib();
    // As deep as the threads of the server.
    let reading = std::thread::Builder::new().stack_size(64 << 20).spawn(read_all).unwrap();
    reading.join().unwrap();
    let taken = (peak_kib() - before) >> 10;
    assert!(taken < 256, "reading took {taken} MiB");
}
