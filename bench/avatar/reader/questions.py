"""Questions made from sentences whose grammar is known (Universal Dependencies), and near misses of them.

A sentence gives questions for its subject, object, time, place, reason, manner and number, definitions and
yes-or-no questions; the same sentence gives near misses: what it does not tell (`When ...?` where no time
stands), and the same question of another thing. Nothing here reads files.
"""

import random
import re

TIMES = set(
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday today yesterday tomorrow morning evening night afternoon week month year years "
    "century decade winter summer spring autumn days weeks months noon midnight date era".split()
)
EVALUATION = set("should must ought".split())
YOURS = {"i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "we": "you", "us": "you",
         "our": "your", "ours": "yours", "ourselves": "yourselves"}
THIRD = set("he she it they him her them this that these those his its their there which who whom what one".split())


def joined(words):
    text = ""
    for word in words:
        if not word:
            continue
        if not text or word[0] in ",.;:!?)]}%" or word in ("'s", "n't", "'re", "'ve", "'ll", "'d", "'m", "’s", "n’t", "'"):
            text += word
        elif text[-1] in "([{" or (text[-1] in "-/" and len(text) > 1 and text[-2] != " "):
            text += word
        elif word in ("-", "/") or word.startswith("-"):
            text += word
        else:
            text += " " + word
    return text.strip()


class Sentence:
    """A sentence with its tree."""

    def __init__(self, row):
        self.words = [word.replace("’", "'") for word in row["words"]]
        self.upos, self.xpos = row["upos"], row["xpos"]
        self.head = [head - 1 for head in row["head"]]
        self.label = row["label"]
        self.below = [[] for _ in self.words]
        for at, head in enumerate(self.head):
            if head >= 0:
                self.below[head].append(at)
        self.root = self.head.index(-1) if -1 in self.head else 0
        self.text = joined(self.words)

    def children(self, at, *labels):
        return [it for it in self.below[at] if self.label[it] in labels or self.label[it].split(":")[0] in labels]

    def span(self, at, without=()):
        """The places of what hangs on a word, in order."""
        found, open_ = [], [at]
        while open_:
            it = open_.pop()
            found.append(it)
            open_.extend(c for c in self.below[it] if self.label[c].split(":")[0] not in without and c not in without)
        return sorted(found)

    def phrase(self, at, short=False):
        without = ("acl", "appos", "parataxis", "punct", "advcl") if short else ()
        places = self.span(at, without)
        while places and self.upos[places[-1]] == "PUNCT":
            places.pop()
        while places and self.upos[places[0]] == "PUNCT":
            places.pop(0)
        return [self.words[it] for it in places]


def yours(words):
    return [YOURS.get(word.lower(), word) for word in words]


