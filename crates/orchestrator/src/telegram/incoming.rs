//! What Telegram sends, read without trust: whatever is not clearly a message or a press is nothing.

use serde_json::Value;

/// Something that happened in a chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Update {
    /// Somebody wrote a text.
    Message(Message),
    /// Somebody pressed a button.
    Press(Press),
}

/// A text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) chat: i64,
    pub(super) user: i64,
    /// None if it is a picture, a voice or anything else that is no text, with a caption or without.
    pub(super) text: Option<String>,
}

/// A press of a button under one of our messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Press {
    /// What the answer to the press must name.
    pub(super) id: String,
    pub(super) chat: i64,
    pub(super) user: i64,
    pub(super) message: i64,
    pub(super) data: String,
}

/// Reads an update.
pub(super) fn read(update: &Value) -> Option<Update> {
    if let Some(press) = update.get("callback_query") {
        return Some(Update::Press(Press {
            id: press["id"].as_str()?.to_owned(),
            chat: press["message"]["chat"]["id"].as_i64()?,
            user: press["from"]["id"].as_i64()?,
            message: press["message"]["message_id"].as_i64()?,
            data: press["data"].as_str()?.to_owned(),
        }));
    }
    let message = update.get("message")?;
    Some(Update::Message(Message {
        chat: message["chat"]["id"].as_i64()?,
        user: message["from"]["id"].as_i64()?,
        text: message["text"].as_str().map(str::to_owned),
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_whole_texts_and_presses_are_understood() {
        let text = json!({"update_id": 1, "message": {"chat": {"id": -5}, "from": {"id": 7}, "text": "hi"}});
        let wanted = Message { chat: -5, user: 7, text: Some("hi".to_owned()) };
        assert_eq!(read(&text), Some(Update::Message(wanted)));
        for wordless in [
            json!({"chat": {"id": 1}, "from": {"id": 2}, "voice": {"duration": 3}}),
            json!({"chat": {"id": 1}, "from": {"id": 2}, "photo": [], "caption": "push it"}),
        ] {
            let heard = Message { chat: 1, user: 2, text: None };
            assert_eq!(read(&json!({ "message": wordless })), Some(Update::Message(heard)));
        }
        for garbage in [
            json!(null),
            json!([]),
            json!("text"),
            json!({"message": null}),
            json!({"message": {"chat": {"id": "1"}, "from": {"id": 1}, "text": "x"}}),
            json!({"message": {"chat": {"id": 1}, "text": "x"}}),
            json!({"callback_query": {"id": 5}}),
            json!({"callback_query": {"id": "5", "from": {"id": 1}, "data": "y:1"}}),
            json!({"edited_message": {"chat": {"id": 1}, "from": {"id": 1}, "text": "x"}}),
        ] {
            assert_eq!(read(&garbage), None, "{garbage}");
        }
    }
}
