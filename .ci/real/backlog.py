"""Backlog.md's own program and ours edit the same tasks in turn; neither may lose what the other wrote.

    backlog.py ENSEMBLE BACKLOG TURNS
"""

import json
import random
import subprocess
import sys

from desk import Desk

CONFIG = "runner:\n  agent: scripted\n"
TASKS = 4
STATUSES = ["To Do", "In Progress", "Done"]
WORDS = {"To Do": "todo", "In Progress": "in_progress", "Done": "done"}


class Both:
    def __init__(self, ensemble, backlog, seed):
        self.desk = Desk(ensemble, CONFIG)
        self.program = backlog
        self.dice = random.Random(seed)
        self.backlog("init", "Demo", "--defaults", "--integration-mode", "none")
        self.backlog("milestone", "add", "Auth v1")
        for number in range(1, TASKS + 1):
            words = ["-d", f"about {number}: it's \"odd\" # and more", "--ac", "works", "--ac", "fast"]
            words += ["-l", f"label{number}", "--priority", ["high", "medium", "low"][number % 3]]
            if number > 1:
                words += ["--dep", "task-1"]
            self.backlog("task", "create", f"Task {number}: quoted 'title'", *words)
        self.desk.commit("backlog")
        self.desk.session()
        self.known = {number: self.seen(number) for number in range(1, TASKS + 1)}

    def backlog(self, *words):
        done = subprocess.run(
            [self.program, *words], cwd=self.desk.api, env=self.desk.environment,
            capture_output=True, text=True, timeout=600,
        )
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    def seen(self, number):
        """The task as Backlog.md's own program sees it."""
        task = json.loads(self.backlog("task", str(number), "--json"))["task"]
        keys = ["id", "title", "status", "labels", "dependencies", "priority", "description", "ordinal"]
        found = {key: task[key] for key in keys}
        found["assignee"] = task["assignees"]
        found["notes"] = task["implementationNotes"]
        found["criteria"] = task["acceptanceCriteria"]
        return found

    def theirs(self, number):
        known = self.known[number]
        deed = self.dice.choice(["status", "assignee", "label", "priority", "notes", "check"])
        if deed == "status":
            known["status"] = self.dice.choice(STATUSES)
            self.backlog("task", "edit", str(number), "-s", known["status"])
        elif deed == "assignee":
            known["assignee"] = [self.dice.choice(["@sara", "@tom"])]
            self.backlog("task", "edit", str(number), "-a", known["assignee"][0])
        elif deed == "label":
            known["labels"] = [self.dice.choice(["one", "two", "three"])]
            self.backlog("task", "edit", str(number), "-l", known["labels"][0])
        elif deed == "priority":
            known["priority"] = self.dice.choice(["high", "medium", "low"])
            self.backlog("task", "edit", str(number), "--priority", known["priority"])
        elif deed == "notes":
            self.backlog("task", "edit", str(number), "--notes", f"turn {self.dice.random()}")
            known["notes"] = self.seen(number)["notes"]
        else:
            self.backlog("task", "edit", str(number), "--check-ac", str(self.dice.choice([1, 2])))
            known["criteria"] = self.seen(number)["criteria"]

    def ours(self, number):
        known = self.known[number]
        task = f"TASK-{number}"
        if self.dice.random() < 0.3:
            self.desk.call("claim_task", task_id=task, session_id="S1")
            known["status"] = "In Progress"
            if "@claude-S1" not in known["assignee"]:
                known["assignee"] = [*known["assignee"], "@claude-S1"]
        else:
            known["status"] = self.dice.choice(STATUSES)
            word = self.dice.choice([known["status"], WORDS[known["status"]]])
            self.desk.call("update_task_status", task_id=task, status=word, session_id="S1")

    def compare(self, number, turn):
        theirs = self.seen(number)
        assert theirs == self.known[number], f"turn {turn}: {theirs} is not {self.known[number]}"
        tasks = self.desk.call("list_project_tasks", project_id="api")["tasks"]
        ours = next(task for task in tasks if task["task_id"] == f"TASK-{number}")
        assert ours["backlog_status"] == theirs["status"], (turn, ours, theirs)
        assert ours["status"] == WORDS[theirs["status"]], (turn, ours, theirs)
        for key in ("title", "assignee", "labels", "priority", "description"):
            assert ours[key] == theirs[key], (turn, key, ours[key], theirs[key])
        assert len(tasks) == TASKS and len(ours["acceptance_criteria"]) == 2, (turn, tasks)


def main():
    ensemble, program, turns = sys.argv[1], sys.argv[2], int(sys.argv[3])
    both = Both(ensemble, program, 7)
    counted = both.desk.call("sync_backlog", project_id="api")
    assert counted["synced"] == TASKS and counted["problems"] == [], counted
    for turn in range(turns):
        number = both.dice.randrange(1, TASKS + 1)
        (both.theirs if turn % 2 else both.ours)(number)
        both.compare(number, turn)
        if (turn + 1) % 100 == 0:
            print(f"backlog: {turn + 1} of {turns} alternate edits", flush=True)
    both.backlog("task", "archive", "1")
    counted = both.desk.call("sync_backlog", project_id="api")
    assert (counted["synced"], counted["removed"]) == (TASKS - 1, 1), counted
    both.desk.stop()
    print(f"backlog: {turns} alternate edits, no field lost, every file read by both")


main()
