"""The whole chain of a ledger."""
from collections import Counter

from .canonical import canonical, read_json
from .ledger import OPENED, seal, terms_seal
from .report import demand
from .rule import read_inputs, times_of


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


# Steps that only tell the same parts in another way, besides OPENED.
TOLD = (*OPENED, "budget_filter", "rho_filter", "zcdp_from_dp", "zcdp_from_loss")


def parts_of(node, times=1):
    """What a sum is made of at last, and how often each: a noise, or a promise that is not taken apart."""
    if node["rule"] in TOLD and node["premises"]:
        for premise, count in zip(node["premises"], times_of(node)):
            yield from parts_of(premise, times * count)
        return
    inputs = read_inputs(node["inputs"])
    if node["rule"] in ("discrete_laplace_cells", "discrete_laplace_loss"):
        yield ("laplace", inputs["scale"], inputs["sensitivity"]), times
    elif node["rule"] == "discrete_gaussian_loss":
        yield ("gaussian", inputs["variance"], inputs["sensitivity"] ** 2), times
    elif node["rule"] == "discrete_gaussian_cells":
        yield ("gaussian", inputs["variance"], inputs["squared_sensitivity"]), times
    else:
        yield canonical(node), times


def check_releases(overall, releases):
    """The sum is made of the parts of these releases, each as often as it is there."""
    def counted(nodes):
        counts = Counter()
        for node in nodes:
            for part, times in parts_of(node):
                counts[part] += times
        return counts
    demand(counted([overall]) == counted(releases), "the sum has other releases than the ledger")
