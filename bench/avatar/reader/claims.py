"""Claims made from sentences whose grammar is known: some follow from the sentence, some do not.

What follows: the sentence without something that can be left out, with another word for a word, or said of the
author instead of by the author. What does not: another number, name, subject or object, a contrary, what was only
said, hoped or supposed, what holds under a condition only, what is added from elsewhere.
"""

import random
import re

from questions import THIRD, joined

CLOSED = set("if unless without few hardly scarcely no none never neither nor not n't only almost nearly any every each all "
             "denied refused failed forbade perhaps maybe".split())
UNSURE = set("may might could would should can must ought".split())
SAID = set("say think believe claim hope suppose deny suggest doubt want wish fear imagine guess argue expect hear allege assume "
           "predict pretend report tell feel propose".split())


def full(words):
    text = joined(words)
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text.rstrip(",;:") + "."


class Claimant:
    def __init__(self, lexicon, names, seed=0):
        self.lexicon, self.names, self.random = lexicon, names, random.Random(seed)

    def claims(self, s, elsewhere):
        """(claim, follows) pairs of a sentence; `elsewhere` is another sentence."""
        found = []
        if not 5 <= len(s.words) <= 45 or not s.children(s.root, "nsubj") or s.words[-1] not in (".", "!"):
            return found
        lower = [word.lower() for word in s.words]
        plain = not CLOSED & set(lower)
        found.append((full(s.words[:-1]), 1))
        shorter = self.shorter(s)
        if shorter and len(shorter) < len(s.words) - 2:
            found.append((full([s.words[at] for at in shorter]), int(plain)) if plain else None)
            if plain and self.random.random() < 0.6:
                words = [self.lexicon.other(s.words[at], self.random) if self.random.random() < 0.4 else s.words[at] for at in shorter]
                found.append((full(words), 1))
            if plain and {"i", "my", "we", "our"} & {lower[at] for at in shorter}:
                found.append((full(self.of_the_author([s.words[at] for at in shorter])), 1))
            if plain:
                found.append(self.added(s, shorter, elsewhere))
        base = shorter if shorter and self.random.random() < 0.6 else list(range(len(s.words) - 1))
        for make in (self.other_number, self.other_name, self.contrary, self.swapped, self.negated, self.certain):
            found.append(make(s, base))
        found.extend(self.only_said(s))
        found.append(self.conditional(s))
        return [it for it in found if it and len(it[0].split()) > 2]

    def shorter(self, s):
        """Places of the sentence without some of what can be left out."""
        drop = set()
        for at, label in enumerate(s.label):
            kind = label.split(":")[0]
            head = s.head[at]
            if kind in ("advcl", "parataxis", "discourse", "appos", "acl") and self.random.random() < 0.85:
                drop.add(at)
            elif kind == "obl" and head == s.root and self.random.random() < 0.5:
                drop.add(at)
            elif kind == "conj" and head == s.root and s.upos[at] == s.upos[s.root]:
                drop.add(at)
            elif kind == "advmod" and head == s.root and at < s.root and s.words[at].lower() not in ("not", "n't"):
                drop.add(at)
            elif kind == "cc" and head == s.root:
                drop.add(at)
        if s.children(s.root, "obl") and not s.children(s.root, "obj") and all(it in drop for it in s.children(s.root, "obl")):
            drop -= set(s.children(s.root, "obl"))
        gone = {it for at in drop for it in s.span(at)}
        kept = [at for at in range(len(s.words) - 1) if at not in gone]
        # Commas at the edges of what went go with it.
        kept = [at for n, at in enumerate(kept) if not (s.upos[at] == "PUNCT" and (n == 0 or n + 1 == len(kept) or at - 1 in gone or at + 1 in gone
                                                                                  or s.upos[kept[n - 1]] == "PUNCT"))]
        return kept if len(kept) > 3 else None

    def of_the_author(self, words):
        who = self.random.choice(["the author", "the writer", "the speaker"])
        swap = {"i": who, "me": "them", "my": "their", "we": who, "our": "their", "us": "them", "am": "is", "mine": "theirs"}
        return [swap.get(word.lower(), word) for word in words]

    def added(self, s, shorter, elsewhere):
        pieces = [at for at in elsewhere.children(elsewhere.root, "obl", "advcl") if 2 < len(elsewhere.span(at)) < 9]
        if not pieces:
            return None
        more = elsewhere.phrase(self.random.choice(pieces))
        if {word.lower() for word in more if len(word) > 3} & {word.lower() for word in s.words}:
            return None
        return full([s.words[at] for at in shorter] + more), 0

    def other_number(self, s, base):
        places = [at for at in base if s.words[at].isdigit()]
        words = {at: s.words[at] for at in base}
        if places:
            at = self.random.choice(places)
            number = int(s.words[at])
            other = str(number + self.random.choice([-7, -3, -2, -1, 1, 2, 5, 10, 12]) if number > 20 else number + self.random.randint(1, 9))
            words[at] = other
        else:
            numbers = "one two three four five six seven eight nine ten twelve twenty thirty hundred thousand".split()
            places = [at for at in base if s.upos[at] == "NUM" and s.words[at].lower() in numbers]
            if not places:
                return None
            at = self.random.choice(places)
            words[at] = self.random.choice([it for it in numbers if it != s.words[at].lower()])
        return full([words[at] for at in base]), 0

    def other_name(self, s, base):
        places = [at for at in base if s.upos[at] == "PROPN" and s.words[at][0].isupper() and not s.children(at, "flat")
                  and not s.label[at].startswith("flat")]
        if not places or not self.names:
            return None
        at = self.random.choice(places)
        words = {it: s.words[it] for it in base}
        words[at] = self.random.choice(self.names)
        return (full([words[it] for it in base]), 0) if words[at] != s.words[at] else None

    def contrary(self, s, base):
        places = [(at, self.lexicon.opposite(s.words[at].lower())) for at in base if s.upos[at] in ("ADJ", "NOUN", "ADV")]
        places = [it for it in places if it[1]]
        if not places:
            return None
        place, other = self.random.choice(places)
        return full([other if at == place else s.words[at] for at in base]), 0

    def swapped(self, s, base):
        subject, object_ = s.children(s.root, "nsubj"), s.children(s.root, "obj")
        if not subject or not object_ or s.upos[object_[0]] not in ("NOUN", "PROPN") or s.upos[subject[0]] not in ("NOUN", "PROPN"):
            return None
        first, second = s.phrase(subject[0], short=True), s.phrase(object_[0], short=True)
        if subject[0] > s.root or object_[0] < s.root or len(first) > 8 or len(second) > 8:
            return None
        between = [s.words[at] for at in s.children(s.root, "aux")] + [s.words[s.root]]
        return full(second + between + first), 0

    def negated(self, s, base):
        lower = [s.words[at].lower() for at in base]
        for word in ("not", "n't", "never"):
            if word in lower:
                return full([s.words[at] for at in base if s.words[at].lower() != word]), 0
        places = [at for at in s.children(s.root, "aux", "cop") if at in base]
        if not places:
            if s.xpos[s.root] not in ("VBD", "VBZ", "VBP") or s.root not in base:
                return None
            do = {"VBD": "did", "VBZ": "does", "VBP": "do"}[s.xpos[s.root]]
            verb = [do, "not", self.lexicon.base(s.words[s.root].lower())]
            return full([it for at in base for it in (verb if at == s.root else [s.words[at]])]), 0
        at = places[0]
        return full([it for place in base for it in ([s.words[place], "not"] if place == at else [s.words[place]])]), 0

    def certain(self, s, base):
        places = [at for at in s.children(s.root, "aux") if s.words[at].lower() in ("may", "might", "could") and at in base]
        if places and s.xpos[s.root] == "VB":
            return full([{"may": "will", "might": "will", "could": "did"}[s.words[at].lower()] if at == places[0] else s.words[at]
                         for at in base]), 0
        places = [at for at in base if s.words[at].lower() in ("some", "many", "most", "few", "several") and s.label[at] in ("det", "amod")]
        if places:
            return full(["all" if at == places[0] else s.words[at] for at in base]), 0
        return None

    def only_said(self, s):
        found = []
        for at in s.children(s.root, "ccomp"):
            if self.lexicon.base(s.words[s.root].lower()) in SAID and s.children(at, "nsubj"):
                words = [s.words[it] for it in s.span(at) if s.label[it] != "mark" or s.head[it] != at]
                if 3 < len(words) < 25 and words[0].lower() not in THIRD:
                    found.append((full(words), 0))
        return found

    def conditional(self, s):
        for at in s.children(s.root, "advcl"):
            if {"if", "unless"} & {s.words[it].lower() for it in s.children(at, "mark")}:
                gone = set(s.span(at))
                words = [s.words[it] for it in range(len(s.words) - 1) if it not in gone]
                while words and not words[0][0].isalnum():
                    words.pop(0)
                return (full(words), 0) if len(words) > 3 else None
        return None
