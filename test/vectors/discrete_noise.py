#!/usr/bin/env python3
"""Prints the reference numbers of the tests about discrete noise.

    python3 test/vectors/discrete_noise.py > test/vectors/discrete_noise.txt

Only the standard library is used. Everything is computed with 60 digits and printed
with 50, rounded to nearest. Laws are summed term by term from their definition, so
that a closed form in the code is compared with something that does not use it.
"""
from decimal import Decimal, getcontext, localcontext
from fractions import Fraction

getcontext().prec = 60
NEGLIGIBLE = Decimal(10) ** -75


def dec(x) -> Decimal:
    x = Fraction(x)
    return Decimal(x.numerator) / Decimal(x.denominator)


def exp(x) -> Decimal:
    """exp of a fraction."""
    return dec(x).exp()


def show(name: str, value: Decimal) -> None:
    print(f"{name} = {value:.49e}" if value else f"{name} = 0")


# ---- the laws ----


def laplace(scale: Fraction):
    """P(z) = (1-q)/(1+q) q^|z|, q = exp(-1/scale)."""
    q = exp(-1 / Fraction(scale))
    constant = (1 - q) / (1 + q)
    return lambda z: constant * q ** abs(z)


def laplace_reach(scale: Fraction) -> int:
    """Beyond this |z| all that is left is below 1e-75."""
    return int(Fraction(scale) * 175) + 2


def gaussian(variance: Fraction):
    """P(z) proportional to exp(-z^2 / (2 variance))."""
    variance = Fraction(variance)
    total, z = Decimal(1), 1
    while (term := 2 * exp(-Fraction(z * z) / (2 * variance))) > NEGLIGIBLE:
        total, z = total + term, z + 1
    return lambda z: exp(-Fraction(z * z) / (2 * variance)) / total


def hockey_stick(scale: Fraction, shift: int, epsilon: Fraction) -> Decimal:
    """sum over y of max(P(y) - e^E Q(y), 0), Q the law P moved by `shift`; a term is
    counted only where its loss, a fraction, is above epsilon."""
    law, factor, total = laplace(scale), exp(epsilon), Decimal(0)
    reach = laplace_reach(scale)
    for z in range(-reach, reach + 1):
        loss = Fraction(abs(z + shift) - abs(z)) / Fraction(scale)
        if loss > epsilon:
            total += law(z) - factor * law(z + shift)
    return total


def tail(scale: Fraction, t: int) -> Decimal:
    """P(|Z| > t)."""
    law, total, z = laplace(scale), Decimal(0), t + 1
    while (term := 2 * law(z)) > NEGLIGIBLE:
        total, z = total + term, z + 1
    return total


def smallest_bound(scale: Fraction, beta: Fraction) -> int:
    """The least t with P(|Z| > t) <= beta."""
    t, left = 0, Decimal(1) - laplace(scale)(0)
    while left > dec(beta):
        t += 1
        left -= 2 * laplace(scale)(t)
    return t


def mean_absolute(scale: Fraction) -> Decimal:
    law, total, z = laplace(scale), Decimal(0), 1
    while (term := 2 * z * law(z)) > NEGLIGIBLE or z <= 3 * scale:
        total, z = total + term, z + 1
    return total


def variance_of(scale: Fraction) -> Decimal:
    law, total, z = laplace(scale), Decimal(0), 1
    while (term := 2 * z * z * law(z)) > NEGLIGIBLE or z <= 3 * scale:
        total, z = total + term, z + 1
    return total


# ---- what the tests use ----


def title(text: str) -> None:
    print(f"\n# {text}")


