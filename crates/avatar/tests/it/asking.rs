//! How people ask: the words that only ask are no part of what is asked for.

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
