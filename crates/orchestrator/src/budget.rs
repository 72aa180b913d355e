//! What may be spent: by a job, a session, a project and a day. What an agent says it cost is booked
//! exactly once, over every resumption of its session.

use kernel::Timestamp;

use crate::Orchestrator;
use crate::error::Refusal;
use crate::jobs::{Job, db};

const DAY: i64 = 24 * 3600 * 1_000_000;
/// Amounts are booked in millionths and configured in thousandths of a dollar.
const MILLI: u64 = 1000;

impl Orchestrator {
    /// What a job may still spend, in millionths of a dollar; none if nothing limits it.
    pub(crate) async fn allowance(&self, job: &Job) -> Result<Option<u64>, Refusal> {
        let budgets = self.config.runner.budgets.clone();
        let (session, project) = (job.session_id.clone(), job.project_id.clone());
        let today = Timestamp(Timestamp::now().0.div_euclid(DAY) * DAY);
        let spent = self.store.read(move |reader| {
            Ok::<_, Refusal>([
                ("session", budgets.session, db::spent_by_session(reader, &session)?),
                ("project", budgets.project, db::spent_by_project(reader, &project)?),
                ("day", budgets.day, db::spent_since(reader, today)?),
            ])
        });
        let mut allowance = self.config.runner.budgets.job.map(|limit| limit * MILLI);
        for (what, limit, spent) in spent.await? {
            let Some(limit) = limit else { continue };
            let left = (limit * MILLI).saturating_sub(spent);
            if left == 0 {
                return Err(Refusal::BudgetSpent { what, limit });
            }
            allowance = Some(allowance.map_or(left, |known| known.min(left)));
        }
        Ok(allowance)
    }
}
