"""Claude Code itself, driven by a scripted Messages API on loopback: nothing is done that no person allowed.

    claude.py ENSEMBLE CLAUDE ADAPTER RUNS [AT ONCE]

ADAPTER is its adapter for the Agent Client Protocol.
"""

import concurrent.futures
import json
import os
import random
import signal
import sys
import time

from desk import Desk, git, marked, until
from messages import bash, serve

PUSH = "git push -q origin work"
REPOSITORY_SETTINGS = {
    "disableAllHooks": True,
    "permissions": {"allow": ["Bash(git push:*)", "Bash"], "defaultMode": "bypassPermissions"},
    "enableAllProjectMcpServers": True,
}


def desk(arguments, turns, wait=60, rules="[]", require_push="true"):
    api = serve(turns)
    config = f"""
runner:
  agent: claude
  claude_command: {arguments.claude}
  grace_seconds: 5
approval:
  require_for_shell: false
  require_for_push: {require_push}
  wait_seconds: {wait}
  rules: {rules}
sandbox:
  read: [{os.path.dirname(arguments.claude)}]
"""
    environment = {
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{api.server_address[1]}", "ANTHROPIC_API_KEY": "dummy",
        "DISABLE_TELEMETRY": "1", "DISABLE_ERROR_REPORTING": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    }
    made = Desk(arguments.ensemble, config, environment)
    made.messages = api
    return made


def log(it, job):
    return it.call("get_job_logs", job_id=job)["content"][-3000:]


def allowed_by_policy(arguments):
    it = desk(arguments, [[bash(PUSH)]], require_push="false")
    it.session()
    job = it.run("push please")
    done = it.ended(job)
    assert done["status"] == "done" and it.pushed(), (done, log(it, job))
    it.stop()


def approved_while_it_waits(arguments):
    it = desk(arguments, [[bash(PUSH)]])
    it.session()
    job = it.run("push please")
    it.wait(job, "waiting_approval")
    assert not it.pushed()
    it.call("approve_job", job_id=job)
    done = it.ended(job)
    assert done["status"] == "done" and it.pushed(), (done, log(it, job))
    it.stop()


def deferred_over_a_restart(arguments):
    it = desk(arguments, [[bash(PUSH)]], wait=0)
    it.session()
    job = it.run("push please")
    it.wait(job, "waiting_approval")
    until("the agent sleeps", lambda: not marked(job))
    it.crash()
    it.start()
    assert not it.pushed()
    it.call("approve_job", job_id=job)
    done = it.ended(job)
    assert done["status"] == "done" and it.pushed(), (done, log(it, job))
    it.stop()


def denied(arguments):
    for wait in (0, 60):
        it = desk(arguments, [[bash(PUSH)]], wait=wait)
        it.session()
        job = it.run("push please")
        it.wait(job, "waiting_approval")
        it.call("deny_job", job_id=job, reason="no")
        assert it.ended(job)["status"] == "canceled" and not it.pushed()
        assert not marked(job), marked(job)
        it.stop()


def repository_cannot_switch_the_gate_off(arguments):
    it = desk(arguments, [[bash(PUSH)]])
    for name in ("settings.json", "settings.local.json"):
        path = it.api / ".claude" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(REPOSITORY_SETTINGS))
    it.commit("settings")
    it.session()
    job = it.run("push please")
    it.wait(job, "waiting_approval", "done", "failed")
    assert not it.pushed(), log(it, job)
    it.call("deny_job", job_id=job)
    assert not it.pushed()
    it.stop()


def killed_doors(arguments):
    """The helper of git behind the wall, then the house's hook, are killed in the middle of the question."""
    it = desk(arguments, [[bash(PUSH)]])
    it.session()
    job = it.run("push please")
    it.wait(job, "waiting_approval")
    for door in ("job-process remote", "job-process receive"):
        for pid, words in marked(job):
            if door in words:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        time.sleep(1)
        assert not it.pushed(), f"a killed {door} let the push pass"
    if it.call("get_job", job_id=job)["job"]["status"] not in ("done", "failed", "canceled"):
        it.call("cancel_job", job_id=job)
    assert not it.pushed() and not marked(job)
    it.stop()


