//! Who owns what, kept beside the journal so that it outlives the process.

mod db;

use std::sync::Arc;

use kernel::{Owner, Owners, ToolError};

use crate::{Durability, ReadError, Store, WriteError};

pub(crate) use db::MIGRATIONS;

impl Store {
    /// Who owns what, as it was written down; what is claimed from now on is written down too.
    pub async fn owners(&self) -> Result<Arc<Owners>, ReadError> {
        let known = self.read(|reader| db::all(reader).map_err(ReadError::from)).await?;
        let store = self.clone();
        Ok(Owners::new(
            known,
            Arc::new(move |thing, owner| Box::pin(keep(store.clone(), thing, owner))),
        ))
    }
}

async fn keep(store: Store, thing: String, owner: Owner) -> Result<(), ToolError> {
    let written = store.write(Durability::Normal, move |tx| db::keep(tx, &thing, &owner)).await;
    written.map_err(|error: WriteError<_>| {
        ToolError::internal(format!("whose it is could not be written down: {error}"))
    })
}
