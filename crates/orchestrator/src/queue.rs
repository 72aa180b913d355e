//! Who is next: first in, first out within a session, round robin across projects. Pure.

use std::collections::{HashMap, HashSet, VecDeque};

/// A job in the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) job_id: String,
    pub(crate) number: i64,
    pub(crate) session_id: String,
    pub(crate) project_id: String,
    /// Whether its session can take a job now.
    pub(crate) ready: bool,
}

/// When each project was last served, as a count of all servings.
#[derive(Debug, Clone, Default)]
pub(crate) struct Served {
    count: u64,
    last: HashMap<String, u64>,
}

impl Served {
    /// Notes that a job of `project` was taken.
    pub(crate) fn note(&mut self, project: &str) {
        self.count += 1;
        self.last.insert(project.to_owned(), self.count);
    }

    fn of(&self, project: &str) -> u64 {
        self.last.get(project).copied().unwrap_or(0)
    }
}

/// All of `waiting`, which stands in the order it came, in the order it will be taken.
pub(crate) fn order<'a>(waiting: &'a [Waiting], served: &Served) -> Vec<&'a Waiting> {
    let mut served = served.clone();
    let mut projects: HashMap<&str, VecDeque<&Waiting>> = HashMap::new();
    for job in waiting {
        projects.entry(&job.project_id).or_default().push_back(job);
    }
    let mut ordered = Vec::with_capacity(waiting.len());
    while let Some((project, _)) = projects
        .iter()
        .filter_map(|(project, jobs)| Some((*project, jobs.front()?.number)))
        .min_by_key(|(project, number)| (served.of(project), *number))
    {
        ordered.extend(projects.get_mut(project).and_then(VecDeque::pop_front));
        served.note(project);
    }
    ordered
}

/// At most `free` jobs to take now: one for each session that is ready and not `busy`.
pub(crate) fn pick<'a>(
    waiting: &'a [Waiting],
    busy: &HashSet<String>,
    served: &Served,
    free: usize,
) -> Vec<&'a Waiting> {
    let mut seen: HashSet<&str> = busy.iter().map(String::as_str).collect();
    let first: Vec<Waiting> =
        waiting.iter().filter(|job| seen.insert(&job.session_id) && job.ready).cloned().collect();
    let chosen: HashSet<String> =
        order(&first, served).into_iter().take(free).map(|job| job.job_id.clone()).collect();
    let mut picked: Vec<&Waiting> =
        waiting.iter().filter(|job| chosen.contains(&job.job_id)).collect();
    picked.sort_by_key(|job| job.number);
    picked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(number: i64, session: &str, project: &str) -> Waiting {
        Waiting {
            job_id: number.to_string(),
            number,
            session_id: session.to_owned(),
            project_id: project.to_owned(),
            ready: true,
        }
    }

    fn ids(jobs: Vec<&Waiting>) -> Vec<&str> {
        jobs.into_iter().map(|job| job.job_id.as_str()).collect()
    }

    #[test]
    fn projects_take_turns_and_sessions_keep_their_order() {
        let waiting = [
            job(1, "S1", "a"),
            job(2, "S1", "a"),
            job(3, "S2", "a"),
            job(4, "S3", "b"),
            job(5, "S4", "c"),
        ];
        assert_eq!(ids(order(&waiting, &Served::default())), ["1", "4", "5", "2", "3"]);
        let mut served = Served::default();
        served.note("a");
        assert_eq!(ids(order(&waiting, &served)), ["4", "5", "1", "2", "3"]);
    }

    #[test]
    fn one_job_of_a_session_at_a_time_and_none_of_a_blocked_one() {
        let mut waiting = vec![job(1, "S1", "a"), job(2, "S1", "a"), job(3, "S2", "a")];
        let pick_ids = |waiting: &[Waiting], busy: &[&str], free| {
            let busy = busy.iter().map(|it| (*it).to_owned()).collect();
            let picked = pick(waiting, &busy, &Served::default(), free);
            picked.into_iter().map(|job| job.number).collect::<Vec<_>>()
        };
        assert_eq!(pick_ids(&waiting, &[], 3), [1, 3]);
        assert_eq!(pick_ids(&waiting, &[], 1), [1]);
        assert_eq!(pick_ids(&waiting, &["S1"], 3), [3]);
        waiting[0].ready = false;
        assert_eq!(pick_ids(&waiting, &[], 3), [3], "a later job must not overtake in its session");
        assert_eq!(pick_ids(&waiting, &[], 0), Vec::<i64>::new());
    }
}
