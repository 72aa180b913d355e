//! Measures the theater in one process and prints a table; `--quick` makes every part short.
//! `fuzz SECONDS SEED` tries altered components, manifests and frames instead.

mod fuzz;
mod parts;
mod stage;
mod table;

use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut table = table::Table::default();
        match arguments.as_slice() {
            [campaign, seconds, seed] if campaign == "fuzz" => {
                let time = Duration::from_secs(seconds.parse()?);
                let scene = stage::Scene::open().await?;
                fuzz::run(&scene, &mut table, time, seed.parse()?).await?;
                drop(scene.close().await);
            }
            others => {
                let quick = others.iter().any(|argument| argument == "--quick");
                figures(&mut table, if quick { 1 } else { 20 }).await?;
            }
        }
        table.print()
    })
}

async fn figures(table: &mut table::Table, size: usize) -> Result<(), Box<dyn Error>> {
    let scene = stage::Scene::open().await?;
    parts::starts(&scene, table, size * 250)?;
    parts::round_trips(&scene, table, size * 5_000)?;
    parts::rate(&scene, table, size * 20_000)?;
    parts::wire(&scene, table, size * 100).await?;
    parts::memory(&scene, table, (size * 25, size * 5_000)).await?;
    parts::loops(&scene, table).await?;
    parts::history(&scene, table).await?;
    let folder = scene.close().await;
    parts::reboot(folder, table).await
}
