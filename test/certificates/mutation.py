"""What a forger may try: one random change of a certificate, with seals and digest made anew."""
import copy
import hashlib
import json
import random
from fractions import Fraction

TERMS = ("created", "table", "epsilon", "delta", "rho", "profile", "neighbours", "accounting", "privacy_unit")


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def seal(*texts):
    parts = [text.encode("utf-8", "surrogatepass") for text in texts]
    return hashlib.sha256(b"".join(len(p).to_bytes(8, "big") + p for p in parts)).hexdigest()


def sealed(certificate):
    """The seals and the question of the entry as they belong to what the certificate says now."""
    entry, terms, derivations = certificate["ledger"]["entry"], certificate["ledger"]["terms"], certificate["derivation"]
    columns = [{k: v for k, v in column.items() if k != "key_list"} for column in certificate["question"]["columns"]]
    mechanism = {**certificate["mechanism"]["law"], "name": certificate["mechanism"]["name"]}
    entry["question"] = canonical({"question": {**certificate["question"], "columns": columns}, "mechanism": mechanism,
                                   "fewer_than": certificate["fewer_than"]})
    if entry["id"] == 1:
        entry["previous"] = seal("selvage ledger terms 3", *(terms[name] for name in TERMS))
    counted = entry["counted"]
    rest = [d for i, d in enumerate(derivations) if i != counted]
    entry["seal"] = seal("selvage ledger entry 1", entry["previous"], str(entry["id"]), entry["time"], entry["question"],
                         entry["version"], "null" if counted is None else canonical(derivations[counted]), canonical(rest))


def file_of(certificate, text=canonical):
    """The bytes of a file: not signed, with a digest that fits. `text` writes JSON."""
    body = {k: v for k, v in certificate.items() if k not in ("digest", "signature")}
    digest = hashlib.sha256(text(body).encode("utf-8", "surrogatepass")).hexdigest()
    return (text({**body, "digest": digest, "signature": None}) + "\n").encode("utf-8", "surrogatepass")


def places(value, path=()):
    """All paths of a JSON value."""
    if path:
        yield path
    if isinstance(value, dict):
        for name in value:
            yield from places(value[name], path + (name,))
    elif isinstance(value, list):
        for i in range(len(value)):
            yield from places(value[i], path + (i,))


def at(value, path):
    for step in path:
        value = value[step]
    return value


def put(value, path, new):
    at(value, path[:-1])[path[-1]] = new


def differences(a, b, path=()):
    """The paths at which two JSON values differ; digest and signature are made anew."""
    if path in (("digest",), ("signature",)):
        return set()
    if type(a) is not type(b):
        return {path}
    if isinstance(a, dict):
        return set().union(*(differences(a.get(k, Ellipsis), b.get(k, Ellipsis), path + (k,)) for k in {*a, *b}))
    if isinstance(a, list):
        if len(a) != len(b):
            return {path}
        return set().union(*(differences(x, y, path + (i,)) for i, (x, y) in enumerate(zip(a, b))))
    return set() if a == b else {path}


def last_digit(text, random):
    """The number with one digit changed by one, mostly the last."""
    digits = [i for i, c in enumerate(text) if c.isdigit()]
    i = digits[-1] if random.random() < 0.7 else random.choice(digits)
    return text[:i] + str((int(text[i]) + random.choice((1, 9))) % 10) + text[i + 1:]


def other_form(text, random):
    """The same number, written in another way."""
    value = Fraction(text)
    forms = [text + ".0", text + "0", "0" + text, "+" + text, text + "e0", " " + text, f"{value.numerator * 2}/{value.denominator * 2}",
             f"{value.numerator}/{value.denominator}", "-0" if value == 0 else text + "/1"]
    return random.choice(forms)


def is_number(text):
    try:
        return bool(text) and len(text) < 200 and Fraction(text) is not None
    except (ValueError, ZeroDivisionError):
        return False


def other_text(text, random):
    if is_number(text):
        value = Fraction(text)
        return random.choice([last_digit, last_digit, other_form])(text, random) if random.random() < 0.7 else random.choice(
            [str(2 * value), str(value / 2), "0", "-" + text, str(value + 1), "infinity", "1e400"])
    choices = [text + "x", "", text[:-1], text.swapcase(), text + " ", text.replace("0", "1", 1), "none", text[::-1], text + "\u00e9"]
    return random.choice(choices)


def other_whole(number, random):
    return random.choice([number + 1, number - 1, number + 2**64, number - 2**64, -number, 0, number * 2, number + 1000, str(number),
                          None, 2**63, -2**63 - 1, [number]])


