"""Words from WordNet: base forms, other words for a word, opposites, and which nouns are people."""

import pathlib
import re

KINDS = {"verb": "v", "noun": "n", "adj": "a"}


class Lexicon:
    def __init__(self, folder):
        folder = pathlib.Path(folder)
        self.exceptions, self.lines, self.words = {}, {}, {}
        for kind in KINDS:
            for line in (folder / f"{kind}.exc").read_text().splitlines():
                form, base = line.split()[:2]
                self.exceptions[(kind, form)] = base
            self.lines[kind] = self.data(folder / f"data.{kind}")
            self.words[kind] = self.index(folder / f"index.{kind}")
        self.people = self.under("noun", "person")

    @staticmethod
    def data(path):
        """Offset to (words, pointers)."""
        found = {}
        for line in path.open():
            if line.startswith("  "):
                continue
            fields = line.split("|")[0].split()
            count = int(fields[3], 16)
            words = [fields[4 + 2 * at] for at in range(count)]
            at = 4 + 2 * count
            pointers = [tuple(fields[at + 1 + 4 * n : at + 5 + 4 * n]) for n in range(int(fields[at]))]
            found[fields[0]] = (words, pointers)
        return found

    @staticmethod
    def index(path):
        """Word to the offsets of its senses, the usual one first."""
        found = {}
        for line in path.open():
            if line.startswith("  "):
                continue
            fields = line.split()
            senses = int(fields[2])
            found[fields[0]] = fields[-senses:]
        return found

    def under(self, kind, word):
        top = set(self.words[kind][word][:1])
        below = {}
        for offset, (_, pointers) in self.lines[kind].items():
            for symbol, target, _, _ in pointers:
                if symbol == "@":
                    below.setdefault(target, []).append(offset)
        open_, found = list(top), set(top)
        while open_:
            for it in below.get(open_.pop(), []):
                if it not in found:
                    found.add(it)
                    open_.append(it)
        return found

    def base(self, verb):
        if ("verb", verb) in self.exceptions:
            return self.exceptions[("verb", verb)]
        if verb in self.words["verb"]:
            return verb
        for ending, other in (("ies", "y"), ("ied", "y"), ("es", "e"), ("es", ""), ("s", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")):
            if verb.endswith(ending) and verb[: -len(ending)] + other in self.words["verb"]:
                return verb[: -len(ending)] + other
        doubled = re.fullmatch(r"(.*(.))\2(ed|ing)", verb)
        return doubled.group(1) if doubled and doubled.group(1) in self.words["verb"] else verb

    def is_person(self, noun):
        senses = self.words["noun"].get(noun) or self.words["noun"].get(noun.rstrip("s")) or []
        return bool(senses) and senses[0] in self.people

    def is_name(self, word):
        return not any(word.lower() in self.words[kind] for kind in ("noun",)) or self.is_person(word.lower())

    def other(self, word, random):
        """Another word for a lower-case word that has few senses, or the word."""
        if not word.islower() or len(word) < 4:
            return word
        for kind in ("noun", "verb", "adj"):
            senses = self.words[kind].get(word)
            if senses and len(senses) <= 4:
                others = [it for it in self.lines[kind][senses[0]][0] if it.lower() != word and it.isalpha() and it.islower()]
                if others:
                    return random.choice(others)
        return word

    def wider(self, word):
        """A word for the kind of thing that a noun names, or None."""
        senses = self.words["noun"].get(word)
        if not senses or len(senses) > 3:
            return None
        for symbol, target, kind, _ in self.lines["noun"][senses[0]][1]:
            if symbol == "@" and kind == "n":
                for it in self.lines["noun"][target][0]:
                    if it.isalpha() and it.islower():
                        return it
        return None

    def opposite(self, word):
        """A word that says the contrary, or None."""
        for kind in ("adj", "verb", "noun"):
            for sense in (self.words[kind].get(word) or [])[:2]:
                words, pointers = self.lines[kind][sense]
                for symbol, target, _, places in pointers:
                    if symbol == "!" and words[int(places[:2], 16) - 1].lower() == word:
                        found = self.lines[kind][target][0][int(places[2:], 16) - 1].split("(")[0]
                        if found.isalpha():
                            return found.lower()
        return None
