//! Measures the theater in one process and prints a table; `--quick` makes every part short, and names
//! of parts leave out the others. `fuzz SECONDS SEED` tries altered things instead.

mod crowds;
mod damage;
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
                let parts: Vec<_> = others.iter().filter(|it| !it.starts_with('-')).collect();
                let wanted = |part: &str| parts.is_empty() || parts.iter().any(|it| *it == part);
                figures(&mut table, if quick { 1 } else { 20 }, wanted).await?;
            }
        }
        table.print()
    })
}

async fn figures(
    table: &mut table::Table,
    size: usize,
    wanted: impl Fn(&str) -> bool,
) -> Result<(), Box<dyn Error>> {
    let scene = stage::Scene::open().await?;
    if wanted("starts") {
        parts::starts(&scene, table, size * 250)?;
    }
    if wanted("round-trips") {
        parts::round_trips(&scene, table, size * 5_000)?;
    }
    if wanted("rate") {
        parts::rate(&scene, table, size * 20_000)?;
    }
    if wanted("wire") {
        parts::wire(&scene, table, size * 100).await?;
    }
    if wanted("callers") {
        crowds::callers(&scene, table, size * 25).await?;
    }
    if wanted("waiting") {
        crowds::waiting(&scene, table, size * 500).await?;
    }
    if wanted("memory") {
        parts::memory(&scene, table, (size * 25, size * 5_000)).await?;
    }
    if wanted("loops") {
        parts::loops(&scene, table).await?;
    }
    if wanted("history") {
        parts::history(&scene, table).await?;
    }
    if wanted("damage") {
        damage::flips(table, size * 25).await?;
    }
    let folder = scene.close().await;
    if wanted("reboot") {
        parts::reboot(folder, table).await?;
    }
    Ok(())
}
