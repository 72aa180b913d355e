"""Trains the reader on one GPU: train.py DATA OUT [--layers 6] [--epochs N] [--seconds N] [--small]

DATA holds what prepare.py and trunk.py made; OUT gets for each number of layers `words-L.npz` and `layers-L.npz`
(weights rounded to bytes, a scale per row) and `log.txt` with the figures. Needs PyTorch and NumPy.

All twelve layers of gte-small are trained first. They are too slow to be shipped: they teach the small ones, which
learn from what people and grammar said and from what the twelve layers say of the same windows and of more.

One network of word pieces does three things. `answer`, at the mark after each sentence of a window: does this
sentence, where it stands, answer the question. `sure`, at the first mark: does anything in the window. `follows`,
at the first mark of a claim with its source: does the source say this. A fourth output, `near`, is only for
training: the cosine that gte-small, all twelve layers, gives a question and a sentence.
"""

import argparse
import gzip
import io
import json
import math
import multiprocessing
import os
import pathlib
import random
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

CLS, SEP, CLAIM, COLON = 101, 102, 1, 1024
ANSWER, SURE, FOLLOWS, NEAR = range(4)
SIZE, HEADS, DEEPEST = 384, 12, 12
TIMES = {"selqa": 3, "xquad": 5, "written": 6, "topic": 1, "scifact": 3, "wice": 6, "begin": 6}


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.attention = (nn.Linear(SIZE, SIZE) for _ in range(4))
        self.intermediate, self.output = nn.Linear(SIZE, 4 * SIZE), nn.Linear(4 * SIZE, SIZE)
        self.attention_norm, self.output_norm = nn.LayerNorm(SIZE, eps=1e-12), nn.LayerNorm(SIZE, eps=1e-12)

    def forward(self, x, mask, drop):
        n, t, _ = x.shape
        q, k, v = (part(x).view(n, t, HEADS, -1).transpose(1, 2) for part in (self.query, self.key, self.value))
        seen = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=drop if self.training else 0.0)
        x = self.attention_norm(x + F.dropout(self.attention(seen.transpose(1, 2).reshape(n, t, SIZE)), drop, self.training))
        return self.output_norm(x + F.dropout(self.output(F.gelu(self.intermediate(x))), drop, self.training))


