//! Measures the theater in one process and prints a table; `--quick` makes every part short.

mod parts;
mod stage;
mod table;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let size = if quick { 1 } else { 20 };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut table = table::Table::default();
        let scene = stage::Scene::open().await?;
        parts::starts(&scene, &mut table, size * 250)?;
        parts::round_trips(&scene, &mut table, size * 5_000)?;
        parts::rate(&scene, &mut table, size * 20_000)?;
        parts::wire(&scene, &mut table, size * 100).await?;
        parts::memory(&scene, &mut table, (size * 25, size * 5_000)).await?;
        parts::loops(&scene, &mut table).await?;
        parts::history(&scene, &mut table).await?;
        let folder = scene.close().await;
        parts::reboot(folder, &mut table).await?;
        table.print()
    })
}
