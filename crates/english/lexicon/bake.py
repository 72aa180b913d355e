#!/usr/bin/env python3
"""Bake the word table from a WordNet 3.0 dictionary folder (Debian: wordnet-base) and VerbNet 3.4.

usage: bake.py /usr/share/wordnet verbnet3.4 > words.txt

One line per word, sorted by bytes: `word codes`, or `word codes frames`.
Codes: n noun, v verb, a adjective, r adverb, each followed by one digit (how often
the sense was tagged, log2, at most 9); `p` after a noun's digit: its first sense is a person,
`P` a place; `t` after a `p`: another sense is an animal or a thing; `C` first: written with
a capital only; `A`: with a capital it is an adjective too. An irregular plural is `=lemma`.
Frames, comma separated. Of a noun's first sense: `animal`, `group`, `substance`, `time`, `act`.
Of a verb: `i` alone, `t` with an object, `d` with two, `i+P` and `t+P` with the preposition P,
`i+pp` and `t+pp` with some preposition, `link` with an adjective, `inf` with `to` and a verb,
`tinf` with an object and the same, `that` with a clause, `ing` with a gerund.
"""
import collections
import glob
import math
import re
import sys
import xml.etree.ElementTree as xml

folder = sys.argv[1]
classes_of_verbs = sys.argv[2]
POS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
SS = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
# Animals, artifacts, communications, food, groups, objects, plants, substances.
THINGS = {"05", "06", "10", "13", "14", "17", "20", "27"}
# With a capital these are rather parts of names.
NAMING = {"arctic", "attic", "modern", "mosaic", "new", "old", "pacific", "romance", "union"}
word = re.compile(r"^[a-z][a-z'-]*$")

counts = {}
for line in open(f"{folder}/cntlist.rev"):
    key, _, count = line.split()
    lemma, rest = key.split("%")
    code = SS[rest[0]]
    counts[lemma, code] = counts.get((lemma, code), 0) + int(count)

# WordNet's sentence frames, by number.
WORDNET = {1: "i", 2: "i", 4: "i+pp", 6: "link", 7: "link", 8: "t", 9: "t", 10: "t", 11: "t",
           12: "i+to", 13: "i+on", 14: "d", 15: "t+to", 16: "t+from", 17: "t+with", 18: "t+of",
           19: "t+on", 20: "t+pp", 21: "t+pp", 22: "i+pp", 24: "tinf", 26: "that", 27: "i+to",
           28: "inf", 31: "t+with", 33: "ing"}
NOUNS = {"05": "animal", "14": "group", "27": "substance", "28": "time", "04": "act"}
frames = collections.defaultdict(set)


def verbnet(element, inherited):
    """The frames of a class go to its members and to those of its subclasses."""
    own = set(inherited)
    for frame in element.findall("FRAMES/FRAME"):
        parts = [part for part in frame.find("SYNTAX")]
        at = next((i for i, part in enumerate(parts) if part.tag == "VERB"), len(parts))
        shape, restricted = [], False
        for part in parts[at + 1 :]:
            kinds = {r.get("type") for r in part.iter("SYNRESTR") if r.get("Value") == "+"}
            if kinds & {"sc_to_inf", "rs_to_inf"}:
                own.add("inf")
            if "oc_to_inf" in kinds:
                own.add("tinf")
            if "that_comp" in kinds:
                own.add("that")
            restricted |= bool(kinds - {"plural", "definite", "genitive"})
            shape.append((part.tag, part.get("value") or ""))
        tags = [tag for tag, _ in shape]
        if restricted or at == len(parts):
            continue
        words = [w for tag, value in shape if tag == "PREP" for w in value.lower().split()]
        words = [w for w in words if re.match(r"^[a-z]+$", w)]
        if tags == []:
            own.add("i")
        elif tags == ["NP"]:
            own.add("t")
        elif tags == ["NP", "NP"]:
            own.add("d")
        elif tags == ["PREP", "NP"]:
            own.update(f"i+{w}" for w in words or ["pp"])
        elif tags == ["NP", "PREP", "NP"]:
            own.update(f"t+{w}" for w in words or ["pp"])
    for member in element.findall("MEMBERS/MEMBER"):
        frames[member.get("name").lower().replace("_", "-")].update(own)
    for below in element.findall("SUBCLASSES/VNSUBCLASS"):
        verbnet(below, own)


for path in sorted(glob.glob(f"{classes_of_verbs}/*.xml")):
    verbnet(xml.parse(path).getroot(), set())

synsets, lower, upper, classes = {}, set(), set(), set()
for name, code in POS.items():
    for line in open(f"{folder}/data.{name}"):
        if line.startswith("  "):
            continue
        head = line.split(" | ")[0].split()
        number = int(head[3], 16)
        lemmas = [re.sub(r"\(.*\)", "", w) for w in head[4 : 4 + 2 * number : 2]]
        instance = "@i" in head[4 + 2 * number :]
        synsets[code, head[0]] = head[1]
        if code == "v":
            at = 4 + 2 * number
            entries = head[at + 1 + 4 * int(head[at]) + 1 :]
            for number_of, which in zip(entries[1::3], entries[2::3]):
                frame = WORDNET.get(int(number_of))
                index = int(which, 16)
                about = lemmas if index == 0 else lemmas[index - 1 : index]
                for lemma in about:
                    if frame:
                        frames[lemma.lower()].add(frame)
        for lemma in lemmas:
            if lemma == lemma.lower():
                lower.add((lemma.lower(), code))
            elif lemma == lemma.capitalize():
                upper.add((lemma.lower(), code))
            if not instance:
                classes.add((lemma.lower(), code))

table, nouns = {}, collections.defaultdict(set)
for name, code in POS.items():
    for line in open(f"{folder}/index.{name}"):
        if line.startswith("  "):
            continue
        fields = line.split()
        lemma = fields[0]
        if not word.match(lemma) or (lemma, code) not in classes:
            continue
        senses = int(fields[2])
        first = synsets[code, fields[-senses]]
        count = counts.get((lemma, code), 0)
        digit = min(9, int(math.log2(count)) + 1) if count else 0
        tail = ""
        if code == "n":
            if first in NOUNS:
                nouns[lemma].add(NOUNS[first])
            tail = {"18": "p", "15": "P"}.get(first, "")
            others = {synsets[code, sense] for sense in fields[-senses:]}
            tail += "t" if tail == "p" and others & THINGS else ""
        capital = "" if (lemma, code) in lower else "C"
        table.setdefault(lemma, []).append((capital, f"{code}{digit}{tail}"))

def tail_of(lemma, readings):
    found = set()
    if any(r.startswith("n") for _, r in readings):
        found |= nouns.get(lemma, set())
    if any(r.startswith("v") for _, r in readings):
        found |= frames.get(lemma, set())
    return " " + ",".join(sorted(found)) if found else ""


lines = {}
for lemma, readings in table.items():
    capital = "C" if all(c for c, _ in readings) else ""
    known = "".join(r for c, r in readings if capital or not c)
    described = not capital and (lemma, "a") in upper and lemma not in NAMING
    lines[lemma] = (capital + known + ("A" if described else ""), tail_of(lemma, readings))
for line in open(f"{folder}/noun.exc"):
    form, lemma = line.split()[:2]
    if word.match(form) and word.match(lemma) and form != lemma:
        codes, tail = lines.get(form, ("", ""))
        lines[form] = (codes + "=" + lemma, tail)
for key in sorted(lines, key=lambda k: k.encode()):
    codes, tail = lines[key]
    print(f"{key} {codes}{tail}")
