"""The same PDFs by both readers: page text, labels, titles, and what is not a PDF.

    pdfium.py ENSEMBLE CACHE FIXTURES
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import zlib

ensemble, cache, fixtures = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
work = tempfile.TemporaryDirectory()
passed = 0


def holds(what, fine, more=""):
    global passed
    if not fine:
        sys.exit(f"FAIL  {what}: {more}")
    passed += 1
    print(f"ok    {what}")


def run(data, *words, code=0):
    environment = dict(os.environ, ENSEMBLE__AVATAR__MODELS=str(cache) if data == "pdfium" else "none")
    command = [ensemble, "--data", os.path.join(work.name, data), "--json", *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != code:
        sys.exit(f"{' '.join(command)}: {done.returncode}\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)["data"]


def pages(data, avatar):
    """Title, and each page's label and text, as the reader kept them."""
    folder = pathlib.Path(work.name, data, "avatars", avatar, "index/texts")
    [about] = folder.glob("*.json")
    document = json.loads(about.read_text())
    text = about.with_suffix(".txt").read_bytes()
    starts = [page["start"] for page in document["pages"]] + [len(text)]
    found = [
        (page.get("label"), page["index"], text[start:end].decode().strip())
        for page, start, end in zip(document["pages"], starts, starts[1:])
    ]
    return document, found


run("pdfium", "models", "pull", "pdfium")
run("pdfium", "models", "verify")
[listed] = [it for it in run("pdfium", "models", "list")["models"] if it["id"] == "pdfium"]
holds("the library is pulled by its digest", listed["state"] == "present", listed)

for book in ("book", "columns", "printed"):
    read = {}
    for data in ("own", "pdfium"):
        run(data, "avatar", "create", book)
        added = run(data, "avatar", "add", book, str(fixtures / f"{book}.pdf"))
        read[data] = pages(data, book)
        document, _ = read[data]
        holds(f"{book}.pdf by {data} has nothing to warn of", not document["warnings"], document["warnings"])
        holds(f"{book}.pdf by {data}", document["reader"] == data, document["reader"])
    (own, own_pages), (other, other_pages) = read["own"], read["pdfium"]
    holds(f"{book}.pdf: the same title", own["title"] == other["title"], (own["title"], other["title"]))
    labels = lambda found: [(label, index) for label, index, _ in found]
    holds(f"{book}.pdf: the same labels", labels(own_pages) == labels(other_pages), labels(other_pages))
    for (label, index, mine), (_, _, theirs) in zip(own_pages, other_pages):
        if mine != theirs:
            sys.exit(f"FAIL  {book}.pdf: page {index} differs:\n{mine}\n---\n{theirs}")
    holds(f"{book}.pdf: the same text on {len(own_pages)} pages", len(own_pages) == len(other_pages))

run("pdfium", "avatar", "create", "scans")
run("pdfium", "avatar", "add", "scans", str(fixtures / "scanned.pdf"))
_, found = pages("pdfium", "scans")
holds(
    "scanned pages are drawn by pdfium and read by tesseract",
    [text.split()[1] for _, _, text in found] == ["shepherds", "widow", "seventh"]
    and [label for label, _, _ in found] == ["21", "22", "23"],
    found,
)
refused = run("pdfium", "avatar", "add", "scans", str(fixtures / "locked.pdf"), code=1)
holds("a locked file is refused as locked", "encrypted" in json.dumps(refused), refused)
torn = pathlib.Path(work.name, "torn.pdf")
torn.write_bytes((fixtures / "book.pdf").read_bytes()[:700])
refused = run("pdfium", "avatar", "add", "scans", str(torn), code=1)
holds("a torn file is refused", "damaged" in json.dumps(refused), refused)


def unfolding(text, times):
    """A PDF of one page whose drawing orders say a thing many times."""
    orders = zlib.compressobj(9)
    packed = b"".join(orders.compress(text * 10_000) for _ in range(times // 10_000)) + orders.flush()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n%b\nendstream" % (len(packed), packed),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    file, places = bytearray(b"%PDF-1.4\n"), []
    for number, thing in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj%bendobj\n" % (number, thing)
    start = len(file)
    file += b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % it for it in places)
    return bytes(file + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % start)


for name, orders in (("words", b"BT /F1 12 Tf 10 10 Td (boom) Tj ET\n"), ("nothing", b" " * 40)):
    bomb = pathlib.Path(work.name, f"{name}.pdf")
    bomb.write_bytes(unfolding(orders, 3_000_000))
    refused = run("pdfium", "avatar", "add", "scans", str(bomb), code=1)
    holds(f"a page that unfolds to too many {name} is refused as that", "unfold" in json.dumps(refused), refused)
print(f"{passed} passed, 0 failed")
