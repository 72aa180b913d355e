"""mcp-remote as a client's own process: lines in and out, HTTP with a token behind it."""

import json
import subprocess
import sys

node, proxy, url, token = sys.argv[1:]
process = subprocess.Popen(
    [node, proxy, url, "--allow-http", "--header", f"Authorization: Bearer {token}"],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    stderr=subprocess.DEVNULL,
    text=True,
)


def ask(number, method, params):
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    process.stdin.write(json.dumps(message) + "\n")
    process.stdin.flush()
    while True:
        line = process.stdout.readline()
        assert line, "mcp-remote ended"
        answer = json.loads(line)
        if answer.get("id") == number:
            return answer


try:
    client = {"name": "check", "version": "1"}
    opened = ask(1, "initialize", {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": client})
    assert opened["result"]["serverInfo"]["name"] == "ensemble", opened
    process.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    called = ask(2, "tools/call", {"name": "list_events", "arguments": {"limit": 2}})
    assert "house.started" in called["result"]["content"][0]["text"], called
finally:
    process.kill()
    process.wait()
