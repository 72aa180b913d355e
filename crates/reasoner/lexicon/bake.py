#!/usr/bin/env python3
"""Bake the word table from a WordNet 3.0 dictionary folder (Debian: wordnet-base).

usage: bake.py /usr/share/wordnet > english.txt

One line per word, sorted by bytes: `word codes`.
Codes: n noun, v verb, a adjective, r adverb, each followed by one digit (how often
the sense was tagged, log2, at most 9); `p` after a noun's digit: its first sense is a person,
`P` a place; `t` after a `p`: another sense is an animal or a thing; `C` first: written with
a capital only; `A`: with a capital it is an adjective too. An irregular plural is `=lemma`.
"""
import math
import re
import sys

folder = sys.argv[1]
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
        for lemma in lemmas:
            if lemma == lemma.lower():
                lower.add((lemma.lower(), code))
            elif lemma == lemma.capitalize():
                upper.add((lemma.lower(), code))
            if not instance:
                classes.add((lemma.lower(), code))

table = {}
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
            tail = {"18": "p", "15": "P"}.get(first, "")
            others = {synsets[code, sense] for sense in fields[-senses:]}
            tail += "t" if tail == "p" and others & THINGS else ""
        capital = "" if (lemma, code) in lower else "C"
        table.setdefault(lemma, []).append((capital, f"{code}{digit}{tail}"))

lines = {}
for lemma, readings in table.items():
    capital = "C" if all(c for c, _ in readings) else ""
    known = "".join(r for c, r in readings if capital or not c)
    described = not capital and (lemma, "a") in upper and lemma not in NAMING
    lines[lemma] = capital + known + ("A" if described else "")
for line in open(f"{folder}/noun.exc"):
    form, lemma = line.split()[:2]
    if word.match(form) and word.match(lemma) and form != lemma:
        lines[form] = lines.get(form, "") + "=" + lemma
for key in sorted(lines, key=lambda k: k.encode()):
    print(key, lines[key])