def other_value(value, random):
    if isinstance(value, str):
        return other_text(value, random)
    if isinstance(value, bool):
        return random.choice([not value, not value, None, int(value), str(value)])
    if isinstance(value, int):
        return other_whole(value, random)
    if value is None:
        return random.choice([0, 1, "", "none", [], {}])
    return random.choice([None, [], {}, "", 0])


def change_value(certificate, path, random, others):
    put(certificate, path, other_value(at(certificate, path), random))


def delete(certificate, path, random, others):
    del at(certificate, path[:-1])[path[-1]]


def repeat_or_add(certificate, path, random, others):
    parent, value = at(certificate, path[:-1]), copy.deepcopy(at(certificate, path))
    if isinstance(parent, list):
        parent.insert(random.randrange(len(parent) + 1), value)
    else:
        parent[random.choice(["zzz", "delimiter", "keys", "key_list", "display", "noisy", "delta", "measure", "step", "order", "times_2", "count"])] = value


def swap(certificate, path, random, others):
    """With another value of the same kind, mostly a neighbour."""
    parent = at(certificate, path[:-1])
    near = [path[:-1] + (k,) for k in (range(len(parent)) if isinstance(parent, list) else parent) if k != path[-1]]
    everywhere = [p for p in places(certificate) if p[:len(path)] != path and path[:len(p)] != p]
    other = random.choice(near if near and random.random() < 0.7 else everywhere)
    a, b = at(certificate, path), at(certificate, other)
    put(certificate, path, b)
    put(certificate, other, a)


def take_from_another(certificate, path, random, others):
    """The value at the same place of another certificate, or at another place of its list."""
    for _ in range(20):
        try:
            value = at(random.choice(others), path)
        except (KeyError, IndexError, TypeError):
            continue
        put(certificate, path, copy.deepcopy(value))
        return
    change_value(certificate, path, random, others)


def exchange_numbers(certificate, path, random, others):
    """Two entries of the answer exchange their numbers, but not their labels; mostly what was drawn for them too."""
    answer, drawn = certificate["answer"], certificate["drawn"]["numbers"]
    if not isinstance(answer, list) or len(answer) < 2:
        return change_value(certificate, path, random, others)
    i, j = random.sample(range(len(answer)), 2)
    for name in ("count", "value", "interval"):
        if name in answer[i] and name in answer[j]:
            answer[i][name], answer[j][name] = answer[j][name], answer[i][name]
    for numbers in drawn if random.random() < 0.7 else []:
        numbers[i], numbers[j] = numbers[j], numbers[i]


def hide_a_cell(certificate, path, random, others):
    """One cell less, with all that was drawn for it."""
    answer, drawn = certificate["answer"], certificate["drawn"]
    if not isinstance(answer, list) or len(answer) < 2:
        return change_value(certificate, path, random, others)
    place = random.randrange(len(answer))
    drawn["cells"] = drawn["cells"] if drawn["cells"] is not None else list(range(len(answer)))
    for numbers in (answer, drawn["cells"], *drawn["numbers"]):
        del numbers[place]


def change_sums(certificate, path, random, others):
    """The total is left out, and that is said; or the other way round."""
    shown = certificate["mechanism"]["shown"]
    certificate["total"], shown["totals"] = None, random.random() < 0.3
    if random.random() < 0.3:
        shown["margins"] = [random.random() < 0.5 for _ in certificate["question"]["columns"]]


CHANGES = [(change_value, 10), (delete, 3), (repeat_or_add, 2), (swap, 3), (take_from_another, 4), (exchange_numbers, 0.3), (hide_a_cell, 0.3), (change_sums, 0.3)]


def mutant(base, others, random):
    """A changed certificate, and the bytes of its file."""
    certificate = copy.deepcopy(base)
    paths = [p for p in places(certificate) if p[0] not in ("digest", "signature")]
    # A place at each depth is as likely as the parts of a long answer or derivation let it be.
    top = random.choice(sorted({p[0] for p in paths}))
    path = random.choice([p for p in paths if p[0] == top] if random.random() < 0.6 else paths)
    change = random.choices([c for c, _ in CHANGES], [w for _, w in CHANGES])[0]
    change(certificate, path, random, others)
    try:
        if random.random() < 0.9:
            for guarantee, derivation in zip(certificate["guarantees"], certificate["derivation"]):
                if path[0] == "derivation":
                    guarantee.clear()
                    guarantee.update(derivation["conclusion"])
        if certificate["ledger"] and (path[:2] != ("ledger", "entry") or random.random() < 0.5):
            sealed(certificate)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError):
        pass      # what is no certificate any more needs no seal
    return certificate, file_of(certificate)