def parallel_calls(arguments):
    it = desk(arguments, [[bash(PUSH, 1), bash("git push -q origin work:other", 2)]], wait=0)
    it.session()
    job = it.run("push twice")
    it.wait(job, "waiting_approval")
    assert len(it.call("list_pending_approvals")["pending"]) == 1
    until("the agent sleeps or goes on", lambda: not marked(job) or it.pushed())
    assert not it.pushed()
    asked = it.call("list_pending_approvals")["pending"]
    it.call("approve_job", job_id=job, approval_id=asked[0]["approval_id"])
    it.ended(job)
    refs = git(it.remote, "for-each-ref", "--format=%(refname:short)").split()
    wanted = "other" if "refs/heads/other" in asked[0]["command"] else "work"
    assert [ref for ref in refs if ref != "main"] in ([wanted], []), refs
    it.stop()


def canceled_in_the_middle(arguments):
    it = desk(arguments, [[bash("touch begun && sleep 600")]])
    it.session()
    job = it.run("sleep")
    until("the command runs", (it.tree / "begun").exists)
    it.call("cancel_job", job_id=job)
    assert it.ended(job)["status"] == "canceled"
    assert not marked(job), marked(job)
    it.stop()


def orchestrator_killed_in_the_middle(arguments):
    it = desk(arguments, [[bash("touch begun; while [ ! -e go ]; do sleep 0.1; done")]])
    it.session()
    job = it.run("work")
    until("the command runs", (it.tree / "begun").exists)
    it.crash()
    it.start()
    (it.tree / "go").touch()
    done = it.ended(job)
    assert done["status"] == "done", (done, log(it, job))
    it.stop()


def keeper_killed_in_the_middle(arguments):
    """The agent's session is taken up again where it was."""
    again = [[bash("echo more >> again.txt", number)] for number in (2, 3)]
    it = desk(arguments, [[bash("touch begun && sleep 600")], *again])
    it.session()
    job = it.run("sleep please")
    until("the agent is at work", (it.tree / "begun").exists)
    keeper = json.loads((it.root / f".televibe/jobs/{job}/keeper.json").read_text())
    os.kill(keeper["pid"], signal.SIGKILL)
    done = it.ended(job)
    assert done["status"] == "done", (done, log(it, job))
    assert "more" in (it.tree / "again.txt").read_text(), log(it, job)
    assert not marked(job), marked(job)
    it.stop()


def told(it, *words):
    """Which of the words the model was told in the last request."""
    text = json.dumps(it.messages.bodies[-1])
    return [word for word in words if word in text]


def instruct(it, instruction, **choices):
    job = it.call("run_instruction", session_id="S1", instruction=instruction, **choices)["job"]["job_id"]
    done = it.ended(job)
    assert done["status"] == "done", (done, log(it, job))
    return done


def conversation_goes_on(arguments):
    """The next instruction knows the one before, after a restart and a crash too; a new one does not."""
    it = desk(arguments, [])
    it.session()
    assert not instruct(it, "remember the word plum")["continues"]
    assert instruct(it, "and the word quince")["continues"]
    assert told(it, "plum", "quince") == ["plum", "quince"]
    it.crash()
    it.start()
    instruct(it, "-which words were these?")
    assert told(it, "plum", "quince", "-which words") == ["plum", "quince", "-which words"]
    it.crash()
    it.start()
    instruct(it, "begin anew", new_conversation=True)
    assert told(it, "plum", "quince", "begin anew") == ["begin anew"]
    instruct(it, "go on")
    assert told(it, "plum", "begin anew", "go on") == ["begin anew", "go on"]
    it.stop()


def conversation_survives_its_killed_job(arguments):
    """A job that was killed is part of the conversation of the next."""
    it = desk(arguments, [[bash("touch begun && sleep 600")]])
    it.session()
    job = it.run("the word is medlar")
    until("the agent is at work", (it.tree / "begun").exists)
    it.call("cancel_job", job_id=job)
    it.ended(job)
    it.crash()
    it.start()
    instruct(it, "what was the word?")
    assert told(it, "medlar", "what was the word") == ["medlar", "what was the word"], log(it, job)
    it.stop()


