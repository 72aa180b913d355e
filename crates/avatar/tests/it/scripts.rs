//! Texts in scripts of their own: Chinese and Japanese without spaces, characters that nobody sees, old
//! encodings.

use crate::study::Study;

const WALL: &str = "长城是中国古代的军事工程。长城全长21196公里。蔡伦在公元105年改进了造纸术。杭州的西湖有三个岛。\
北京故宫建于1420年！茶叶从云南运到西藏？运茶的道路叫做茶马古道。\n";
const TOWER: &str = "東京タワーの高さは333メートルです。富士山は日本で一番高い山です。古い橋は村の人々によって1763年に\
建てられました。京都の金閣寺は足利義満が建てた。\n";

/// What a study quotes first for a question, checked to be a span of the text.
fn best(study: &Study, question: &str) -> String {
    let answer = study.ask(question);
    let corpus = study.corpus();
    let text = corpus.text(&corpus.documents()[0]).unwrap();
    for quote in &answer.quotes {
        assert_eq!(text[quote.place.start..quote.place.end], quote.text);
    }
    answer.quotes.first().map(|quote| quote.text.clone()).unwrap_or(answer.text)
}

#[test]
fn chinese_is_found_sentence_by_sentence() {
    let study = Study::new();
    study.add("wall.txt", WALL.as_bytes());
    for (question, answer) in [
        ("长城有多长？", "长城全长21196公里。"),
        ("长城全长多少公里？", "长城全长21196公里。"),
        ("谁改进了造纸术？", "蔡伦在公元105年改进了造纸术。"),
        ("北京故宫建于哪一年？", "北京故宫建于1420年！"),
        ("西湖有几个岛？", "杭州的西湖有三个岛。"),
    ] {
        assert_eq!(best(&study, question), answer, "{question}");
    }
    for question in ["火星有多少个卫星？", "谁写了红楼梦？"] {
        assert!(study.ask(question).refusal.is_some(), "{question}");
    }
}

#[test]
fn japanese_is_found_sentence_by_sentence() {
    let study = Study::new();
    study.add("tower.txt", TOWER.as_bytes());
    for (question, answer) in [
        ("東京タワーの高さは何メートルですか。", "東京タワーの高さは333メートルです。"),
        ("日本で一番高い山はどれですか？", "富士山は日本で一番高い山です。"),
        ("古い橋はいつ建てられましたか？", "古い橋は村の人々によって1763年に建てられました。"),
        ("金閣寺を建てたのは誰ですか？", "京都の金閣寺は足利義満が建てた。"),
    ] {
        assert_eq!(best(&study, question), answer, "{question}");
    }
    assert!(study.ask("火星の衛星はいくつありますか？").refusal.is_some());
}