class Asker:
    def __init__(self, lexicon, seed=0):
        self.lexicon, self.random = lexicon, random.Random(seed)

    def base(self, verb):
        return self.lexicon.base(verb.lower())

    def clause(self, s, antecedent=None):
        """The parts of the main clause, or None where it is not plain; a pronoun stands for its antecedent."""
        root = s.root
        subject = s.children(root, "nsubj")
        if len(subject) != 1 or s.children(root, "expl", "csubj", "mark"):
            return None
        subject = subject[0]
        if s.words[-1] not in (".", "!", ";") or subject > root:
            return None
        words = s.phrase(subject, short=True)
        if not 0 < len(words) < 10:
            return None
        if words[0].lower() in THIRD and (len(words) == 1 or s.upos[subject] == "PRON"):
            if antecedent is None or words[0].lower() not in ("he", "she", "it", "they"):
                return None
            words = antecedent
        aux = s.children(root, "aux", "cop")
        negated = [it for it in s.children(root, "advmod") if s.words[it].lower() in ("not", "n't", "never")]
        copular = bool(s.children(root, "cop"))
        if not copular and s.upos[root] != "VERB":
            return None
        return subject, words, aux, negated, copular

    def lead(self, s, clause):
        """What comes before and after the subject in a question: (`did`, [`go`])."""
        subject, words, aux, negated, copular = clause
        subject_words = yours(words)
        if len(subject_words) > 0 and subject_words[0].lower() in ("the", "a", "an", "this", "these", "my", "your", "our", "his", "her", "their", "its"):
            subject_words[0] = subject_words[0][0].lower() + subject_words[0][1:]
        you = subject_words == ["you"]
        if aux:
            first = s.words[aux[0]].lower()
            first = {"'s": "is", "'re": "are", "'m": "are", "'ve": "have", "'ll": "will", "'d": "would", "ca": "can",
                     "wo": "will", "am": "are"}.get(first, first)
            if you:
                first = {"was": "were", "is": "are", "has": "have"}.get(first, first)
            rest = [s.words[it] for it in aux[1:]]
            verb = [] if copular else [s.words[s.root]]
            return first, subject_words, rest + verb
        tag, verb = s.xpos[s.root], s.words[s.root]
        do = {"VBD": "did", "VBZ": "does", "VBP": "do"}.get(tag)
        if do is None or negated:
            return None
        return do, subject_words, [self.base(verb)]

    def rest(self, s, without=(), keep=0.6):
        """What follows the verb, shortened."""
        found = []
        for it in s.below[s.root]:
            kind = s.label[it].split(":")[0]
            if it in without or it < s.root or kind in (
                "nsubj", "aux", "cop", "punct", "cc", "conj", "discourse", "parataxis", "mark", "vocative", "dislocated", "list",
                "expl", "advcl", "orphan"
            ):
                continue
            words = s.phrase(it, short=True)
            must = kind in ("obj", "iobj", "xcomp", "ccomp") or s.label[it] == "compound:prt"
            if s.words[it].lower() in ("not", "n't", "also", "however", "therefore", "then", "just", "never", "now", "still"):
                continue
            if len(words) > (14 if must else 8) or not must and self.random.random() > keep:
                if kind in ("xcomp", "ccomp"):
                    return None
                continue
            found.append((it, words))
        found.sort()
        return yours([word for _, words in found for word in words])

    def antecedent(self, s):
        """What a pronoun in the next sentence stands for: this one's subject, where it is a name or a thing."""
        subject = s.children(s.root, "nsubj")
        if len(subject) == 1 and s.upos[subject[0]] in ("PROPN", "NOUN"):
            words = s.phrase(subject[0], short=True)
            if 0 < len(words) < 7 and words[0].lower() not in THIRD:
                return words
        return None

    def questions(self, s, antecedent=None):
        """(question, kind) pairs that the sentence answers, and their (question, kind) near misses."""
        clause = self.clause(s, antecedent)
        if clause is None:
            return [], []
        subject, words, aux, negated, copular = clause
        lead = self.lead(s, clause)
        answered, missed = [], []
        pronoun = s.words[subject].lower() in THIRD
        wh = "Who" if self.person(s, subject) else "What"
        root, out = s.root, answered.append
        if copular:
            predicate = self.predicate(s, clause)
            if lead and s.upos[root] in ("NOUN", "PROPN") and not s.children(root, "case"):
                first, who, _ = lead
                out((f"{wh} {first} {joined(who)}?", "definition"))
                if wh == "What" and self.random.random() < 0.4:
                    template = self.random.choice(["What do you mean by {}?", "How do you define {}?", "Define {}.", "What does {} mean?",
                                                   "Explain {}.", "What exactly is {}?"])
                    if who != ["you"]:
                        out((template.format(joined(who)), "definition"))
            if predicate and subject is not None:
                be = s.words[aux[0]].lower()
                be = {"'s": "is", "'re": "are", "'m": "is", "am": "is"}.get(be, be)
                if not pronoun:
                    out((f"{wh} {be} {joined(predicate)}?", "subject"))
                if lead and not negated:
                    out((f"{lead[0].capitalize()} {joined(lead[1])} {joined(predicate)}?", "whether"))
            if lead and s.upos[root] == "ADJ" and self.random.random() < 0.5:
                self.opinion(joined(lead[1]), out)
        else:
            rest = self.rest(s)
            if rest is not None:
                before = [s.words[it].lower() for it in aux]
                before = [{"'s": "has", "'ve": "have", "'ll": "will", "'d": "would", "am": "is", "'m": "is", "'re": "are"}.get(it, it)
                          for it in before]
                not_ = ["not"] if negated else []
                if not pronoun:
                    out((f"{wh} {joined(before + not_ + [s.words[root]] + rest)}?", "subject"))
            if lead:
                self.about_objects(s, lead, out)
                self.about_circumstances(s, lead, out, missed.append)
                if not negated and rest is not None and self.random.random() < 0.25:
                    out((f"{lead[0].capitalize()} {joined(lead[1] + lead[2] + rest)}?", "whether"))
        if aux and any(s.words[it].lower() in EVALUATION for it in aux) and lead and lead[1] != ["you"]:
            self.opinion(joined(lead[1]), out)
        return answered, missed

    def predicate(self, s, clause):
        subject = clause[0]
        skip = set(s.span(subject)) | set(clause[2]) | set(clause[3])
        words = [s.words[it] for it in s.span(s.root, ("acl", "appos", "parataxis", "advcl", "conj", "cc", "discourse"))
                 if it not in skip and s.upos[it] != "PUNCT" and it > subject]
        return yours(words) if 0 < len(words) < 14 else None

    def opinion(self, thing, out):
        if len(thing.split()) > 6 or thing == "you":
            return
        template = self.random.choice([
            "What do you think of {}?", "What do you think about {}?", "What is your opinion of {}?", "What is your view of {}?",
            "What is your view on {}?", "How do you see {}?", "What do you say about {}?", "What does the author say about {}?",
            "What did you write about {}?", "What are your thoughts on {}?", "How do you judge {}?", "What have you said of {}?",
            "What does she think of {}?", "What does he say about {}?", "Tell me about {}.", "How do you feel about {}?"])
        out((template.format(thing), "opinion"))

    def about_objects(self, s, lead, out):
        first, who, verb = lead
        for it in s.children(s.root, "obj"):
            if s.upos[it] == "PRON" and s.words[it].lower() in THIRD | set(YOURS):
                continue
            rest = self.rest(s, without=(it,))
            if rest is None:
                continue
            what = "Who" if self.person(s, it) else "What"
            out((f"{what} {first} {joined(who + verb + rest)}?", "object"))
            numbers = s.children(it, "nummod")
            if numbers and s.upos[it] == "NOUN":
                things = [s.words[at] for at in s.span(it, ("nummod", "det", "acl", "punct", "appos", "nmod", "conj"))]
                out((f"How many {joined(things)} {first} {joined(who + verb + rest)}?", "number"))
        for it in s.children(s.root, "obl"):
            case = [s.words[at].lower() for at in s.children(it, "case")]
            if case and case[0] in ("with", "to", "from", "for", "about", "on", "by") and s.label[it] != "obl:agent" and not self.timed(s, it):
                rest = self.rest(s, without=(it,))
                if rest is not None and s.upos[it] not in ("PRON",):
                    what = "Who" if self.person(s, it) else "What"
                    out((f"{what} {first} {joined(who + verb + rest)} {case[0]}?", "oblique"))

    def about_circumstances(self, s, lead, out, miss):
        first, who, verb = lead
        seen = set()
        for it in s.children(s.root, "obl", "advcl", "advmod"):
            kind = s.label[it].split(":")[0]
            asks = None
            if kind == "obl":
                case = [s.words[at].lower() for at in s.children(it, "case")]
                if self.timed(s, it):
                    asks = "When"
                elif case and case[0] in ("in", "at", "on", "near", "into", "inside", "from") and s.upos[it] == "PROPN":
                    asks = "Where"
                elif case and (case[0] == "because" or case[0] == "due"):
                    asks = "Why"
            elif kind == "advcl":
                marks = [s.words[at].lower() for at in s.children(it, "mark", "advmod")]
                if "because" in marks or "since" in marks or s.xpos[it] == "VB" and "to" in marks:
                    asks = "Why"
                elif {"when", "after", "before", "until"} & set(marks):
                    asks = "When"
                elif "by" in marks and s.xpos[it] == "VBG":
                    asks = "How"
            elif s.words[it].lower() in ("here", "there"):
                seen.add("Where")
            if asks:
                seen.add(asks)
                rest = self.rest(s, without=(it,))
                if rest is not None:
                    out((f"{asks} {first} {joined(who + verb + rest)}?", asks.lower()))
                    if asks == "When" and kind == "obl" and self.random.random() < 0.4:
                        out((f"In what year {first} {joined(who + verb + rest)}?" if any(c.isdigit() for c in s.words[it])
                             else f"At what time {first} {joined(who + verb + rest)}?", "when"))
        if any(w.lower() in TIMES or re.fullmatch(r"[12]\d{3}s?", w) for w in s.words):
            seen.add("When")
        if any(s.upos[at] == "PROPN" and self.random.random() < 0.8 for at in range(len(s.words))
               if at not in s.span(s.root, ("obl",))) or any(s.words[at].lower() in ("in", "at", "on", "here", "there") for at in range(len(s.words))):
            seen.add("Where")
        if any(w.lower() in ("because", "since", "so", "to", "for", "as", "by", "through", "with") for w in s.words):
            seen.update(("Why", "How"))
        rest = self.rest(s)
        if rest is None:
            return
        for asks in ("When", "Where", "Why", "How", "How often", "How long", "How much", "With whom", "In what year", "At what age"):
            if asks.split()[-1].capitalize() in seen or asks in seen or asks in ("In what year", "At what age", "How long", "How often") and "When" in seen:
                continue
            if asks == "How much" and any(s.upos[at] == "NUM" for at in range(len(s.words))):
                continue
            if asks == "With whom" and "with" in [w.lower() for w in s.words]:
                continue
            if self.random.random() < 0.3:
                miss((f"{asks} {first} {joined(who + verb + rest)}?", "untold"))

    def timed(self, s, at):
        return s.label[at] in ("obl:tmod", "obl:unmarked") or any(
            s.words[it].lower() in TIMES or re.fullmatch(r"[12]\d{3}s?", s.words[it]) for it in s.span(at, ("acl", "nmod")))

    def person(self, s, at):
        if s.words[at].lower() in ("i", "we", "you", "he", "she", "everyone", "someone", "nobody", "people"):
            return True
        if s.upos[at] == "PROPN":
            determined = s.children(at, "det")
            return not determined and (bool(s.children(at, "flat")) or self.lexicon.is_name(s.words[at]))
        return self.lexicon.is_person(s.words[at].lower())

    def dressed(self, question):
        """The question as somebody else would put it: other words, another beginning."""
        roll = self.random.random()
        words = question[:-1].split(" ")
        if roll < 0.3:
            words = [self.lexicon.other(word, self.random) if self.random.random() < 0.35 else word for word in words]
        question_ = " ".join(words)
        if self.random.random() < 0.06:
            lead = self.random.choice(["Can you tell me", "Do you know", "Tell me,", "I would like to know", "Please say", "According to the text,"])
            question_ = f"{lead} {question_[0].lower()}{question_[1:]}"
        if self.random.random() < 0.08:
            return question_.lower()
        return question_ + ("" if self.random.random() < 0.05 else "?" if question[-1] == "?" else ".")
