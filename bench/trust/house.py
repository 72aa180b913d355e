"""A house of its own for a campaign: started in a temporary folder, spoken to over its wires."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time


class House:
    """A running server whose data folder goes away with it."""

    def __init__(self, program, *more):
        self.folder = tempfile.mkdtemp(prefix="ensemble-trust-")
        self.data = os.path.join(self.folder, "data")
        environment = {"HOME": self.folder, "PATH": os.environ.get("PATH", "")}
        self.environment = environment
        self.program = program
        self.process = subprocess.Popen(
            [program, "--data", self.data, "serve", "--http", "127.0.0.1:0", *more],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, cwd=self.folder, text=True,
        )
        self.address = None
        for line in self.process.stdout:
            words = line.split()
            if words and words[0] == "mcp":
                host, port = words[1].removeprefix("http://").removesuffix("/mcp").rsplit(":", 1)
                self.address = (host, int(port))
            if words and words[0] == "data":
                break
        if self.address is None:
            raise SystemExit("the server did not start")
        self.unix = os.path.join(self.data, "ensemble.sock")
        with open(os.path.join(self.data, "token"), encoding="ascii") as file:
            self.token = file.read().strip()

    def make_token(self, name, *scopes):
        line = [self.program, "--data", self.data, "token", "new", name, "--json"]
        for scope in scopes:
            line += ["--scope", scope]
        made = subprocess.run(line, capture_output=True, env=self.environment, text=True, check=True)
        return json.loads(made.stdout)["data"]["token"]

    def is_alive(self):
        return self.process.poll() is None

    def memory_mib(self):
        """The most memory the process ever held, and what it holds now."""
        found = {}
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            for line in file:
                name, _, value = line.partition(":")
                if name in ("VmHWM", "VmRSS", "Threads"):
                    found[name] = int(value.split()[0])
        return found["VmHWM"] >> 10, found["VmRSS"] >> 10, found["Threads"]

    def ping_owner(self):
        """Milliseconds until the owner's socket answers, connecting included."""
        begun = time.monotonic()
        with socket.socket(socket.AF_UNIX) as wire:
            wire.settimeout(30)
            wire.connect(self.unix)
            params = {"protocolVersion": "2025-11-25", "capabilities": {},
                      "clientInfo": {"name": "campaign", "version": "1"}}
            line = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
            wire.sendall(json.dumps(line).encode() + b"\n")
            said = b""
            while not said.endswith(b"\n"):
                part = wire.recv(65536)
                if not part:
                    raise ConnectionError("the owner's socket hung up")
                said += part
        return (time.monotonic() - begun) * 1000

    def call(self, tool, arguments, token=None, timeout=60):
        """The answer of a tool over HTTP and the milliseconds it took, connecting included."""
        meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
                "io.modelcontextprotocol/clientInfo": {"name": "campaign", "version": "1"}}
        params = {"name": tool, "arguments": arguments, "_meta": meta}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()
        head = (f"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {token or self.token}\r\n"
                "connection: close\r\ncontent-type: application/json\r\n"
                "accept: application/json, text/event-stream\r\nmcp-protocol-version: 2026-07-28\r\n"
                f"mcp-method: tools/call\r\nmcp-name: {tool}\r\ncontent-length: {len(body)}\r\n\r\n").encode()
        begun = time.monotonic()
        with socket.create_connection(self.address, timeout=timeout) as wire:
            wire.sendall(head + body)
            said = b""
            while part := wire.recv(1 << 16):
                said += part
        took = (time.monotonic() - begun) * 1000
        start, end = said.find(b"{"), said.rfind(b"}") + 1
        return json.loads(said[start:end]) if start >= 0 else None, took

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def quantiles(values):
    ordered = sorted(values)
    at = lambda part: ordered[min(len(ordered) - 1, int(len(ordered) * part))]
    return at(0.5), at(0.99), ordered[-1]
