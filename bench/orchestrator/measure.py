"""The orchestrator's figures, each printed with what it was measured against.

    measure.py ENSEMBLE JOBS CRASHES
"""

import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / ".ci/real"))
from desk import Desk, git, marked  # noqa: E402

CONFIG = "runner:\n  agent: scripted\n  max_concurrent_jobs: 3\napproval:\n  require_for_shell: false\n"


def quantile(times, part):
    times = sorted(times)
    return times[min(len(times) - 1, int(len(times) * part))]


def spawn(words):
    """How long a command takes, with as little of this program in it as can be."""
    begun = time.perf_counter()
    child = os.posix_spawnp(words[0], words, os.environ)
    _, status = os.waitpid(child, 0)
    took = time.perf_counter() - begun
    assert status == 0, words
    return took


def creation(ensemble, rounds=40):
    it = Desk(ensemble, CONFIG)
    for number in range(1000):
        path = it.api / f"src/part{number % 20}/file{number}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"file {number}\n" * 20)
    it.commit("a thousand files")
    it.start()
    it.call("register_project", path=str(it.api))
    ours, theirs = [], []
    (it.home / "trees").mkdir()
    for number in range(rounds):
        words = ["git", "-C", str(it.api), "worktree", "add", "--quiet", "--lock", "--reason", "x", "-b", f"git{number}", "--"]
        theirs.append(spawn([*words, str(it.home / f"trees/{number}"), "main"]))
        begun = time.perf_counter()
        it.call("create_session", project_id="api", branch=f"ours{number}")
        ours.append(time.perf_counter() - begun)
    it.stop()
    left, right = statistics.median(ours) * 1000, statistics.median(theirs) * 1000
    print(f"create_session {left:.1f} ms, git worktree add {right:.1f} ms (medians of {rounds}, "
          f"1,000 files): {left / right:.2f} x", flush=True)


def bare_agent(ensemble, slots, rounds=30):
    """The scripted agent by itself, for one word and nothing to ask about, as many at once as jobs run."""
    words = [ensemble, "job-process", "scripted", "--program", ensemble, "--session", "bench", "--state",
             os.devnull, "--instruction", "say done"]
    times = []

    def place():
        for _ in range(rounds):
            begun = time.perf_counter()
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
            times.append(time.perf_counter() - begun)

    places = [threading.Thread(target=place) for _ in range(slots)]
    for thread in places:
        thread.start()
    for thread in places:
        thread.join()
    return statistics.mean(times)


def stamp(text):
    head, fraction = text.rstrip("Z").split(".")
    return time.mktime(time.strptime(head, "%Y-%m-%dT%H:%M:%S")) + float("0." + fraction)


def load(ensemble, jobs, repositories=10, sessions=50, slots=3):
    it = Desk(ensemble, CONFIG)
    it.start()
    for number in range(repositories):
        path = it.root / f"repo{number}"
        subprocess.run(["git", "clone", "--quiet", str(it.api), str(path)], check=True)
        it.call("register_project", path=str(path))
    for number in range(sessions):
        it.call("create_session", project_id=f"repo{number % repositories}", branch=f"work{number}")
    for number in range(jobs):
        it.call("run_instruction", session_id=f"S{number % sessions + 1}", instruction="say done")
    times = []
    while True:
        for tool, arguments in [
            ("list_jobs", {"limit": 20}), ("list_sessions", {}), ("list_projects", {}),
            ("list_pending_approvals", {}),
        ]:
            begun = time.perf_counter()
            it.call(tool, **arguments)
            times.append(time.perf_counter() - begun)
        open_jobs = it.call("list_jobs", status=["queued", "running"], limit=1)["jobs"]
        if not open_jobs:
            break
        time.sleep(0.02)
    status = (pathlib.Path("/proc") / str(it.server.pid) / "status").read_text()
    memory = int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024
    done = it.call("list_jobs", status=["done"], limit=1000)["jobs"]
    assert len(done) == jobs, len(done)
    begun = min(stamp(job["started_at"]) for job in done)
    over = max(stamp(job["finished_at"]) for job in done)
    ran = sum(stamp(job["finished_at"]) - stamp(job["started_at"]) for job in done)
    idle = ((over - begun) * slots - ran) / jobs
    it.stop()
    bare = bare_agent(ensemble, slots)
    whole = (over - begun - jobs * bare / slots) / jobs
    print(f"{jobs} jobs, {sessions} sessions, {repositories} repositories, {slots} at once: "
          f"{over - begun:.1f} s, {whole * 1000:.1f} ms a job beyond what the agents alone would take; "
          f"a place stands empty {idle * 1000:.1f} ms between two jobs; "
          f"a job takes {ran / jobs * 1000:.1f} ms from start to end, git and every write to disk included, "
          f"the agent alone {bare * 1000:.1f} ms")
    print(f"listing tools meanwhile: median {statistics.median(times) * 1000:.1f} ms, "
          f"p99 {quantile(times, 0.99) * 1000:.1f} ms ({len(times)} calls); memory {memory:.0f} MB", flush=True)


def took(it, instruction):
    """Seconds from start to end of a job, by the orchestrator's own clock."""
    job = it.call("run_instruction", session_id="S1", instruction=instruction)["job"]["job_id"]
    done = it.ended(job)
    assert done["status"] == "done", done
    return stamp(done["finished_at"]) - stamp(done["started_at"])


