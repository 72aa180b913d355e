//! How people ask: the words that only ask are no part of what is asked for.

use avatar::Profile;
use avatar::answer::Refusal;

use crate::study::Study;

const PARISH: &str = "The parish of Ashwick had 412 sheep and nine mills in 1783. The ferry crossed the river \
four times a day. The tower of the church rose to 38 metres. Repairs of the bridge took three years and \
cost 900 crowns. The bell weighed two tons and was cast in Lyon. From the mill to the market it was eleven \
miles. The oldest woman of the parish, Ann Carter, died at 97.\n";

fn of(text: &str) -> Study {
    let study = Study::new();
    study.add("parish.txt", text.as_bytes());
    study
}

#[test]
fn what_asks_for_an_amount_need_not_stand_in_the_answer() {
    let study = of(PARISH);
    for (question, answer) in [
        ("How many sheep did the parish of Ashwick have?", "412"),
        ("How many mills were there in Ashwick?", "nine"),
        ("How often did the ferry cross the river?", "four times"),
        ("How tall was the tower of the church?", "38"),
        ("How high did the tower of the church rise?", "38"),
        ("How long did the repairs of the bridge take?", "three years"),
        ("How much did the repairs of the bridge cost?", "900"),
        ("How heavy was the bell that was cast in Lyon?", "two tons"),
        ("How far was it from the mill to the market?", "eleven"),
        ("How old was Ann Carter when she died?", "97"),
        ("In what year did the parish have 412 sheep?", "1783"),
    ] {
        let given = study.ask(question);
        let best = given.quotes.first().map_or("", |quote| quote.text.as_str());
        assert!(best.contains(answer), "{question}: {}", given.text);
    }
}

#[test]
fn a_refusal_does_not_complain_of_words_that_only_ask() {
    let study = of(PARISH);
    for question in ["How many zeppelins landed there?", "How tall is the lighthouse of Dover?"] {
        let refused = study.ask(question);
        assert_eq!(refused.refusal, Some(Refusal::NotCovered), "{}", refused.text);
        assert!(!refused.text.contains("“many”") && !refused.text.contains("“tall”"));
        assert!(refused.text.contains("“zeppelins”") || refused.text.contains("“lighthouse”"));
    }
}

const TREATISE: &str = "# Of kings\n\nThe emperor was born in Ajaccio in 1769. He had many children, and the colour of \
his coat was grey. His favourite horse was called Marengo. The name of his first wife was Joséphine. They lived \
in Paris, in a house near the river. His mother was proud of him.\n\n# Of trade\n\n“I was born in Kent,” said the \
miller of whom this chapter tells. Merchants of every nation met at the fair of Beaucaire. The price of wheat was \
noted each week by the clerk of the market.\n";

#[test]
fn a_book_is_not_asked_about_itself() {
    let study = of(TREATISE);
    for question in [
        "When were you born?",
        "What is your favourite colour?",
        "How many children do you have?",
        "Where do you live?",
        "Where did you live?",
        "Are you proud of your mother?",
        "What was the name of your first wife?",
        "How old are you?",
    ] {
        let given = study.ask(question);
        assert_eq!(given.refusal, Some(Refusal::NotCovered), "{question}: {}", given.text);
    }
    for (question, answer) in [
        ("When was the emperor born?", "1769"),
        ("Could you tell me where the merchants of every nation met?", "Beaucaire"),
        ("What do you say about the price of wheat?", "clerk"),
    ] {
        let given = study.ask(question);
        assert!(given.text.contains(answer), "{question}: {}", given.text);
    }
}

#[test]
fn an_avatar_says_of_itself_what_its_profile_says() {
    let mut profile = Profile::new("treatise", "The Treatise", "A book of kings and trade");
    profile.expertise = vec!["kings".to_owned(), "trade".to_owned()];
    let study = Study::of(&profile);
    study.add("treatise.md", TREATISE.as_bytes());
    for (question, said) in [
        ("Who are you?", "The Treatise: A book of kings and trade"),
        ("What is your name?", "not a person"),
        ("Hello!", "kings, trade"),
        ("Good morning", "kings, trade"),
        ("Thank you very much", "welcome"),
    ] {
        let given = study.ask(question);
        assert!(given.refusal.is_none() && given.quotes.is_empty(), "{question}: {}", given.text);
        assert!(given.text.contains(said), "{question}: {}", given.text);
    }
}

#[test]
fn somebody_who_wrote_of_a_life_is_asked_about_it() {
    let profile = Profile::new("ann", "Ann Carter", "Letters of a teacher");
    let study = Study::of(&profile);
    study.add(
        "letters.txt",
        b"My name is Ann Carter, and I teach the children of the valley to read. I was born in Graz in 1912. \
The emperor was born in Ajaccio in 1769. My favourite colour is the green of young larches. We live in a house \
by the mill. I have three children. The queen had nine children.\n",
    );
    for (question, answer) in [
        ("When were you born?", "1912"),
        ("What is your favourite colour?", "green"),
        ("Who are you?", "Ann Carter"),
        ("What is your name?", "Ann Carter"),
        ("How many children do you have?", "three"),
        ("Where do you live?", "by the mill"),
    ] {
        let given = study.ask(question);
        let best = given.quotes.first().map_or("", |quote| quote.text.as_str());
        assert!(best.contains(answer), "{question}: {}", given.text);
    }
    assert!(study.ask("What is your favourite opera?").refusal.is_some());
}

#[test]
fn somebody_says_who_speaks_and_what_things_are_called() {
    for (text, name) in [
        ("I am Tomas Reid, and I build violins. I live in Leith. It rains there.", "Tomas Reid"),
        ("I live in Leith. My name is Tomas, and I build violins. It rains.", "Tomas"),
    ] {
        let study = of(text);
        for question in ["Who are you?", "What is your name?"] {
            let given = study.ask(question);
            let best = given.quotes.first().map_or("", |quote| quote.text.as_str());
            assert!(best.contains(name), "{question}: {}", given.text);
        }
    }
    let rest = "I keep bees behind the house. The dog of the neighbour barks at night. I teach children to read.";
    for cat in ["My cat is called Mog.", "In the evening my cat Mog sleeps on the bench."] {
        let study = of(&format!("{rest} {cat} In winter it snows for weeks."));
        for question in ["What is the name of your cat?", "What is your cat called?"] {
            let given = study.ask(question);
            let best = given.quotes.first().map_or("", |quote| quote.text.as_str());
            assert_eq!(best, cat, "{question}: {}", given.text);
        }
        assert!(study.ask("What is the name of your horse?").refusal.is_some());
    }
}

#[test]
fn what_is_asked_of_somebody_never_mentioned_is_not_known() {
    let study = of(PARISH);
    for (question, name) in [
        ("How many sheep did the parish of Zorbath have?", "“Zorbath”"),
        ("When did Beeblebrox cross the river by the ferry?", "“Beeblebrox”"),
        ("How tall was the tower of the church in Quxford?", "“Quxford”"),
        ("Was the bell of the parish cast in Nuremberg?", "“Nuremberg”"),
    ] {
        let given = study.ask(question);
        assert_eq!(given.refusal, Some(Refusal::NotCovered), "{question}: {}", given.text);
        assert!(given.text.contains(name), "{question}: {}", given.text);
    }
    for question in
        ["How Tall Was The Tower Of The Church?", "What did the parish of ashwick have in 1783?"]
    {
        assert!(study.ask(question).refusal.is_none(), "{question}");
    }
}