class Reader(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.word, self.position, self.token_type = nn.Embedding(30522, SIZE), nn.Embedding(512, SIZE), nn.Embedding(2, SIZE)
        self.norm = nn.LayerNorm(SIZE, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        self.dense, self.heads = nn.Linear(SIZE, SIZE), nn.Linear(SIZE, 4)

    def states(self, tokens, kinds, mask, drop=0.1):
        x = self.word(tokens) + self.position.weight[: tokens.shape[1]] + self.token_type(kinds)
        x = F.dropout(self.norm(x), drop, self.training)
        seen = mask[:, None, None, :].expand(-1, 1, tokens.shape[1], -1)
        for layer in self.layers:
            x = layer(x, seen, drop)
        return x

    def forward(self, tokens, kinds, mask, drop=0.1):
        return self.heads(F.gelu(self.dense(self.states(tokens, kinds, mask, drop))))


def trunk(folder):
    parts = sorted(folder.glob("trunk.npz*"))
    stored = np.load(io.BytesIO(b"".join(part.read_bytes() for part in parts)))
    found = {}
    for name in stored.files:
        if name.endswith(".scale"):
            continue
        value = stored[name].astype(np.float32)
        if name + ".scale" in stored.files:
            value = value * stored[name + ".scale"][:, None]
        first = name.split(".")[0]
        found[("layers." if first.isdigit() else "") + name] = torch.from_numpy(value)
    return found


def started(layers, weights):
    model = Reader(layers)
    kept = {name: value for name, value in weights.items() if not name.startswith("layers.") or int(name.split(".")[1]) < layers}
    missing = model.load_state_dict(kept, strict=False)
    assert all(name.startswith(("dense", "heads")) for name in missing.missing_keys), missing
    return model


def batches(items, most):
    """Lists of places, each of about `most` word pieces once padded, long ones together."""
    order = sorted(range(len(items)), key=lambda at: len(items[at][0]))
    found, now = [], []
    for at in order:
        now.append(at)
        if len(now) * len(items[at][0]) >= most:
            found.append(now)
            now = []
    return found + [now] if now else found


def padded(items, device):
    width = -(-max(len(it[0]) for it in items) // 8) * 8
    tokens = np.zeros((len(items), width), np.int64)
    kinds = np.zeros((len(items), width), np.int64)
    for row, it in enumerate(items):
        tokens[row, : len(it[0])] = it[0]
        kinds[row, it[1] : len(it[0])] = 1
    tokens = torch.from_numpy(tokens).to(device)
    return tokens, torch.from_numpy(kinds).to(device), tokens != 0


class Windows:
    """Windows of documents as the network reads them."""

    def __init__(self, data, seed):
        self.data, self.texts, self.docs, self.random = data, data["texts"], data["docs"], random.Random(seed)
        self.asked = {}
        for it in data["questions"]:
            self.asked.setdefault(it["doc"], []).append(it["q"])

    def window(self, question, doc, places, title, before=None):
        """The question, after one that was asked before it, and a window. Numbers, where the second part begins, and where each sentence's mark stands."""
        earlier = self.texts[before][:24] if before is not None else []
        tokens = [CLS] + earlier + self.texts[question][:40] + [SEP]
        second = len(tokens)
        if title and self.texts[self.docs[doc]["title"]]:
            tokens += self.texts[self.docs[doc]["title"]][:16] + [COLON]
        marks = []
        for at in places:
            tokens += self.texts[self.docs[doc]["sents"][at]][:90] + [SEP]
            marks.append(len(tokens) - 1)
        return tokens, second, marks

    def around(self, doc, at, budget, without=()):
        """Places around one, as many as fit."""
        sents = self.docs[doc]["sents"]
        size = lambda it: len(self.texts[sents[it]][:90]) + 1
        found, left, right = [at], at - 1, at + 1
        room = budget - size(at)
        lean = self.random.random()
        while True:
            options = []
            if left >= 0 and left not in without:
                options.append("left")
            if right < len(sents) and right not in without:
                options.append("right")
            if not options:
                break
            side = options[0] if len(options) == 1 else ("left" if self.random.random() < lean else "right")
            it = left if side == "left" else right
            if size(it) > room:
                break
            room -= size(it)
            found.append(it)
            if side == "left":
                left -= 1
            else:
                right += 1
        return sorted(found)

    def claim(self, claim, lines):
        tokens = [CLS, CLAIM] + self.texts[claim][:80] + [SEP]
        second = len(tokens)
        for it in lines:
            tokens += self.texts[it][:110]
        return tokens[:250] + [SEP], second, []

    def unlabelled(self, question):
        """A window of which nobody knows whether it answers: only the teacher says."""
        if question.get("hard") and self.random.random() < 0.7:
            doc, at = self.random.choice(question["hard"])
        else:
            doc = question["doc"]
            at = self.random.randrange(len(self.docs[doc]["sents"]))
        places = self.around(doc, at, self.random.randint(24, 150))
        tokens, second, marks = self.window(question["q"], doc, places, self.random.random() < 0.5)
        return tokens, second, marks, [-1] * len(places), (question["q"], [self.docs[doc]["sents"][at] for at in places])

    def example(self, question):
        doc, pos = question["doc"], set(question["pos"])
        count = len(self.docs[doc]["sents"])
        budget, chance = self.random.randint(24, 150), self.random.random()
        hard = question.get("hard") or []
        ignored = set(question["ign"])
        if pos and chance < 0.6 or not pos and chance < 0.85 or not hard:
            at = self.random.choice(sorted(pos)) if pos else question["near"]
            if at is None:
                at = self.random.randrange(count)
            places = self.around(doc, at, budget)
        elif pos and chance < 0.75 and count > len(pos) + 1:
            free = [at for at in range(count) if at not in pos]
            near = [at for at in free if at - 1 in pos or at + 1 in pos] or free
            at = self.random.choice(near if self.random.random() < 0.6 else free)
            places = self.around(doc, at, budget, pos)
        else:
            doc, at = self.random.choice(hard)
            pos, ignored = set(), set()
            places = self.around(doc, at, budget)
        labels = [1 if at in pos else -1 if at in ignored else 0 for at in places]
        before = self.random.choice(self.asked[question["doc"]]) if self.random.random() < 0.1 else None
        tokens, second, marks = self.window(question["q"], doc, places, self.random.random() < 0.5, before)
        near = [self.docs[doc]["sents"][at] for at in places]
        return tokens, second, marks, labels, (question["q"], near)

    def epoch(self):
        items = []
        for question in self.data["questions"]:
            if question["split"] == "train":
                for _ in range(TIMES.get(question["kind"], 1)):
                    items.append(self.example(question))
                    if self.random.random() < UNLABELLED:
                        items.append(self.unlabelled(question))
        for claim in self.data["claims"]:
            if claim["split"] != "train" or claim["kind"] == "made" and self.random.random() > 0.6:
                continue
            for _ in range(TIMES.get(claim["kind"], 1)):
                tokens, second, _ = self.claim(claim["c"], claim["s"])
                items.append((tokens, second, [], [claim["y"]], None))
        self.random.shuffle(items)
        return [(np.array(it[0], np.int16), *it[1:]) for it in items]


DATA = None
# How many windows without labels there are for each with one.
UNLABELLED = 0.0


def epoch_of(seed):
    return Windows(DATA, seed).epoch()


@torch.no_grad()
def embedded(model, texts, device):
    """What all twelve layers say of each text: the mean over its pieces, of unit length."""
    items = [([CLS] + it[:120] + [SEP], 10**6) for it in texts]
    out = torch.zeros(len(texts), SIZE, dtype=torch.float16, device=device)
    for places in batches(items, 60000):
        tokens, kinds, mask = padded([items[at] for at in places], device)
        with torch.autocast(device.type, torch.bfloat16):
            states = model.states(tokens, kinds * 0, mask)
        mean = (states.float() * mask[..., None]).sum(1)
        out[torch.tensor(places, device=device)] = F.normalize(mean, dim=-1).half()
    return out


@torch.no_grad()
def mine(data, vectors, device):
    """For each question the likest sentences of other documents of its kind."""
    places = {}
    for number, doc in enumerate(data["docs"]):
        places.setdefault(doc["source"], []).extend((number, at) for at in range(len(doc["sents"])))
    for source, where in places.items():
        asked = [it for it in data["questions"] if data["docs"][it["doc"]]["source"] == source]
        pool = torch.tensor([data["docs"][doc]["sents"][at] for doc, at in where], device=device)
        pool_vectors = vectors[pool]
        for start in range(0, len(asked), 2048):
            part = asked[start : start + 2048]
            scores = vectors[torch.tensor([it["q"] for it in part], device=device)] @ pool_vectors.T
            for it, best in zip(part, scores.topk(min(24, len(where)), dim=1).indices.tolist()):
                found = [where[at] for at in best if where[at][0] != it["doc"]]
                if source in ("selqa", "books"):
                    group = data["docs"][it["doc"]]["group"].rsplit("-", 1)[0]
                    found = [at for at in found if data["docs"][at[0]]["group"].rsplit("-", 1)[0] != group]
                it["hard"] = found[:14]


def loss_of(model, items, vectors, device, teacher=None):
    tokens, kinds, mask = padded(items, device)
    with torch.autocast(device.type, torch.bfloat16):
        logits = model(tokens, kinds, mask)
        if teacher is not None:
            with torch.no_grad():
                taught = teacher(tokens, kinds, mask).float()
    logits = logits.float()
    rows, columns, labels, questions, near = [], [], [], [], []
    first, sure, claims, follows = [], [], [], []
    for row, (_, _, marks, wanted, about) in enumerate(items):
        if about is None:
            claims.append(row)
            follows.append(wanted[0])
            continue
        rows += [row] * len(marks)
        columns += marks
        labels += wanted
        questions += [about[0]] * len(marks)
        near += about[1]
        if -1 not in wanted or 1 in wanted:
            first.append(row)
            sure.append(float(1 in wanted))
    total = torch.zeros((), device=device)
    if rows:
        at = logits[rows, columns]
        wanted = torch.tensor(labels, device=device, dtype=torch.float32)
        known = wanted >= 0
        answers = F.binary_cross_entropy_with_logits(at[:, ANSWER], wanted.clamp(min=0), reduction="none")
        total = total + (answers * known * (1 + wanted.clamp(min=0))).sum() / known.sum().clamp(min=1)
        cosine = (vectors[questions].float() * vectors[near].float()).sum(-1)
        total = total + 0.15 * F.mse_loss(at[:, NEAR], (cosine - 0.8) * 12)
    if first:
        total = total + 0.5 * F.binary_cross_entropy_with_logits(logits[first, 0, SURE], torch.tensor(sure, device=device))
    if claims:
        total = total + 0.8 * F.binary_cross_entropy_with_logits(
            logits[claims, 0, FOLLOWS], torch.tensor(follows, device=device, dtype=torch.float32))
    if teacher is None:
        return total
    soft = torch.zeros((), device=device)
    for place, head, weight in (((rows, columns), ANSWER, 1.5), ((sorted(set(rows)), 0), SURE, 0.5), ((claims, 0), FOLLOWS, 0.8)):
        if place[0]:
            own, wanted = logits[place[0], place[1], head], taught[place[0], place[1], head]
            soft = soft + weight * F.binary_cross_entropy_with_logits(own, torch.sigmoid(wanted))
            soft = soft + 0.03 * weight * F.mse_loss(own, wanted.clamp(-8, 8))
    return 0.35 * total + soft


@torch.no_grad()
def scored(model, items, device):
    model.eval()
    out = [None] * len(items)
    for places in batches(items, 60000):
        chosen = [items[at] for at in places]
        tokens, kinds, mask = padded(chosen, device)
        with torch.autocast(device.type, torch.bfloat16):
            logits = model(tokens, kinds, mask).float().cpu().numpy()
        for row, at in enumerate(places):
            marks = items[at][2]
            out[at] = (logits[row, 0, SURE], logits[row, marks, ANSWER] if marks else None, logits[row, 0, FOLLOWS])
    model.train()
    return out


def balanced(values, wanted):
    """The area under the curve, and the best balanced accuracy with its threshold."""
    values, wanted = np.array(values), np.array(wanted).astype(bool)
    yes, no = values[wanted], values[~wanted]
    area = float(((yes[:, None] > no[None]).mean() + (yes[:, None] == no[None]).mean() / 2)) if len(yes) and len(no) else 0
    best = max(((((yes >= t).mean() + (no < t).mean()) / 2, t) for t in values), default=(0, 0))
    return area, float(best[0]), float(best[1])


def measured(model, data, vectors, device):
    windows, lines = Windows(data, 0), []
    # SelQA: every sentence of the section, in windows one after another.
    for kind in ("selqa", "xquad"):
        asked = [it for it in data["questions"] if it["split"] == "test" and it["kind"] == kind]
        items, owner = [], []
        for number, it in enumerate(asked):
            docs = [it["doc"]] if kind == "selqa" else [
                n for n, doc in enumerate(data["docs"]) if doc["source"] == "xquad" and doc["group"] == data["docs"][it["doc"]]["group"]]
            for doc in docs:
                now, size = [], 0
                for at in range(len(data["docs"][doc]["sents"])):
                    length = len(data["texts"][data["docs"][doc]["sents"][at]][:90]) + 1
                    if now and size + length > 110:
                        items.append(windows.window(it["q"], doc, now, True)), owner.append((number, doc, now))
                        now, size = [], 0
                    now, size = now + [at], size + length
                if now:
                    items.append(windows.window(it["q"], doc, now, True)), owner.append((number, doc, now))
        found = scored(model, items, device)
        sentences, best_with, best_without = [[] for _ in asked], [-99.0] * len(asked), [-99.0] * len(asked)
        for (number, doc, places), (sure, answers, _) in zip(owner, found):
            own = doc == asked[number]["doc"]
            for at, value in zip(places, answers):
                sentences[number].append((float(value), own and at in asked[number]["pos"]))
            top = float(max(answers))
            best_with[number] = max(best_with[number], top)
            if not own:
                best_without[number] = max(best_without[number], top)
        ranks = []
        for it in sentences:
            it.sort(key=lambda pair: -pair[0])
            ranks.append(next((n for n, pair in enumerate(it, 1) if pair[1]), 99))
        reciprocal = float(np.mean([1 / it for it in ranks]))
        top = float(np.mean([it == 1 for it in ranks]))
        three = float(np.mean([it <= 3 for it in ranks]))
        lines.append(f"{kind}: mean reciprocal rank {reciprocal:.3f}, first {top:.3f}, among three {three:.3f} ({len(ranks)})")
        if kind == "xquad":
            area, best, at = balanced(best_with + best_without, [1] * len(asked) + [0] * len(asked))
            least = float(np.quantile(best_with, 0.04))
            refused = float((np.array(best_without) < least).mean())
            lines.append(f"  own paragraph removed: area {area:.3f}, balanced {best:.3f}; with 4 % refused wrongly, {refused:.3f} refused")
    for kind in ("wice", "begin"):
        judged = [it for it in data["claims"] if it["split"] == "test" and it["kind"] == kind]
        found = scored(model, [windows.claim(it["c"], it["s"]) for it in judged], device)
        area, best, at = balanced([float(it[2]) for it in found], [it["y"] for it in judged])
        lines.append(f"{kind}: area {area:.3f}, balanced {best:.3f} at {at:.2f} ({len(judged)})")
    return lines


def rounded(value):
    scale = value.abs().amax(1, keepdim=True) / 127 + 1e-12
    return torch.round(value / scale).to(torch.int8), scale[:, 0]


def exported(model, out, layers):
    """Rounds the weights to bytes, in the model and in the files."""
    words, rest = {}, {}
    for name, value in model.state_dict().items():
        into = words if name.startswith("word.") else rest
        if value.ndim == 2:
            whole, scale = rounded(value.float())
            value.copy_(whole.float() * scale[:, None])
            into[name], into[name + ".scale"] = whole.cpu().numpy(), scale.cpu().numpy().astype(np.float32)
        else:
            into[name] = value.float().cpu().numpy()
    np.savez_compressed(out / f"words-{layers}.npz", **words)
    np.savez_compressed(out / f"layers-{layers}.npz", **rest)


def trained(layers, epochs, weights, data, vectors, device, options, say, teacher=None):
    torch.manual_seed(layers)
    model = started(layers, weights).to(device)
    mean = {name: value.clone() for name, value in model.state_dict().items()}
    steps = sum(len(batches(items, options.pieces)) for items in epochs)
    groups = [{"params": [p for n, p in model.named_parameters() if not n.startswith(("dense", "heads"))], "top": options.rate},
              {"params": [p for n, p in model.named_parameters() if n.startswith(("dense", "heads"))], "top": 5e-4}]
    optimizer = torch.optim.AdamW(groups, lr=0, weight_decay=0.01, betas=(0.9, 0.98))
    model.train()
    done, begun, chance = 0, time.time(), random.Random(layers)
    for number, items in enumerate(epochs):
        order = batches(items, options.pieces)
        chance.shuffle(order)
        for places in order:
            done += 1
            rate = min(1.0, done / 150) * max(0.02, 0.5 * (1 + math.cos(math.pi * done / steps)))
            for group in optimizer.param_groups:
                group["lr"] = rate * group["top"]
            loss = loss_of(model, [items[at] for at in places], vectors, device, teacher)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            if done % 4 == 0:
                with torch.no_grad():
                    for name, value in model.state_dict().items():
                        mean[name].lerp_(value, 0.02)
        if number % 6 == 5 or number + 1 == len(epochs):
            say(f"layers {layers} epoch {number + 1} loss {loss.item():.3f} {time.time() - begun:.0f} s")
            for line in measured(model, data, vectors, device):
                say("   " + line)
        if time.time() - options.begun > options.seconds:
            say("out of time")
            break
    model.load_state_dict(mean)
    if layers < DEEPEST:
        exported(model, options.out, layers)
    say(f"layers {layers}, the mean of the last steps" + (", rounded to bytes" if layers < DEEPEST else ""))
    for line in measured(model, data, vectors, device):
        say("   " + line)
    return model.eval()


def small(data):
    """Leaves out what the questions and claims that are left do not name."""
    wanted = sorted({it["doc"] for it in data["questions"]})
    number = {doc: at for at, doc in enumerate(wanted)}
    data["docs"] = [data["docs"][doc] for doc in wanted]
    for it in data["questions"]:
        it["doc"] = number[it["doc"]]
    texts, old = {}, data["texts"]
    place = lambda text: texts.setdefault(text, len(texts))
    for doc in data["docs"]:
        doc["title"], doc["sents"] = place(doc["title"]), [place(it) for it in doc["sents"]]
    for it in data["questions"]:
        it["q"] = place(it["q"])
    for it in data["claims"]:
        it["c"], it["s"] = place(it["c"]), [place(line) for line in it["s"]]
    data["texts"] = [old[text] for text in texts]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--layers", default="6")
    parser.add_argument("--first", type=int, default=8, help="epochs of the twelve layers")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--rate", type=float, default=1.2e-4)
    parser.add_argument("--pieces", type=int, default=16000)
    parser.add_argument("--seconds", type=int, default=500)
    parser.add_argument("--small", action="store_true")
    options = parser.parse_args()
    options.begun = time.time()
    options.out.mkdir(parents=True, exist_ok=True)
    log = (options.out / "log.txt").open("w")

    def say(text):
        print(f"[{time.time() - options.begun:.0f}] {text}", flush=True)
        log.write(text + "\n")
        log.flush()

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    data = json.load(gzip.open(options.data / "data.json.gz", "rt"))
    if options.small:
        keep = lambda rows, count: [it for it in rows if it["split"] == "train"][:: max(1, len(rows) // count)][:count] + [
            it for it in rows if it["split"] == "test"][::60]
        data["questions"], data["claims"] = keep(data["questions"], 24), keep(data["claims"], 24)
        small(data)
    weights = trunk(options.data)
    say(f"{len(data['questions'])} questions, {len(data['claims'])} claims, {len(data['texts'])} texts on {device}")
    teacher = started(12, weights).to(device).eval()
    vectors = embedded(teacher, data["texts"], device)
    del teacher
    say("embedded")
    if device.type == "cuda":
        mine(data, vectors, device)
    else:
        mine(data, vectors.float(), device)
    say("mined")
    global DATA
    DATA = data
    context = multiprocessing.get_context("fork")
    with context.Pool(min(14, os.cpu_count() or 2)) as pool:
        epochs = pool.map(epoch_of, range(options.epochs), chunksize=1)
    say(f"{len(epochs)} epochs of {len(epochs[0])} windows, {sum(len(it[0]) for it in epochs[0]) / len(epochs[0]):.0f} pieces each")
    teacher = None
    if options.first:
        known = [[it for it in items if it[4] is None or set(it[3]) != {-1}] for items in epochs[: options.first]]
        options.rate, rate = options.rate / 2, options.rate
        teacher = trained(DEEPEST, known, weights, data, vectors, device, options, say)
        options.rate = rate
    for layers in map(int, options.layers.split(",")):
        trained(layers, epochs, weights, data, vectors, device, options, say, teacher)


if __name__ == "__main__":
    main()
