"""Pushes an avatar into a project and asks it there, through the real programs.

    supabase.py PATH_OF_ensemble WHEEL_OF_POSTGRES PATH_OF_postgrest
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import urllib.request

from supabase_stack import Stack, key

ensemble, wheel, postgrest = sys.argv[1:]
root = pathlib.Path(__file__).resolve().parents[2]
server = pathlib.Path(ensemble).with_name("avatar-mcp-server")

QUESTIONS = [
    "How do I approve a push?",
    "What is the journal?",
    "Which file formats can be added to an avatar?",
    "What does statement 19 say about the page it stands on?",
    "How can I undo the closing of a session?",
    "How do I revoke a token?",
    "How do I make a backup?",
    "What does the reasoner do with a contradiction?",
]
OFF_TOPIC = ["Who won the football world cup?", "What is the boiling point of tungsten?"]


def say(text):
    print(f"ok  {text}", flush=True)


def check(holds, text, *about):
    if not holds:
        raise SystemExit(f"supabase: not so: {text}\n" + "\n".join(str(it) for it in about))
    say(text)


class Person:
    """Somebody with a home folder and some variables."""

    def __init__(self, stack, **variables):
        self.home = tempfile.TemporaryDirectory()
        self.variables = {"HOME": self.home.name, "PATH": os.environ["PATH"], **variables}
        if stack:
            self.variables["SUPABASE_URL"] = stack.url

    def run(self, *arguments):
        done = subprocess.run([ensemble, *arguments, "--json"], env=self.variables, cwd=self.home.name,
                              capture_output=True, text=True)
        envelope = json.loads(done.stdout) if done.stdout.strip() else {}
        return done.returncode, envelope.get("data"), done.stderr + done.stdout

    def must(self, *arguments):
        code, data, told = self.run(*arguments)
        if code != 0:
            raise SystemExit(f"supabase: {arguments} ended with {code}: {told}")
        return data

    def tools(self, avatar, *calls):
        """The results of tool calls to the avatar's own server."""
        asked = [("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                 "clientInfo": {"name": "check", "version": "1"}})]
        asked += [("tools/call", {"name": name, "arguments": arguments}) for name, arguments in calls]
        child = subprocess.Popen([server, "--avatar", avatar], env=self.variables, cwd=self.home.name,
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        results = []
        for number, (method, parameters) in enumerate(asked):
            request = {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
            try:
                child.stdin.write(json.dumps(request) + "\n")
                child.stdin.flush()
            except BrokenPipeError:
                break
            line = child.stdout.readline()
            while line and json.loads(line).get("id") != number:
                line = child.stdout.readline()
            if not line:
                break
            results.append(json.loads(line).get("result"))
            if number == 0:
                child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        _, told = child.communicate(timeout=60)
        if not results:
            raise RuntimeError(told)
        return [it.get("structuredContent", it) for it in results[1:]]


def rest(stack, role, path):
    request = urllib.request.Request(f"{stack.url}/rest/v1/{path}",
                                     headers={"apikey": key(role), "authorization": f"Bearer {key(role)}"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def searched(stack):
    """What the hybrid function answers with; 404 until PostgREST knows it."""
    body = json.dumps({"p_avatar_id": "keeper", "p_query_text": "x"})
    return stack.forward("POST", "/rpc/search_avatar_chunks_hybrid", body, {"content-type": "application/json"})[0]


def corpus_of(person):
    book = root / "crates/avatar/tests/fixtures/book.pdf"
    made = person.must("avatar", "create", "keeper", "--name", "Keeper")
    # Short passages, so that there are several times as many as are fetched for a question.
    config = pathlib.Path(made["config"])
    profile = json.loads(config.read_text())
    profile["vectorStore"] |= {"chunkSize": 80, "chunkOverlap": 16}
    config.write_text(json.dumps(profile))
    return person.must("avatar", "add", "keeper", str(root / "docs/handbook"), str(book))


def answers(person):
    calls = [("generate_response", {"question": it}) for it in QUESTIONS + OFF_TOPIC]
    return person.tools("keeper", *calls)


def setting_up(stack, owner):
    code, _, told = owner.run("avatar", "push", "keeper")
    check(code == 1 and "ensemble avatar schema" in told, "a project without the tables says what to apply", told)
    schema = owner.must("avatar", "schema")["sql"]
    stack.sql(schema)
    stack.sql(schema)
    stack.until(lambda: searched(stack) == 200, "the schema")
    say("the printed schema is applied, and applied again")


def pushing(stack, owner, added):
    stack.fail_after = 7
    code, _, told = owner.run("avatar", "push", "keeper")
    stack.fail_after = None
    there = int(stack.sql("select count(*) from avatar_chunks"))
    check(code != 0 and "503" in told and 0 < there < added["passages"],
          f"a push that is cut off leaves {there} of {added['passages']} passages", told)
    seen = [rest(stack, "anon", table) for table in ("avatars", "avatar_documents", "avatar_chunks?select=id")]
    check(seen == [[], [], []], "nobody sees any of them")
    pushed = owner.must("avatar", "push", "keeper")
    check(pushed["sent"] == added["passages"] - there and pushed["public"],
          f"the next push sends the other {pushed['sent']}", pushed)
    pushed = owner.must("avatar", "push", "keeper")
    check(pushed["sent"] == 0 and pushed["unchanged"] == pushed["documents"], "a further one sends none", pushed)
    plan = stack.sql("""set enable_seqscan = off; set enable_sort = off; explain select id from avatar_chunks
        where vector_dims(embedding) = 256 order by embedding::vector(256) <=>
        (select embedding from avatar_chunks limit 1)::vector(256) limit 5""")
    check("avatar_chunks_by_256" in plan, "the HNSW index of the encoder's dimensions is used", plan)


def asking(stack, local, reader):
    here, there = answers(local), answers(reader)
    first = [[it["citations"][0] if it["citations"] else None for it in side[:len(QUESTIONS)]] for side in (here, there)]
    same = [mine["quote"] == theirs["quote"] for mine, theirs in zip(*first) if mine and theirs]
    check(sum(same) >= len(QUESTIONS) * 3 / 4,
          f"{sum(same)} of {len(QUESTIONS)} questions are answered first with the sentence that answers on the own machine", first)
    check(all(mine == theirs for mine, theirs in zip(*first) if mine and theirs and mine["quote"] == theirs["quote"]),
          "and cited to the same page, section and range of bytes", first)
    quoted = [it["quote"] for theirs in there for it in theirs["citations"]]
    contents = [row["content"] for row in rest(stack, "anon", "avatar_chunks?select=content")]
    check(all(any(quote in content for content in contents) for quote in quoted),
          f"all {len(quoted)} quotations are words of their passages")
    check(all(theirs["citations"] == [] for theirs in there[len(QUESTIONS):]), "what it does not cover it refuses",
          there[len(QUESTIONS):])
    strict, loose, few, info = reader.tools(
        "keeper", ("query_corpus", {"query": "approve a push"}),
        ("query_corpus", {"query": "approve a push", "threshold": 0, "limit": 20}),
        ("query_corpus", {"query": "approve a push", "threshold": 0, "limit": 2, "sources": ["the upland register"]}),
        ("get_avatar_info", {}))
    scores = [it["score"] for it in loose["passages"]]
    check(len(scores) == 20 and scores == sorted(scores, reverse=True) and
          all(it["score"] >= 0.7 for it in strict["passages"]) and 0 < len(strict["passages"]) <= 5,
          "limit and threshold hold", strict, scores)
    check({it["source"] for it in few["passages"]} == {"The Upland Register"}, "sources hold", few)
    mine, = local.tools("keeper", ("get_avatar_info", {}))
    check(all(info[name] == mine[name] for name in ("id", "name", "description", "corpus_size", "document_count"))
          and info["_meta"]["passage_count"] == mine["_meta"]["passage_count"]
          and info["_meta"]["retrieval"] == "supabase:" + mine["_meta"]["retrieval"], "it says who and how large it is", info)
    given = reader.tools("keeper", ("generate_response", {
        "question": QUESTIONS[0],
        "passages": [{"content": strict["passages"][0]["content"]}, "Pushes are approved by the moon."]}))[0]
    check(given["_meta"]["passages_not_in_corpus"] == 1 and given["citations"],
          "passages that were handed in count where the corpus has them", given)
    asked = {path.split("?")[0] for _, path, _ in stack.log}
    check("/rest/v1/rpc/search_avatar_chunks_hybrid" in asked and "/rest/v1/avatars" in asked, "through PostgREST")


def beside_a_server(reader):
    """A server that knows no project owns the data folder; the avatar of the project is asked all the same."""
    plain = {name: value for name, value in reader.variables.items() if not name.startswith("SUPABASE")}
    owner = subprocess.Popen([ensemble, "serve", "--http", "127.0.0.1:0"], env=plain, cwd=reader.home.name,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        owner.stdout.readline()
        info, = reader.tools("keeper", ("get_avatar_info", {}))
        check(info["_meta"]["retrieval"].startswith("supabase:"), "also beside a server that knows no project", info)
    finally:
        owner.terminate()
        owner.communicate()


def guarding(stack, owner, reader):
    owner.must("avatar", "push", "keeper", "--private")
    try:
        reader.tools("keeper", ("get_avatar_info", {}))
        raise SystemExit("supabase: the anon key sees a private avatar")
    except RuntimeError as error:
        check("no avatar `keeper`" in str(error), "row-level security hides a private avatar from the anon key", error)
    pushed = owner.must("avatar", "push", "keeper")
    check(not pushed["public"], "a further push leaves it private")
    owner.must("avatar", "push", "keeper", "--public")
    code, _, told = Person(stack, SUPABASE_ANON_KEY=key("anon")[:-3] + "xyz").run("avatar", "ask", "keeper", "what?")
    check(code == 3 and "Invalid API key" in told, "a wrong key is told apart", told)
    pusher = Person(stack, SUPABASE_SERVICE_KEY=key("anon"))
    pusher.must("avatar", "create", "other")
    code, _, told = pusher.run("avatar", "push", "other")
    check(code == 3 and "row-level security" in told, "the anon key cannot push", told)
    nobody = Person(None, SUPABASE_URL="http://127.0.0.1:9", SUPABASE_ANON_KEY="k")
    code, _, told = nobody.run("avatar", "ask", "keeper", "what?")
    check(code == 4 and "cannot be reached" in told, "a project that is not there is told apart", told)


def changing(stack, owner, added):
    """While another version is pushed, everybody sees the old one or the new one."""
    page = pathlib.Path(owner.home.name) / "ferry.md"
    page.write_text("# The ferry\n\nThe ferry to Skaldey leaves at dawn on every second Tuesday.\n")
    owner.must("avatar", "add", "keeper", str(page))
    owner.must("avatar", "remove", "keeper", "01-start")
    titles = lambda: frozenset(it["title"] for it in rest(stack, "anon", "avatar_documents?select=title"))
    before, seen, done = titles(), set(), threading.Event()

    def look():
        while not done.is_set():
            seen.add(titles())

    looking = threading.Thread(target=look)
    looking.start()
    pushed = owner.must("avatar", "push", "keeper")
    done.set()
    looking.join()
    after = titles()
    check(before != after and seen <= {before, after} and pushed["sent"] == 1,
          f"a change sends {pushed['sent']} passage and is seen in one step", pushed, seen)


def other_programs(stack, reader):
    stack.sql("""insert into avatars (id, name, description, system_prompt, is_official) values
        ('elinor', 'Elinor', 'Economist', '{}', true);
        insert into avatar_chunks (avatar_id, content, source_title, source_page, embedding) values
        ('elinor', 'In Törbel the herders wrote their rules down in 1483.', 'Governing the Commons', 62,
         (select array_agg(0.1) from generate_series(1, 1536))::vector)""")
    found, info = reader.tools("elinor", ("query_corpus", {"query": "rules of the herders in Törbel", "threshold": 0}),
                               ("get_avatar_info", {}))
    check(found["passages"][0]["page"] == 62 and found["passages"][0]["source"] == "Governing the Commons",
          "passages that another program embedded are found by their words", found)
    check(info["corpus_size"] == 10, "and their words are counted", info)
    stack.sql("alter function search_avatar_chunks_hybrid rename to hidden; notify pgrst, 'reload schema'")
    stack.until(lambda: searched(stack) == 404, "the change of the schema")
    answer, = reader.tools("keeper", ("generate_response", {"question": QUESTIONS[0]}))
    check(answer["citations"], "without the hybrid function the original one answers", answer)
    refused, = reader.tools("elinor", ("query_corpus", {"query": "herders"}))
    check("text-embedding-3-small" in str(refused), "vectors nobody here can make are named", refused)
    stack.sql("""alter function hidden rename to search_avatar_chunks_hybrid; notify pgrst, 'reload schema';
        update avatars set embedding_dimensions = 384 where id = 'keeper'""")
    refused, = reader.tools("keeper", ("query_corpus", {"query": "herders"}))
    check("384 numbers" in str(refused) and refused.get("isError"), "vectors that do not fit are told apart", refused)


def main():
    with Stack(wheel, postgrest) as stack:
        owner = Person(stack, SUPABASE_SERVICE_KEY=key("service_role"))
        local = Person(None)
        reader = Person(stack, SUPABASE_ANON_KEY=key("anon"))
        added = corpus_of(owner)
        corpus_of(local)
        setting_up(stack, owner)
        pushing(stack, owner, added)
        asking(stack, local, reader)
        beside_a_server(reader)
        guarding(stack, owner, reader)
        changing(stack, owner, added)
        other_programs(stack, reader)
    print("supabase: all of it holds")


main()
