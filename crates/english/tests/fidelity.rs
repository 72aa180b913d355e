//! Lies that a rewriting could tell: none passes; what says the same in other words does.

use english::fidelity::check;

const ORIGINALS: &[&str] = &[
    "Every manager approves an order in Paris.",
    "Ann gives Bob 12 apples.",
    "No visitor may enter the lab without a badge.",
    "If a customer returns 3 products, the shop must refund the customer.",
    "Some teachers like Mary.",
    "The server is not in room 7.",
    "Only members can vote on Monday.",
    "Kim was ill and Lee is well.",
    "All tickets that cost more than 50 dollars are expensive.",
    "Tom lives in Rome unless Eva lives in Oslo.",
    "A guest must not open the window at night.",
    "Sara sold the house to Peter for 900 dollars.",
    "Each student who passes the exam gets a certificate from the school.",
    "The red car is faster than the blue truck.",
    "Most nurses work at night.",
    "Either Ann or Bob pays the bill.",
    "The contract ends on 3 May when the tenant leaves the flat.",
    "Nobody trusts the old king of Narnia.",
];

const OTHERS: &[(&str, &str)] = &[
    ("every", "some"),
    ("each", "no"),
    ("all", "some"),
    ("some", "all"),
    ("most", "all"),
    ("only", "all"),
    ("no", "every"),
    ("nobody", "everybody"),
    ("not", "also"),
    ("may", "must"),
    ("must", "may"),
    ("can", "must"),
    ("if", "unless"),
    ("unless", "if"),
    ("or", "and"),
    ("either", "both"),
    ("was", "is"),
    ("is", "was"),
    ("in", "on"),
    ("to", "from"),
    ("for", "without"),
    ("more", "less"),
    ("without", "with"),
    ("who", "nobody"),
    ("and", "or"),
];

fn joined(words: &[String]) -> String {
    format!("{}.", words.join(" "))
}

/// Every lie that changes one thing of a sentence.
fn lies(original: &str) -> Vec<String> {
    let words: Vec<String> = original.trim_end_matches('.').split(' ').map(str::to_owned).collect();
    let said = |word: &String| {
        let free = ["The", "A", "that", "when", "were"].contains(&word.as_str());
        !free && (word.trim_end_matches(',').len() > 3 || word.starts_with(char::is_uppercase))
    };
    let mut found = vec![
        "Every manager is rich.".to_owned(),
        format!("It is not true that {}", original),
        original.replace('.', " and is rich."),
        original.replace('.', " in secret."),
        format!("Perhaps the king knows. {original}"),
    ];
    for at in 0..words.len() {
        let mut changed = words.clone();
        changed.insert(at + 1, "not".to_owned());
        found.push(joined(&changed));
        let plain = words[at].trim_end_matches(',').to_lowercase();
        if let Some((_, other)) = OTHERS.iter().find(|(word, _)| *word == plain) {
            let mut changed = words.clone();
            changed[at] = (*other).to_owned();
            found.push(joined(&changed));
        }
        if let Ok(number) = plain.parse::<u32>() {
            let mut changed = words.clone();
            changed[at] = (number + 1).to_string();
            found.push(joined(&changed));
        }
        if said(&words[at]) {
            for other in ["zebra", "Zoltan"] {
                let mut changed = words.clone();
                changed[at] = other.to_owned();
                found.push(joined(&changed));
            }
            let mut changed = words.clone();
            changed.remove(at);
            found.push(joined(&changed));
            for with in at + 1..words.len() {
                if said(&words[with]) && words[with].to_lowercase() != plain {
                    let mut changed = words.clone();
                    changed.swap(at, with);
                    found.push(joined(&changed));
                }
            }
        }
    }
    found
}

#[test]
fn five_hundred_lies_are_told_and_none_passes() {
    let mut told = 0;
    for original in ORIGINALS {
        assert_eq!(check(original, original), Ok(()), "{original}");
        for lie in lies(original) {
            told += 1;
            assert!(check(original, &lie).is_err(), "{original}\n{lie}");
        }
    }
    assert!(told >= 500, "only {told} lies");
    println!("{told} lies, 0 accepted");
}

#[test]
fn the_findings_own_lie_and_a_flipped_denial_are_refused() {
    let intern = "The intern, having grumbled at length, was shown the door.";
    assert!(check(intern, "Every manager is rich.").is_err());
    assert!(check("Ann does not like Bob.", "Ann likes Bob.").is_err());
    assert!(check("Ann hit Bob.", "Bob hit Ann.").is_err());
}

#[test]
fn other_words_for_the_same_pass() {
    for (original, rewritten) in [
        ("However, Bob sleeps.", "Bob sleeps."),
        ("Ann, who is a lawyer, sings.", "Ann is a lawyer. Ann sings."),
        ("Provided that Ann pays, Bob is happy.", "If Ann pays, Bob is happy."),
        ("Ann doesn't own any cars.", "Ann does not own any car."),
        (
            "The intern grumbled and was shown the door.",
            "The intern grumbled. The intern was shown the door.",
        ),
    ] {
        assert_eq!(check(original, rewritten), Ok(()), "{original} / {rewritten}");
    }
}
