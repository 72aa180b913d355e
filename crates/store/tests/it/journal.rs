//! Reading the journal back.

use store::Filter;

use crate::support::{append, folder, open};

#[tokio::test]
async fn filters_narrow_pages_and_pages_follow_each_other() {
    let folder = folder();
    let store = open(&folder);
    append(&store, 100).await;
    let filter = Filter {
        limit: 7,
        stream: Some("note/2".to_owned()),
        kind: Some("note.made".to_owned()),
        ..Filter::default()
    };
    let mut found = Vec::new();
    let mut after = 0;
    loop {
        let page = store.journal().events(Filter { after, ..filter.clone() }).await.unwrap();
        let Some(last) = page.last() else { break };
        after = last.seq;
        found.extend(page.iter().map(|event| event.seq));
    }
    let expected: Vec<u64> = (1..=100).filter(|n| n % 5 == 2 && n % 2 == 0).collect();
    assert_eq!(found, expected);
    let unknown = Filter { limit: 5, service: Some("nobody".to_owned()), ..Filter::default() };
    assert!(store.journal().events(unknown).await.unwrap().is_empty());
}

#[tokio::test]
async fn an_event_reads_back_as_it_was_given() {
    let folder = folder();
    let store = open(&folder);
    append(&store, 3).await;
    let events = store.journal().since(2, 1).await.unwrap();
    let text = serde_json::to_value(&*events[0]).unwrap();
    assert_eq!(text["seq"], 3);
    assert_eq!(text["principal"], "person-0");
    assert_eq!(text["data"]["n"], 3);
    assert_eq!(text["touches"][0], "notes://note/3");
    assert_eq!(text["hash"], store.journal().head().await.unwrap().hash);
}
