"""All checks of one certificate, one after the other."""
from . import error_bars, profiled_error_bars
from .canonical import canonical_object
from .cells import check_cells
from .derivation import check_derivation, check_guarantees
from .export import check_export
from .leaves import check_leaves
from .ledger import check_claims, check_entry_question, check_seals, check_spent, check_table, check_terms, check_unit
from .losses import Work
from .profiled import is_profiled
from .question import check_numbers, check_share
from .report import demand
from .schema import check_schema
from .signature import check_digest, check_signature
from .staircase import Staircase
from .warnings import check_warnings
from .where import check_where


def check_all(report, data, signer=None, lines=None):
    """`data` are the bytes of a certificate's file, `lines` those of a ledger's export."""
    certificate, Work.done, Staircase.work = {}, 0, 0
    if not report.check("canonical form", lambda: certificate.update(canonical_object(data))):
        return
    if not report.check("schema", check_schema, certificate):
        return
    report.check("digest", check_digest, certificate)
    report.check("signature", check_signature, certificate, signer)
    for i, derivation in enumerate(certificate["derivation"]):
        report.check(f"derivation {i}", check_derivation, derivation)
        report.check(f"leaves of derivation {i}", check_leaves, derivation, certificate)
    bars = profiled_error_bars if is_profiled(certificate) else error_bars
    for what, function in (("guarantees", check_guarantees), ("numbers of a cell", check_numbers),
                           ("unit of privacy", check_unit), ("share of a person", check_share), ("cells", check_cells), ("unit", bars.check_unit),
                           ("error bound", bars.check_error), ("intervals", bars.check_intervals),
                           ("total", bars.check_total), ("where", check_where), ("warnings", check_warnings)):
        report.check(what, function, certificate)
    if certificate["ledger"]:
        check_ledger(report, certificate, lines)
    elif lines is not None:
        report.check("ledger: export", demand, False, "the certificate speaks of no ledger")
    report.line("unknown", "that the table was the one named, that the noise was drawn as it should be, and that"
                " nothing was released elsewhere")


def check_ledger(report, certificate, lines):
    spent = certificate["ledger"]["spent"]
    report.check("ledger: terms", check_terms, certificate)
    report.check("ledger: table", check_table, certificate)
    report.check("ledger: question", check_entry_question, certificate)
    report.check("ledger: seals", check_seals, certificate)
    if spent["overall"]:
        report.check("ledger: derivation of the sum", check_derivation, spent["overall"])
    report.check("ledger: sum", check_spent, certificate)
    for i, claim in enumerate(spent["claims"]):
        report.check(f"ledger: derivation of claim {i}", check_derivation, claim)
    report.check("ledger: claims", check_claims, certificate)
    if lines is not None:
        report.check("ledger: export", check_export, certificate, lines)
