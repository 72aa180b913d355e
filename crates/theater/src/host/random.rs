//! `theater:simple/random`: random numbers, from the system or from a seed; all of them recorded.

use sha2::{Digest, Sha256};
use wasmtime::StoreContextMut;
use wasmtime::component::Linker;

use super::Guest;
use crate::ActorId;
use crate::chain::Blob;

type Cx<'a> = StoreContextMut<'a, Guest>;

pub(super) fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    let mut host = linker.instance("theater:simple/random")?;
    host.func_wrap("random-bytes", |mut cx: Cx<'_>, (size,): (u32,)| {
        let bytes = cx.data_mut().answer("theater:simple/random/random-bytes", &size, |guest| {
            let most = guest.grants.random.max_bytes;
            if u64::from(size) > most {
                return Err(format!("{size} random bytes, expected at most {most}"));
            }
            bytes(guest, size as usize).map(Blob::from)
        })?;
        Ok((bytes.map(|blob| blob.0),))
    })?;
    host.func_wrap("random-range", |mut cx: Cx<'_>, (min, max): (u64, u64)| {
        let function = "theater:simple/random/random-range";
        Ok((cx.data_mut().answer(function, &(min, max), |guest| range(guest, min, max))?,))
    })?;
    host.func_wrap("random-float", |mut cx: Cx<'_>, ()| {
        let function = "theater:simple/random/random-float";
        Ok((cx.data_mut().answer(function, &(), |guest| number(guest).map(fraction))?,))
    })?;
    host.func_wrap("generate-uuid", |mut cx: Cx<'_>, ()| {
        let uuid = cx.data_mut().answer("theater:simple/random/generate-uuid", &(), |guest| {
            let drawn = bytes(guest, 16)?;
            let mut random = [0; 16];
            random.copy_from_slice(&drawn);
            Ok::<_, String>(ActorId::from_random(random).to_string())
        })?;
        Ok((uuid,))
    })
}

fn bytes(guest: &Guest, size: usize) -> Result<Vec<u8>, String> {
    let mut bytes = vec![0; size];
    match guest.grants.random.seed {
        None => getrandom::fill(&mut bytes).map_err(|error| error.to_string())?,
        Some(seed) => seeded(guest, seed, &mut bytes),
    }
    Ok(bytes)
}

/// Bytes that follow from the seed and the place in the actor's chain, and from nothing else.
fn seeded(guest: &Guest, seed: u64, bytes: &mut [u8]) {
    let place = guest.turn.recorder.head().seq;
    for (block, chunk) in bytes.chunks_mut(32).enumerate() {
        let mut hasher = Sha256::new();
        for number in [seed, place, block as u64] {
            hasher.update(number.to_be_bytes());
        }
        let drawn: [u8; 32] = hasher.finalize().into();
        chunk.copy_from_slice(&drawn[..chunk.len()]);
    }
}

fn number(guest: &Guest) -> Result<u64, String> {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes(guest, 8)?);
    Ok(u64::from_be_bytes(number))
}

/// A number of `min..max`, each as likely as the others.
fn range(guest: &Guest, min: u64, max: u64) -> Result<u64, String> {
    let most = guest.grants.random.max_int;
    if min >= max || max > most {
        return Err(format!("a range from {min} to {max}, expected one up to {most}"));
    }
    let width = u128::from(max - min);
    // 64 more bits than needed make the remainder's bias unobservable.
    let drawn = (u128::from(number(guest)?) << 64) | u128::from(number(guest)?);
    u64::try_from(drawn % width).map(|offset| min + offset).map_err(|error| error.to_string())
}

#[expect(clippy::cast_precision_loss, reason = "53 bits fit a double exactly")]
fn fraction(number: u64) -> f64 {
    (number >> 11) as f64 / (1_u64 << 53) as f64
}