def wall(ensemble, rounds=30):
    """What the sandbox costs: the same job with and without, and programs inside it."""
    free = "approval:\n  require_for_shell: false\n  require_for_push: false\n  require_for_deploy: false\n  require_for_network: false\n"
    times, status = {}, {}
    for kind in ("none", "bubblewrap"):
        it = Desk(ensemble, f"runner:\n  agent: scripted\nsandbox:\n  kind: {kind}\n{free}")
        for number in range(2000):
            path = it.api / f"src/part{number % 20}/file{number}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"file {number}\n" * 20)
        it.commit("two thousand files")
        it.session()
        took(it, "say warm")
        times[kind] = statistics.median(took(it, "say done") for _ in range(rounds)) * 1000
        loop = "run s=$(date +%s%N); for i in 1 2 3 4 5 6 7 8 9 10; do git status -s >/dev/null; done; e=$(date +%s%N); echo $(((e-s)/10000)) > /tmp/took-$$; cp /tmp/took-$$ took.txt"
        took(it, loop)
        took(it, loop)
        status[kind] = int((it.tree / "took.txt").read_text()) / 1000
        it.stop()
    print(f"a job that says one word: {times['none']:.0f} ms unconfined, {times['bubblewrap']:.0f} ms sandboxed "
          f"(medians of {rounds}): {times['bubblewrap'] - times['none']:.0f} ms more; `git status` of 2,000 files "
          f"{status['none']:.1f} ms outside, {status['bubblewrap']:.1f} ms inside", flush=True)


def pushes(ensemble, rounds=20):
    """A push through the broker beside plain git to the same bare repository."""
    it = Desk(ensemble, "runner:\n  agent: scripted\napproval:\n  require_for_push: false\n")
    it.commit_to_remote()
    it.session()
    plain = []
    for number in range(rounds):
        git(it.api, "commit", "--quiet", "--allow-empty", "--message", f"plain {number}")
        plain.append(spawn(["git", "-C", str(it.api), "push", "--quiet", "origin", "HEAD:refs/heads/plain"]))
    line = ("run git commit -q --allow-empty -m x; s=$(date +%s%N); git push -q origin HEAD:refs/heads/ours; "
            "e=$(date +%s%N); echo $(((e-s)/1000)) >> took.txt")
    for _ in range(rounds):
        took(it, line)
    ours = [int(text) / 1000 for text in (it.tree / "took.txt").read_text().split()]
    it.stop()
    left, right = statistics.median(ours), statistics.median(plain) * 1000
    print(f"git push {right:.0f} ms plain, {left:.0f} ms through the broker (medians of {rounds}, local bare "
          f"repository): {left - right:.0f} ms more", flush=True)


def crashes(ensemble, kills, sessions=6):
    dice = random.Random(1)
    it = Desk(ensemble, CONFIG)
    it.start()
    for number in range(3):
        path = it.root / f"repo{number}"
        subprocess.run(["git", "clone", "--quiet", str(it.api), str(path)], check=True)
        it.call("register_project", path=str(path))
    for number in range(sessions):
        it.call("create_session", project_id=f"repo{number % 3}", branch=f"work{number}")
    asked = 0
    made = sessions
    for kill in range(kills):
        for _ in range(dice.randrange(0, 4)):
            asked += 1
            line = {"jsonrpc": "2.0", "id": 10_000 + asked, "method": "tools/call", "params": {
                "name": "run_instruction", "arguments": {
                    "session_id": f"S{dice.randrange(1, sessions + 1)}",
                    "instruction": f"append count.txt job{asked}\nsleep 0.02\nsay job{asked}",
                }}}
            it.server.stdin.write(json.dumps(line) + "\n")
        if dice.random() < 0.2:
            made += 1
            line = {"jsonrpc": "2.0", "id": 20_000 + made, "method": "tools/call", "params": {
                "name": "create_session", "arguments": {
                    "project_id": f"repo{dice.randrange(3)}", "branch": f"more{made}"}}}
            it.server.stdin.write(json.dumps(line) + "\n")
        time.sleep(dice.random() * 0.25)
        it.crash()
        it.start()
    while it.call("list_jobs", status=["queued", "running"], limit=1)["jobs"]:
        time.sleep(0.05)
    jobs = it.call("list_jobs", limit=1000)["jobs"]
    open_sessions = it.call("list_sessions", limit=1000)["sessions"]
    names = [job["instruction"].split()[2] for job in jobs]
    assert len(names) == len(set(names)), "a job was queued twice"
    assert all(job["status"] == "done" for job in jobs), [job for job in jobs if job["status"] != "done"][:3]
    for session in open_sessions:
        tree = pathlib.Path(session["workspace_path"])
        assert git(tree, "symbolic-ref", "--short", "HEAD") == session["branch"]
        path = tree / "count.txt"
        lines = path.read_text().split() if path.exists() else []
        wanted = [job["instruction"].split()[2] for job in jobs if job["session_id"] == session["session_id"]]
        assert sorted(lines) == sorted(wanted), (session["session_id"], lines, wanted)
    left = [found for job in jobs for found in marked(job["job_id"])]
    assert not left, left
    data = str(it.root / ".televibe")
    it.stop()
    audit = subprocess.run([ensemble, "audit", "verify", "--data", data], capture_output=True, text=True)
    assert audit.returncode == 0, audit.stdout + audit.stderr
    print(f"{kills} crashes: {len(jobs)} jobs, none lost, none run twice; {len(open_sessions)} worktrees, "
          f"none lost; no process left; the journal verifies", flush=True)


def main():
    ensemble, jobs, kills = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    creation(ensemble)
    wall(ensemble)
    pushes(ensemble)
    load(ensemble, jobs)
    crashes(ensemble, kills)


main()