def memory_reaches_the_agent(arguments):
    """The person's own memory always; what the repository says once its owner trusts it."""
    it = desk(arguments, [])
    (it.api / "CLAUDE.md").write_text("REPOSITORY-MEMORY\n")
    (it.api / "AGENTS.md").write_text("AGENTS-MEMORY\n")
    skill = it.api / ".claude/skills/paint/SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text("---\nname: paint\ndescription: REPOSITORY-SKILL paints\n---\nPaint.\n")
    own = it.home / ".claude/CLAUDE.md"
    own.parent.mkdir()
    own.write_text("PERSONS-MEMORY\n")
    profile = it.root / ".televibe/profiles/careful.md"
    profile.parent.mkdir()
    profile.write_text("PROFILE-MEMORY\n")
    it.commit("memory")
    it.start()
    it.call("register_project", path=str(it.api))
    made = it.call("create_session", project_id="api", branch="work", superclaude_profile="careful")
    assert "trust_project" in made["message"], made
    marks = ["PERSONS-MEMORY", "PROFILE-MEMORY", "REPOSITORY-MEMORY", "AGENTS-MEMORY", "REPOSITORY-SKILL"]
    instruct(it, "look around")
    assert told(it, *marks) == marks[:2], told(it, *marks)
    it.call("trust_project", project_id="api", trusted=True)
    instruct(it, "look again", new_conversation=True)
    assert told(it, *marks) == marks, told(it, *marks)
    it.call("trust_project", project_id="api", trusted=False)
    instruct(it, "look away", new_conversation=True)
    assert told(it, *marks) == marks[:2], told(it, *marks)
    it.stop()


def model_of_a_job(arguments):
    it = desk(arguments, [])
    it.session()
    instruct(it, "use the small one", model="claude-haiku-4-5")
    assert it.messages.bodies[-1]["model"] == "claude-haiku-4-5", it.messages.bodies[-1]["model"]
    it.stop()


def plan_first(arguments):
    """A plan changes nothing, whatever the model tries; the next instruction knows it."""
    it = desk(arguments, [[bash("echo made > made.txt")], [{"type": "text", "text": "the plan is a pergola"}]])
    it.session()
    assert instruct(it, "plan it", plan=True)["result_summary"] == "the plan is a pergola"
    assert not (it.tree / "made.txt").exists()
    instruct(it, "do it")
    assert told(it, "pergola", "do it") == ["pergola", "do it"]
    it.stop()


def by_protocol(arguments, settings=None):
    """The same agent behind its adapter for the Agent Client Protocol."""
    it = desk(arguments, [[bash(PUSH)]])
    it.configure(f"""
runner:
  agent: acp
  acp_command: [node, {arguments.adapter}]
  acp_asks: true
  grace_seconds: 5
approval:
  require_for_shell: false
sandbox:
  read: [{os.path.dirname(arguments.claude)}, {arguments.adapter.split("/node_modules/")[0]}]
""")
    it.environment["CLAUDE_CODE_EXECUTABLE"] = arguments.claude
    if settings is not None:
        (it.api / ".claude").mkdir()
        (it.api / ".claude/settings.json").write_text(json.dumps(settings))
        it.commit("settings")
    it.session()
    return it, it.run("push please")


def approved_and_denied_by_protocol(arguments):
    it, job = by_protocol(arguments)
    it.wait(job, "waiting_approval")
    pending = it.call("list_pending_approvals")["pending"]
    assert [question["approval_scope"] for question in pending] == ["push"], pending
    assert not it.pushed()
    it.call("approve_job", job_id=job)
    done = it.ended(job)
    assert done["status"] == "done" and it.pushed(), (done, log(it, job))
    it.stop()
    it, job = by_protocol(arguments)
    it.wait(job, "waiting_approval")
    it.call("deny_job", job_id=job)
    assert it.ended(job)["status"] == "canceled" and not it.pushed(), log(it, job)
    assert not marked(job), marked(job)
    it.stop()


