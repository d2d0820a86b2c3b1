"""The checks of check_certificate.py, written from docs/ alone; Python's standard library is all
they need. In the order in which they build on one another:

    report               what a check says: ok, WRONG, or unknown
    canonical            one way to write a JSON value
    schema               the fields of a certificate: the envelope, and the part of its mechanism
    ed25519, signature   who signed the certificate (RFC 8032)
    numbers              exact numbers, and exp and ln on the safe side
    work                 how much may be computed
    losses, lattice      loss distributions and their sums, to the last unit (T21 to T24)
    composition          the least epsilon of several releases together
    profile              epsilons by the size of a class (T37)
    warped               the law W (T38 to T43)
    staircase            Examples 2 to 7 of [LP15] (T70 to T77)
    lower_bound          Example 8 of [LP15] (T78)
    distributional       against somebody who does not know who was sampled (T50)
    rule                 what a rule is, and its inputs
    step                 promises, and one step of a derivation
    noise_rules          the rules of noise (T4, T22, T25, T31)
    composition_rules    the rules of epsilons, deltas and rhos together (T6, T7, T23 to T29)
    outlier_rules        the rules of small classes (T36, T60 to T67)
    threshold_rules      the rules of mechanisms with thresholds (T68)
    quantile_rules       the rules of quantiles (T91, T97)
    clamped_sum_rules    the rules of sums without bounds (T107, T108)
    rules                all of them by name
    derivation           all steps of a derivation
    domain, cells        the places of a column, the cells that were drawn, and the answer about them
    noise                how large noise is (T5, T25, T33)
    profiled             what certificates with a profile are about: law and classes
    question             from the question to the numbers of a cell (T30, T35)
    leaves               from the numbers to the leaves of a derivation
    estimate             means and variances (T35)
    combined             noises of several numbers together
    promised             from the noise to the derivations that it makes
    error_bars           bounds, intervals and the total, of noise that is the same for every count
    profiled_error_bars  bounds and intervals of counts with a profile
    profiled_totals      their total (T84)
    cell_warnings        what must be warned of
    mechanisms/          a module for each family of mechanisms, found by name; it puts the checks of the family together
    where, warnings      the test of the rows, and all warnings
    dates                how dates of the table are written
    ledger, export       the entry of a ledger, the sum of its entries, and its whole chain
    all_checks           all of them, one after the other
"""
