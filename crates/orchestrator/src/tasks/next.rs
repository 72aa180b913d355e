//! Which task is next: by priority, then by its place; only those nobody has and nothing holds up.

use std::collections::HashMap;

use super::Task;

/// The tasks that can be begun, the most urgent first.
pub(crate) fn next(tasks: &[Task], epic: Option<&str>, limit: usize) -> Vec<Task> {
    let status: HashMap<&str, &str> =
        tasks.iter().map(|task| (task.task_id.as_str(), task.status.as_str())).collect();
    // A task that is not among the open files any more was completed or given up.
    let is_done = |id: &String| status.get(id.as_str()).is_none_or(|status| *status == "done");
    let mut free: Vec<&Task> = tasks
        .iter()
        .filter(|task| task.status == "todo" && task.session_id.is_none())
        .filter(|task| task.assignee.is_empty())
        .filter(|task| task.dependencies.iter().all(is_done))
        .filter(|task| epic.is_none_or(|epic| is_epic(task, epic)))
        .collect();
    free.sort_by(|left, right| {
        let place = |task: &Task| task.ordinal.unwrap_or(f64::MAX);
        urgency(left)
            .cmp(&urgency(right))
            .then(place(left).total_cmp(&place(right)))
            .then_with(|| numbers(&left.task_id).cmp(&numbers(&right.task_id)))
    });
    free.into_iter().take(limit).cloned().collect()
}

/// Whether a task belongs to an epic, however its name is capitalised.
pub(crate) fn is_epic(task: &Task, epic: &str) -> bool {
    task.epic.as_deref().is_some_and(|found| found.to_lowercase() == epic.to_lowercase())
}

fn urgency(task: &Task) -> u8 {
    match task.priority.as_deref() {
        Some("critical" | "urgent" | "highest") => 0,
        Some("high") => 1,
        Some("medium" | "normal") => 2,
        Some("low") => 3,
        Some(_) | None => 4,
    }
}

/// `TASK-10.2` comes after `TASK-9`.
fn numbers(id: &str) -> Vec<u64> {
    id.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(id: &str, status: &str, priority: Option<&str>) -> Task {
        Task {
            project_id: "api".to_owned(),
            task_id: id.to_owned(),
            title: id.to_owned(),
            status: status.to_owned(),
            file_status: status.to_owned(),
            priority: priority.map(str::to_owned),
            epic: None,
            ordinal: None,
            dependencies: Vec::new(),
            labels: Vec::new(),
            assignee: Vec::new(),
            parent: None,
            description: String::new(),
            criteria: Vec::new(),
            path: "x".into(),
            digest: String::new(),
            session_id: None,
        }
    }

    #[test]
    fn free_tasks_come_by_priority_place_and_number() {
        let mut tasks = vec![
            task("TASK-10", "todo", None),
            task("TASK-9", "todo", None),
            task("TASK-1", "todo", Some("low")),
            task("TASK-2", "todo", Some("high")),
            task("TASK-3", "todo", Some("high")),
            task("TASK-4", "in_progress", Some("high")),
            task("TASK-5", "todo", Some("critical")),
            task("TASK-6", "todo", Some("critical")),
        ];
        tasks[4].ordinal = Some(1.0);
        tasks[6].dependencies = vec!["TASK-4".to_owned()];
        tasks[7].session_id = Some("S1".to_owned());
        let ids = |tasks: &[Task], limit| {
            next(tasks, None, limit).into_iter().map(|task| task.task_id).collect::<Vec<_>>()
        };
        assert_eq!(ids(&tasks, 9), ["TASK-3", "TASK-2", "TASK-1", "TASK-9", "TASK-10"]);
        tasks[5].status = "done".to_owned();
        assert_eq!(ids(&tasks, 2), ["TASK-5", "TASK-3"]);
    }
}
