"""A scripted Messages API on loopback: it answers each request with the turn that comes next."""

import http.server
import json
import threading


class Messages(http.server.BaseHTTPRequestHandler):
    """Answers each request with the turn that its number of assistant messages asks for."""

    def do_HEAD(self):
        self.send_response(200)
        self.end_headers()

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.bodies.append(body)
        turn = sum(message["role"] == "assistant" for message in body["messages"])
        turns = self.server.turns
        blocks = turns[turn] if turn < len(turns) else [{"type": "text", "text": "done"}]
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        self.event("message_start", message={
            "id": f"msg_{turn}", "type": "message", "role": "assistant", "model": body["model"],
            "content": [], "stop_reason": None, "stop_sequence": None,
            "usage": {"input_tokens": 10, "output_tokens": 1},
        })
        uses = False
        for index, block in enumerate(blocks):
            if block["type"] == "text":
                self.event("content_block_start", index=index, content_block={"type": "text", "text": ""})
                delta = {"type": "text_delta", "text": block["text"]}
            else:
                uses = True
                start = {"type": "tool_use", "id": block["id"], "name": block["name"], "input": {}}
                self.event("content_block_start", index=index, content_block=start)
                delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
            self.event("content_block_delta", index=index, delta=delta)
            self.event("content_block_stop", index=index)
        reason = "tool_use" if uses else "end_turn"
        self.event("message_delta", delta={"stop_reason": reason, "stop_sequence": None}, usage={"output_tokens": 5})
        self.event("message_stop")

    def event(self, kind, **data):
        text = json.dumps({"type": kind, **data})
        self.wfile.write(f"event: {kind}\ndata: {text}\n\n".encode())

    def log_message(self, *_):
        pass


def bash(command, number=1):
    return {"type": "tool_use", "id": f"toolu_{number:04}", "name": "Bash", "input": {"command": command}}


def serve(turns):
    """Serves these turns until the program ends."""
    api = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Messages)
    api.turns, api.bodies = turns, []
    threading.Thread(target=api.serve_forever, daemon=True).start()
    return api
