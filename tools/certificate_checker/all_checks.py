"""All checks of one certificate, one after the other. What a mechanism adds is in its module (see mechanisms/)."""
import re

from .accuracy_rules import check_accuracy_derivations
from .canonical import canonical_object, read_json
from .cells import check_cells, check_columns, check_drawn, check_series
from .dates import check_date_format
from .derivation import check_derivation, check_guarantees
from .export import check_export
from .ledger import check_claims, check_entry_question, check_seals, check_spent, check_table, check_terms, check_unit
from .mechanisms import module_of
from .quantity import check_interval_of
from .report import Wrong, demand
from .schema import check_schema
from .signature import check_digest, check_signature
from .warnings import check_warnings
from .where import check_where
from .work import Work


FORMAT = "selvage certificate 3"


class AnotherFormat(ValueError):
    """What a certificate of another format says is checked by other rules."""


def check_format(data):
    """Refuses a certificate of another format; all else is for the checks."""
    try:
        certificate = read_json(data)
    except Wrong:
        return
    text = certificate.get("format") if isinstance(certificate, dict) else None
    if isinstance(text, str) and re.fullmatch("selvage certificate [0-9]{1,9}", text) and text != FORMAT:
        raise AnotherFormat(f"this is a '{text}', and this program checks a '{FORMAT}': nothing is known of it;"
                            " check it with a selvage of its own format, such as the one that its field 'program' names")


def check_all(report, data, signer=None, lines=None):
    """`data` are the bytes of a certificate's file, `lines` those of a ledger's export."""
    certificate = {}
    Work.begin()
    if not report.check("canonical form", lambda: certificate.update(canonical_object(data))):
        return
    if not report.check("schema", check_schema, certificate):
        return
    report.check("digest", check_digest, certificate)
    report.check("signature", check_signature, certificate, signer)
    for i, derivation in enumerate(certificate["derivation"]):
        report.check(f"derivation {i}", check_derivation, derivation)
    for what, function in (("guarantees", check_guarantees), ("unit of privacy", check_unit), ("columns", check_columns),
                           ("drawn", check_drawn), ("cells", check_cells), ("series", check_series), ("where", check_where),
                           ("date format", check_date_format),
                           *mechanism_checks(report, certificate), ("what intervals hold", check_interval_of), ("warnings", check_warnings)):
        report.check(what, function, certificate)
    if certificate["ledger"]:
        check_ledger(report, certificate, lines)
    elif lines is not None:
        report.check("ledger: export", demand, False, "the certificate speaks of no ledger")
    report.line("unknown", "that the table was the one named, that the noise was drawn as it should be, and that"
                " nothing was released elsewhere")


def mechanism_checks(report, certificate):
    """Those of the mechanism's module."""
    found = []
    report.check("mechanism", lambda: found.extend(module_of(certificate).checks(certificate)))
    return found + [("derivations of accuracy", check_reasons)]


def check_reasons(certificate):
    """Why the answer is accurate, where the mechanism has something to say of that."""
    derivations = getattr(module_of(certificate), "accuracy_derivations", lambda _: [])
    return check_accuracy_derivations(certificate, derivations(certificate))


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
