"""The checks of check_certificate.py, written from docs/ alone; Python's standard library is all
they need. In the order in which they build on one another:

    report          what a check says: ok, WRONG, or unknown
    canonical       one way to write a JSON value
    schema          the fields of a certificate
    ed25519         signatures (RFC 8032)
    signature       who signed the certificate
    numbers         exact numbers, and exp and ln on the safe side
    losses          loss distributions (T22, T23)
    lattice         their sums (T21, T24)
    composition     the delta of several releases together
    derivation      promises, the steps of a derivation, and all of its steps
    rules           the rule of each step
    outliers        promises to people in small classes (T36)
    domain          the cells of one column
    cells           the cells of the answer
    question        from the question to the leaves of a derivation (T30, T35)
    noise           how large noise is (T5, T25, T33)
    estimate        means and variances (T35)
    error_bars      bounds, intervals and the total
    ledger          the entry of a ledger, and the sum of its entries
    export          the whole chain of a ledger
"""
