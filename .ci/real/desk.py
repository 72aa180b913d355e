"""A root of projects served by the real program, spoken to over standard input and output."""

import json
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import time

PATIENCE = 600


def git(folder, *words):
    names = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"]
    done = subprocess.run(["git", *names, *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


class Desk:
    def __init__(self, ensemble, config, environment=None):
        self.ensemble = ensemble
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.home = pathlib.Path(self.folder.name).resolve()
        self.root = self.home / "projects"
        self.remote = self.home / "remote.git"
        self.api = self.root / "api"
        self.tree = self.root / ".televibe/workspaces/api/S1/work"
        (self.root / ".televibe").mkdir(parents=True)
        self.configure(config)
        (self.home / ".gitconfig").write_text("[user]\nname = Agent\nemail = agent@example.invalid\n")
        self.environment = {"HOME": str(self.home), "PATH": os.environ["PATH"], **(environment or {})}
        self.api.mkdir()
        git(self.home, "init", "--quiet", "--bare", "--initial-branch=main", str(self.remote))
        git(self.api, "init", "--quiet", "--initial-branch=main")
        (self.api / "README.md").write_text("hello\n")
        self.commit("first")
        git(self.api, "remote", "add", "origin", str(self.remote))
        self.server = None
        self.line = threading.Lock()

    def configure(self, config):
        (self.root / ".televibe/config.yaml").write_text(config)

    def commit(self, message):
        git(self.api, "add", "--all")
        git(self.api, "commit", "--quiet", "--message", message)

    def commit_to_remote(self):
        """The remote has what the repository has."""
        git(self.api, "push", "--quiet", "origin", "main")

    def start(self):
        words = [self.ensemble, "--data", str(self.root / ".televibe"), "serve", "--stdio"]
        words += ["--service", "orchestrator", "--root", str(self.root)]
        self.server = subprocess.Popen(
            words, env=self.environment, cwd=self.home, text=True, bufsize=1,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=(self.home / "log").open("a"),
        )
        self.number = 0
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        self.request("initialize", hello)
        self.server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')

    def request(self, method, params):
        with self.line:
            return self.exchange(method, params)

    def exchange(self, method, params):
        self.number += 1
        line = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.server.stdin.write(json.dumps(line) + "\n")
        while True:
            text = self.server.stdout.readline()
            if not text:
                raise AssertionError("the server hung up: " + (self.home / "log").read_text()[-2000:])
            answer = json.loads(text)
            if answer.get("id") == self.number:
                return answer["result"]

    def call(self, tool, **arguments):
        result = self.request("tools/call", {"name": tool, "arguments": arguments})
        assert not result.get("isError"), (tool, result["content"][0]["text"])
        return result["structuredContent"]

    def session(self):
        self.start()
        self.call("register_project", path=str(self.api))
        self.call("create_session", project_id="api", branch="work")

    def run(self, instruction):
        return self.call("run_instruction", session_id="S1", instruction=instruction)["job"]["job_id"]

    def wait(self, job, *statuses):
        begun = time.monotonic()
        while True:
            found = self.call("get_job", job_id=job)["job"]
            if found["status"] in statuses:
                return found
            if time.monotonic() - begun > PATIENCE:
                log = self.call("get_job_logs", job_id=job, tail=20)["content"]
                raise AssertionError(f"still {found['status']}: {found}\n{log}")
            time.sleep(0.02)

    def ended(self, job):
        return self.wait(job, "done", "failed", "canceled")

    def pushed(self):
        return bool(git(self.remote, "for-each-ref", "refs/heads/work"))

    def crash(self):
        self.server.send_signal(signal.SIGKILL)
        self.server.wait()

    def stop(self):
        self.server.stdin.close()
        assert self.server.wait(timeout=PATIENCE) == 0, (self.home / "log").read_text()[-2000:]


def marked(job):
    """Processes that carry the mark of a job."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if f"TELEVIBE_JOB_ID={job}".encode() in (path / "environ").read_bytes().split(b"\0"):
                state = (path / "stat").read_text().rsplit(") ", 1)[1][0]
                if state != "Z":
                    words = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                    found.append((int(path.name), words))
        except OSError:
            pass
    return found


def until(what, so):
    begun = time.monotonic()
    while not so():
        if time.monotonic() - begun > PATIENCE:
            raise AssertionError(f"{what} did not come about")
        time.sleep(0.02)
