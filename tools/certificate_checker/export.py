"""The whole chain of a ledger."""
from .canonical import canonical, read_json
from .ledger import seal, stands_for, terms_seal
from .report import demand
from .rule import times_of


def check_export(certificate, data):
    """The whole chain of an export, this certificate's entry in it, and the sum of all entries up to it."""
    terms, entry, spent = (certificate["ledger"][k] for k in ("terms", "entry", "spent"))
    head, *lines = [read_json(line) for line in data.split(b"\n") if line]
    demand(all(head[k] == text for k, text in terms.items()), "its terms are others")
    last, releases, unanswered = terms_seal(head), [], 0
    demand(head["seal"] == last, "the seal of the terms is that of others")
    demand(len(lines) >= entry["id"], f"it ends before entry {entry['id']}")
    for i, line in enumerate(lines, 1):
        texts = [last, str(i), line["time"], line["question"], line["version"], line["counted"] or "null",
                 line["other"]]
        last = seal("selvage ledger entry 1", *texts)
        demand(line["entry"] == i and line["seal"] == last, f"entry {i} is not the one that was sealed")
        if i <= entry["id"]:
            releases.append(line["counted"] and read_json(line["counted"].encode("utf-8")))
            unanswered += line["answered"] is None
        if i == entry["id"]:
            mine = (entry["seal"], entry["previous"], entry["time"], entry["question"], entry["version"])
            demand(mine == (last, texts[0], *texts[2:5]), f"entry {i} is another one")
    demand(unanswered <= spent["unanswered"], "entries that were answered are not any more")
    if spent["overall"]:
        demand(None not in releases, "an entry without a promise is in the sum")
        check_releases(spent["overall"], releases)
    return f"{len(lines)} entries, this one is number {entry['id']}"


def check_releases(overall, releases):
    """The sum is made of these releases, each as often as it is there."""
    left = {}
    for release in releases:
        key = canonical(release)
        left[key] = (release, left.get(key, (release, 0))[1] + 1)
    todo = [(overall, 1, True)]
    while todo:
        node, times, top = todo.pop()
        match = None if top else next((key for key, (release, _) in left.items() if stands_for(node, release)), None)
        if match:
            left[match] = (left[match][0], left[match][1] - times)
            continue
        demand(node["premises"], "a release is in the sum that is not in the ledger")
        for premise, count in zip(node["premises"], times_of(node)):
            todo.append((premise, times * count, False))
    demand(not any(n for _, n in left.values()), "the sum has other releases than the ledger")
