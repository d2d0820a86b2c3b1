"""The warnings that a certificate must have, and no others."""
from .mechanisms import module_of
from .report import demand

NO_LEDGER = "no ledger was kept: add up the epsilons of all releases about these people"


def expected(certificate):
    """Those of the mechanism, and that about the ledger."""
    return module_of(certificate).warnings(certificate) + ([] if certificate["ledger"] else [NO_LEDGER])


def check_warnings(certificate):
    wanted, have = expected(certificate), certificate["warnings"]
    for warning in wanted:
        demand(warning in have, f"it should say: {warning}")
    demand(have == wanted, "there are others than there should be, or in another order")
    return f"{len(wanted)}"
