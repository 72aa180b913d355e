//! Random names: job ids, session ids of agents, tokens of the gate.

use crate::error::Refusal;

/// A random UUID, version 4.
pub(crate) fn uuid() -> Result<String, Refusal> {
    let mut bytes = random::<16>()?;
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = hex(&bytes);
    let parts = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]];
    Ok(parts.join("-"))
}

/// A random secret of 32 hexadecimal digits.
pub(crate) fn secret() -> Result<String, Refusal> {
    Ok(hex(&random::<16>()?))
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn random<const N: usize>() -> Result<[u8; N], Refusal> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(Refusal::defect)?;
    Ok(bytes)
}
