"""One module for each family of mechanisms, found by the name of the mechanism.

How to add one: put a module into this folder. Nothing else names it. It has

    NAMES                   the names of its mechanisms, as in `mechanism.name`; the same as in its part of the schema,
                            docs/certificate.FAMILY.schema.json
    checks(certificate)     a list of pairs (what, function): `what` stands in the line of the report, and the function takes
                            the certificate. It raises Wrong for what does not hold and Unknown for what nobody can tell from
                            the file (see `demand` in report.py), and may return a few words for the line.
    interval_of(certificate, name)   what the intervals of the number of this name hold, by quantity.py; None where there is none
    PUBLIC_PEOPLE           True where the number of people is taken as public, and promises may be about replaced people; may be left out
    accuracy_derivations(certificate)   the trees of `accuracy_derivation`; a module without it has none
    warnings(certificate)   the warnings that such a release must carry, in their order, before that about the ledger

What holds for every certificate is checked before: the schema, columns and keys, digest and signature, derivations and
guarantees, the unit of privacy, `where`, that the answer is about the cells that were drawn, and the ledger. So a module
checks what the mechanism alone knows: that `law` follows from the question, that the leaves of the derivations are about
this law, that `shown` is what such a release shows, that every number, interval, error and total follows from `drawn`.
"""
import functools
import importlib
import pkgutil

from ..report import Unknown, demand


@functools.cache
def modules():
    """All modules of this folder by the names of their mechanisms."""
    result = {}
    for entry in sorted(pkgutil.iter_modules(__path__), key=lambda entry: entry.name):
        module = importlib.import_module(f"{__name__}.{entry.name}")
        for name in module.NAMES:
            if name in result:
                raise Unknown(f"two modules are about {name}")
            result[name] = module
    return result


def takes_people_as_public(certificate):
    """Of the mechanism, or of the one below noise on top."""
    module = module_of(certificate)
    return getattr(module.under(certificate)[0] if hasattr(module, "under") else module, "PUBLIC_PEOPLE", False)


def module_of(certificate):
    name = certificate["mechanism"]["name"]
    demand(name in modules(), f"no module of this program knows {name[:40]!r}")
    return modules()[name]
