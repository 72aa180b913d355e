//! A disk without room: what could not be written counts for nothing, and heals by itself. It stands
//! alone because the limit that makes the disk full is one of the process.

#[cfg(test)]
#[expect(dead_code, reason = "the other tests of this crate use the rest of it")]
#[path = "../it/scene.rs"]
mod scene;

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use kernel::Health;
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use tokio::signal::unix::{SignalKind, signal};

    use crate::scene::{Scene, manifest};

    /// What the system sends a process that writes past its limit.
    const TOO_LARGE: i32 = 25;

    fn limit(bytes: Option<u64>) {
        let maximum = getrlimit(Resource::Fsize).maximum;
        setrlimit(Resource::Fsize, Rlimit { current: bytes, maximum }).unwrap();
    }

    async fn ready(scene: &Scene) -> bool {
        scene.service.health().await == Health::Ready
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_full_disk_undoes_the_turn_and_room_heals_it_without_doing_anything_twice() {
        let _survives = signal(SignalKind::from_raw(TOO_LARGE)).unwrap();
        let scene = Scene::open().await;
        let id = scene.start_guest("counter", "").await;
        let echo = scene.start_guest("echo", "").await;
        for expected in ["1", "2", "3"] {
            assert_eq!(scene.ask(&id, "1").await.unwrap(), expected);
        }
        // The log outgrows the database, so that only the log meets the limit.
        let log = scene.path().join("theater/log/00000001.log");
        let database = scene.path().join("test.db");
        while fs::metadata(&log).unwrap().len() < 4 * 1024 * 1024 {
            scene.send(&echo, &"x".repeat(200_000)).await.unwrap();
            scene.ask(&echo, "there?").await.unwrap();
        }
        assert!(fs::metadata(&database).unwrap().len() < 2 * 1024 * 1024);
        assert!(ready(&scene).await);

        limit(Some(fs::metadata(&log).unwrap().len() + 200));
        for _ in 0..20 {
            let error = scene.ask(&id, "1").await.unwrap_err();
            assert_eq!(error.code, "LOG_UNWRITABLE", "{error:?}");
        }
        assert!(scene.send(&id, "1").await.is_err());
        let started =
            scene.call("start_actor", serde_json::json!({ "manifest": manifest("counter", "") }));
        assert!(started.await.is_err());
        assert!(!ready(&scene).await);

        limit(None);
        for _ in 0..500 {
            if ready(&scene).await {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(scene.ask(&id, "1").await.unwrap(), "4", "nothing was done twice");
        let scene = Scene::open_in(scene.close().await, |_| {}).await;
        assert_eq!(scene.ask(&id, "1").await.unwrap(), "5");
        let found = scene.theater.verify(theater::Heads::default()).await.unwrap();
        assert!(found.faults.is_empty(), "{:?}", found.faults);
        assert!(scene.theater.replay(&id).await.unwrap().difference.is_none());
        scene.close().await;
    }
}
