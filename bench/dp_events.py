"""Reads `selvage ledger export --format dp-events` with the package it is written for.

    python3 bench/dp_events.py EVENTS.json [DELTA]

Needs dp_accounting 0.6, which no test installs: run it in an environment of your own when that
package or the export changes. Prints the epsilon that its accountant for privacy losses gives.
"""
import collections
import json
import sys

from dp_accounting import dp_event
from dp_accounting.pld import pld_privacy_accountant


def named(value):
    """The tuples that DpEvent.to_named_tuple would have given."""
    if isinstance(value, list):
        return [named(one) for one in value]
    if not isinstance(value, dict):
        return value
    kind = collections.namedtuple(value["class_name"], value)
    return kind(**{name: named(one) for name, one in value.items()})


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        event = dp_event.DpEvent.from_named_tuple(named(json.load(file)))
    print(event)
    accountant = pld_privacy_accountant.PLDAccountant()
    if not accountant.supports(event):
        sys.exit("the accountant for privacy losses does not take all of these events")
    print(accountant.compose(event).get_epsilon(float(sys.argv[2]) if len(sys.argv) > 2 else 1e-6))


main()
