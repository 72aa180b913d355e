//! An actor that counts. Its state is the count in decimal digits, which is also JSON.

wit_bindgen::generate!({ path: "wit", generate_all });

use exports::theater::simple::actor::Guest as Beginning;
use exports::theater::simple::message_server_client::{ChannelAccept, Guest as Messages};

type State = Option<Vec<u8>>;

struct Actor;

/// The first number in a text.
fn number(text: &[u8]) -> Option<i64> {
    let text = String::from_utf8_lossy(text);
    let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

fn count(state: &State) -> i64 {
    state.as_deref().and_then(number).unwrap_or(0)
}

fn counted(state: &State, data: &[u8]) -> Vec<u8> {
    (count(state) + number(data).unwrap_or(1)).to_string().into_bytes()
}

impl Beginning for Actor {
    fn init(state: State, _: (String,)) -> Result<(State,), String> {
        Ok((Some(count(&state).to_string().into_bytes()),))
    }
}

impl Messages for Actor {
    fn handle_send(state: State, (data,): (Vec<u8>,)) -> Result<(State,), String> {
        Ok((Some(counted(&state, &data)),))
    }

    fn handle_request(
        state: State,
        (_, data): (String, Vec<u8>),
    ) -> Result<(State, (State,)), String> {
        let next = if data == b"get" { state } else { Some(counted(&state, &data)) };
        Ok((next.clone(), (next,)))
    }

    fn handle_channel_open(
        state: State,
        _: (String, Vec<u8>),
    ) -> Result<(State, (ChannelAccept,)), String> {
        Ok((state, (ChannelAccept { accepted: true, message: None },)))
    }

    fn handle_channel_message(
        state: State,
        (_, data): (String, Vec<u8>),
    ) -> Result<(State,), String> {
        Ok((Some(counted(&state, &data)),))
    }

    fn handle_channel_close(state: State, _: (String,)) -> Result<(State,), String> {
        Ok((state,))
    }
}

export!(Actor);
