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
fn a_refusal_names_words_and_not_their_pieces() {
    let study = Study::new();
    study.add("wall.txt", WALL.as_bytes());
    for (question, named) in [
        ("谁写了红楼梦？", "“红楼梦”"),
        ("火星有多少个卫星？", "“火星”, “卫星”"),
        ("亚马逊河有多长？", "“亚马逊河”"),
    ] {
        let given = study.ask(question);
        assert!(given.refusal.is_some() && given.text.contains(named), "{}", given.text);
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

#[test]
fn what_nobody_sees_is_not_shown() {
    let study = Study::new();
    let hidden = "The toll of the \u{202e}bridge\u{202c} was\u{200b} two \u{2066}crowns\u{2069} in \u{1b}[31m1763.\n";
    let page = "<title>Tolls \u{202e}of the bridge</title><h1>The \u{202e}toll</h1><p>The clerk of the &#x202e;market kept \
the&#8203; register.</p>";
    study.add("toll.md", hidden.as_bytes());
    study.add("toll\u{202e}s.html", page.as_bytes());
    for question in ["What was the toll of the bridge?", "What did the clerk of the market keep?"] {
        let answer = study.ask(question);
        assert!(!answer.quotes.is_empty(), "{}", answer.text);
        let shown =
            |letter: char| !"\u{202e}\u{202c}\u{200b}\u{2066}\u{2069}\u{1b}".contains(letter);
        assert!(answer.text.chars().all(shown), "{:?}", answer.text);
        let corpus = study.corpus();
        for quote in &answer.quotes {
            let work = &corpus.documents()[quote.place.source_number - 1];
            let text = corpus.text(work).unwrap();
            assert_eq!(text[quote.place.start..quote.place.end], quote.text);
            assert!(quote.place.source.chars().all(shown) && text.chars().all(shown));
        }
    }
}

#[test]
fn the_encoding_of_old_macintoshes_is_recognised() {
    let study = Study::new();
    let text = b"Le caf\x8e de la gare \x8etait ferm\x8e l\xd5\x8et\x8e.\rLe garde-barri\x8fre habitait \x88 c\x99t\x8e.\r";
    let report = study.add("gare.txt", text);
    assert!(report.added[0].warnings[0].contains("macintosh"), "{:?}", report.added[0].warnings);
    let corpus = study.corpus();
    let read = corpus.text(&corpus.documents()[0]).unwrap();
    assert_eq!(read, "Le café de la gare était fermé l’été.\nLe garde-barrière habitait à côté.");
}

#[test]
fn a_refusal_names_what_is_covered_and_no_file_numbers() {
    let study = Study::new();
    for (number, text) in
        ["The bell was cast in Lyon.", "Sheep grazed on the hill.", "The mill stood still."]
            .iter()
            .enumerate()
    {
        study.add(&format!("paragraph-{number}.txt"), text.as_bytes());
    }
    study.add("4711.txt", b"The ferry crossed the river.");
    study.add("tolls-and-taxes.txt", b"Every cart paid two crowns.");
    let refused = study.ask("How does photosynthesis work in plants?").text;
    for named in
        ["“The bell was cast in Lyon.”", "“The ferry crossed the river.”", "tolls and taxes"]
    {
        assert!(refused.contains(named), "{refused}");
    }
    assert!(!refused.contains("paragraph") && !refused.contains("4711"), "{refused}");
}