def main() -> None:
    F = Fraction
    print("# made by discrete_noise.py: 60 digits, 50 printed")

    title("exponentials (base/interval_test, outcome/outcome_tree_test, noise)")
    show("exp(-1)", exp(-1))
    show("exp(-1/2) / 3", exp(F(-1, 2)) / 3)
    show("1 - exp(-1/2)", 1 - exp(F(-1, 2)))
    show("exp(-5/3)", exp(F(-5, 3)))
    show("exp(-8/5)", exp(F(-8, 5)))

    title("discrete Laplace, scale 1/epsilon: P(z) (outcome/draw_test)")
    for epsilon, values in ((F(1), (0, 1, 5)), (F(1, 2), (0, 1, 5)),
                            (F(1, 10), (0, 1)), (F(2), (0, 1)),
                            (F(1, 1000000), (0, 5))):
        law = laplace(1 / epsilon)
        for z in values:
            show(f"epsilon {epsilon}: P({z})", law(z))

    title("discrete Laplace: moments and tails (mechanism/laplace_histogram_test)")
    for epsilon in (F(1), F(1, 2), F(1, 10), F(2)):
        show(f"epsilon {epsilon}: E|Z|", mean_absolute(1 / epsilon))
        show(f"epsilon {epsilon}: Var Z", variance_of(1 / epsilon))
        show(f"epsilon {epsilon}: P(|Z| >= 10)", tail(1 / epsilon, 9))
    # A million terms a digit: here the closed form 2 / (exp(x) - exp(-x)), x = epsilon.
    small = F(1, 1000000)
    show("epsilon 1/1000000: E|Z|", 2 / (exp(small) - exp(-small)))
    show("scale 3/2: P(|Z| > 4)", tail(F(3, 2), 4))

    title("error bounds at probability 0.95, and what they leave (theory T5)")
    for epsilon in (F(1, 100), F(1, 10), F(1, 5), F(1, 3), F(1, 2), F(1), F(2), F(3),
                    F(5)):
        bound = smallest_bound(1 / epsilon, F(1, 20))
        show(f"epsilon {epsilon}: bound {bound}, P(|Z| > {bound})",
             tail(1 / epsilon, bound))

    title("geometric, scale 11/3: P(g)")
    q = exp(F(-3, 11))
    for g in (0, 1, 7):
        show(f"P({g})", (1 - q) * q ** g)

    title("failures before a success of probability exp(-x) (outcome/draw_test)")
    for x, values in ((F(1, 9), (0, 3)), (F(4, 3), (1, 5)), (F(25, 2), (2, 100))):
        for g in values:
            show(f"x {x}: P({g})", exp(-x) * (1 - exp(-x)) ** g)
    for x, n in ((F(25, 2), 10 ** 5), (F(30), 10 ** 13), (F(43), 2 ** 62)):
        with localcontext() as context:  # the power multiplies the error by n
            context.prec = 90
            rest = (1 - exp(-x)) ** n
        show(f"x {x}: P(g >= {n})", rest)

    title("discrete Gaussian: P(z) (outcome/draw_test)")
    for variance, values in ((F(1), (0, 1)), (F(9), (0, 1)), (F(100), (0,)),
                             (F(27, 2), (0, 3))):
        law = gaussian(variance)
        for z in values:
            show(f"variance {variance}: P({z})", law(z))

    title("hockey-stick divergence of discrete Laplace noise from its shift "
          "(outcome/divergence_test)")
    for scale, shift, epsilon in ((F(2), 2, F(0)), (F(2), 2, F(1, 2)), (F(2), 2, F(1)),
                                  (F(10), 10, F(1, 2))):
        show(f"scale {scale}, shift {shift}, epsilon {epsilon}",
             hockey_stick(scale, shift, epsilon))

    title("the curve of `audit histogram --epsilon 1` (scale 1, shift 1)")
    for i in range(9):
        show(f"epsilon {F(i, 8)}", hockey_stick(F(1), 1, F(i, 8)))

    title("faulty plans that tests must catch (cells/cells_evidence_test, verify/small_world_test)")
    show("half the noise: scale 1/2, shift 1, epsilon 1", hockey_stick(F(1, 2), 1, F(1)))
    show("scale 1/4, shift 1, epsilon 3", hockey_stick(F(1, 4), 1, F(3)))

    title("replace_person from add_remove_person (guarantee/derivation_test)")
    show("(1 + exp(1/2)) * 3/1000", (1 + exp(F(1, 2))) * dec(F(3, 1000)))


if __name__ == "__main__":
    main()