def settings_of_the_repository_by_protocol(arguments):
    """The adapter reads the repository's settings; what they let pass, the house asks about."""
    it, job = by_protocol(arguments, {"permissions": {"allow": ["Bash(git push:*)", "Bash"]}})
    found = it.wait(job, "done", "failed", "waiting_approval")
    assert not it.pushed(), (found, log(it, job))
    if found["status"] == "waiting_approval":
        it.call("cancel_job", job_id=job)
    it.stop()


def random_run(arguments, seed):
    """A push, and anything that can go wrong with the question; only an approved one may arrive."""
    dice = random.Random(seed)
    it = desk(arguments, [[bash(PUSH)]], wait=dice.choice([0, 60]))
    it.session()
    job = it.run("push please")
    it.wait(job, "waiting_approval")
    approved = False
    for _ in range(dice.randrange(1, 4)):
        deed = dice.choice(["kill remote", "kill receive", "crash", "wait", "kill agent"])
        if deed == "crash":
            it.crash()
            it.start()
        elif deed == "wait":
            time.sleep(dice.random())
        else:
            word = {"kill remote": "job-process remote", "kill receive": "job-process receive", "kill agent": "--session-id"}
            for pid, words in marked(job):
                if word[deed] in words:
                    try:
                        os.kill(pid, signal.SIGKILL)
                    except ProcessLookupError:
                        pass
        assert not it.pushed(), f"seed {seed}: pushed without approval after {deed}"
    end = dice.choice(["approve", "deny", "cancel"])
    try:
        if end == "approve":
            it.call("approve_job", job_id=job)
            approved = True
        else:
            it.call(f"{end}_job", job_id=job)
    except AssertionError:
        pass  # the job may have ended by what was done to it
    it.wait(job, "done", "failed", "canceled", "waiting_approval")
    pushed = it.pushed()
    status = it.call("get_job", job_id=job)["job"]["status"]
    if status == "waiting_approval":
        it.call("cancel_job", job_id=job)
    left = marked(job)
    it.stop()
    assert approved or not pushed, f"seed {seed}: pushed without approval"
    assert not left, f"seed {seed}: {left}"
    return approved, pushed


def main():
    class Arguments:
        ensemble, claude, adapter = sys.argv[1:4]

    cases = [
        allowed_by_policy, approved_while_it_waits, deferred_over_a_restart, denied,
        repository_cannot_switch_the_gate_off, killed_doors, parallel_calls, canceled_in_the_middle,
        orchestrator_killed_in_the_middle, keeper_killed_in_the_middle, approved_and_denied_by_protocol,
        settings_of_the_repository_by_protocol, conversation_goes_on, conversation_survives_its_killed_job,
        memory_reaches_the_agent, model_of_a_job, plan_first,
    ]
    failed = 0
    for case in cases:
        try:
            case(Arguments)
            print(f"claude: {case.__name__}: ok", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"claude: {case.__name__}: FAILED: {error}", flush=True)
    runs = int(sys.argv[4])
    counts = {"approved": 0, "pushed": 0}
    at_once = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    with concurrent.futures.ThreadPoolExecutor(at_once) as places:
        begun = [places.submit(random_run, Arguments, seed) for seed in range(runs)]
        for number, run in enumerate(concurrent.futures.as_completed(begun), 1):
            try:
                approved, pushed = run.result()
                counts["approved"] += approved
                counts["pushed"] += pushed
            except AssertionError as error:
                failed += 1
                print(f"claude: {error}", flush=True)
            if number % 25 == 0:
                print(f"claude: {number} of {runs} random runs, {failed} failed: {counts}", flush=True)
    print(f"claude: {runs} random runs, {counts['approved']} approved, {counts['pushed']} pushed, "
          f"0 without approval" if not failed else f"claude: {failed} failed")
    sys.exit(1 if failed else 0)


main()
