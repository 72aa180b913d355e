//! Making a component from WebAssembly text and the WIT of its world, without other tools.

use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::Resolve;

/// The interfaces of `theater:simple`, as WIT.
pub const THEATER_WIT: &str = include_str!("../../../actors/wit/theater-simple.wit");

/// Why a component cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum WorkshopError {
    /// The text is not a WebAssembly module.
    #[error("the WebAssembly text is wrong: {0}")]
    Text(String),
    /// The WIT cannot be read.
    #[error("the WIT of the world is wrong: {0}")]
    Wit(String),
    /// The module does not fit its world.
    #[error("the module does not fit its world: {0}")]
    Misfit(String),
}

/// The component of a module in WebAssembly text that exports what `world` says.
pub fn component(text: &str, world: &str) -> Result<Vec<u8>, WorkshopError> {
    let module = wat::parse_str(text).map_err(|error| WorkshopError::Text(error.to_string()))?;
    wrap(module, world)
}

/// The component of a core module that exports what `world` says.
pub fn wrap(mut module: Vec<u8>, world: &str) -> Result<Vec<u8>, WorkshopError> {
    let wit = |error: &dyn std::fmt::Display| WorkshopError::Wit(format!("{error:#}"));
    let mut resolve = Resolve::default();
    resolve.push_source("theater-simple.wit", THEATER_WIT).map_err(|error| wit(&error))?;
    let package = resolve.push_source("world.wit", world).map_err(|error| wit(&error))?;
    let world = resolve.select_world(&[package], None).map_err(|error| wit(&error))?;
    let misfit = |error: &dyn std::fmt::Display| WorkshopError::Misfit(format!("{error:#}"));
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8)
        .map_err(|error| misfit(&error))?;
    encode(&module)
}

/// The component of a core module that already says which world it is of.
pub fn encode(module: &[u8]) -> Result<Vec<u8>, WorkshopError> {
    let misfit = |error: &dyn std::fmt::Display| WorkshopError::Misfit(format!("{error:#}"));
    let encoder = ComponentEncoder::default().validate(true);
    let mut encoder = encoder.module(module).map_err(|error| misfit(&error))?;
    encoder.encode().map_err(|error| misfit(&error))
}
