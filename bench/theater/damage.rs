//! A campaign of flipped bits in the actors' log: how many actors each of them costs.

use std::fs;

use tempfile::TempDir;
use theater::{Heads, Status};

use crate::parts::Done;
use crate::stage::{Scene, manifest};
use crate::table::Table;

const ACTORS: usize = 20;

pub(crate) async fn flips(table: &mut Table, count: usize) -> Done {
    let scene = Scene::open().await?;
    let mut ids = Vec::new();
    for _ in 0..ACTORS {
        ids.push(scene.theater.start(&manifest("counter", ""), None)?.to_string());
    }
    for _ in 0..50 {
        for id in &ids {
            scene.theater.request(id, b"1")?;
        }
    }
    let folder = scene.close().await;
    let mut tried = Tried::default();
    for round in 0..count {
        tried.one(&folder, &ids, (round, count)).await?;
    }
    let Tried { lost, most, unnamed, wrong } = tried;
    let shown = format!(
        "{count} bits: {lost} actors put aside, at most {most} at once, {unnamed} flips not found, \
         {wrong} others changed"
    );
    table.row("flipped bits in the log of 20 actors", shown, "only those hit, all named");
    Ok(())
}

#[derive(Default)]
struct Tried {
    lost: usize,
    most: usize,
    unnamed: usize,
    wrong: usize,
}

impl Tried {
    /// Flips a bit of a copy, opens it and looks at everybody.
    async fn one(&mut self, whole: &TempDir, ids: &[String], (round, of): (usize, usize)) -> Done {
        let copy = TempDir::new()?;
        copied(whole.path(), copy.path())?;
        let path = copy.path().join("theater/log/00000001.log");
        let mut bytes = fs::read(&path)?;
        let at = (bytes.len() - 1) * round / of;
        bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << (round % 8));
        fs::write(&path, bytes)?;
        let scene = Scene::open_in(copy).await?;
        let mut aside = 0;
        for id in ids {
            if scene.theater.status(id)? == Status::Failed {
                aside += 1;
            } else if &*scene.theater.request(id, b"get")? != b"50" {
                self.wrong += 1;
            }
        }
        let found = scene.theater.verify(Heads::default()).await?;
        self.unnamed += usize::from(found.faults.is_empty() && aside == 0);
        self.lost += aside;
        self.most = self.most.max(aside);
        drop(scene.close().await);
        Ok(())
    }
}

fn copied(from: &std::path::Path, to: &std::path::Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copied(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
