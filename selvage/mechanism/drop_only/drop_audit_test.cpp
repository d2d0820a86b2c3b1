// The audit of the shipped code, of mutants, and of the paper's width.
#include <cmath>

#include "selvage/guarantee/drop_only.hpp"
#include "selvage/mechanism/drop_only/drop_only_testing.hpp"
#include "selvage/mechanism/drop_only/drop_words.hpp"
#include "selvage/verify/audit.hpp"

namespace selvage {
namespace {

using verify::audit;

const Rational kTwentieth = Rational::power_of_two(-20);

TEST(DropOnlyAudit, HoldsAtAGridOfTermsForAllCounts) {
  for (const char* epsilon : {"0.1", "1", "4"})
    for (const char* delta : {"1e-9", "1e-6", "0.3"}) {
      const auto mechanism =
          drop_counts(drop_question("histogram", keys_domain({"a"})),
                      *Rational::parse(epsilon), *Rational::parse(delta));
      const auto result = audit(*mechanism);
      EXPECT_TRUE(result.holds) << epsilon << ' ' << delta;
      // Every count that a drop tells apart, where these are not too many.
      if (const std::int64_t width = mechanism->terms().width(); width <= 60) {
        EXPECT_EQ(result.verification.level, VerificationLevel::exact_law);
        EXPECT_EQ(result.checks.size(), static_cast<std::size_t>(width + 2));
      }
      Rational worst = 0;
      for (const auto& check : result.checks)
        worst = std::max(worst, check.delta.upper());
      EXPECT_GT(worst, *Rational::parse(delta) * Rational(99, 100));
      EXPECT_TRUE(verify::verify_for_release(*mechanism));
    }
}

TEST(DropOnlyAudit, HoldsForPeopleWithSeveralRows) {
  const auto mechanism = drop_counts(
      drop_question("histogram", keys_domain({"a", "b"}), {3, 2, 2}), 1, kTwentieth);
  const auto result = audit(*mechanism);
  EXPECT_TRUE(result.holds);
  EXPECT_EQ(result.verification.level, VerificationLevel::theorem_only);
}

DropTerms with_table(DropTerms terms, const DropTable& table) {
  terms.table = std::make_shared<const DropTable>(table);
  terms.draws =
      std::make_shared<const IntegerTable>(*IntegerTable::make(table.weights()));
  return terms;
}

verify::Audit audit_of(const DropTerms& terms) {
  const Evidence evidence = drop_evidence(
      terms, Effort::audit, "count", [terms](std::int64_t rows, RandomSource& random) {
        std::vector<std::int64_t> counts = {rows};
        drop_from(counts, *terms.draws, random);
        return Drawn{{0}, {}, {counts}};
      });
  return audit({terms.derivation()}, evidence);
}

// Half of the width, with the same promise.
TEST(DropOnlyAudit, HalfTheWidthIsRefused) {
  const DropTerms terms = *DropTerms::make(1, kTwentieth, {});
  EXPECT_TRUE(audit_of(terms).holds);
  const auto half = audit_of(with_table(terms, *DropTable::truncated_laplace(1, 14)));
  EXPECT_FALSE(half.holds);
  // One row too many for one noise is refused as well.
  DropTerms twice = terms;
  twice.epsilon = Rational(1, 2);
  EXPECT_FALSE(audit_of(twice).holds);
}

// The paper's noise as words of 64 bits: exp(-epsilon |z - q/2|) on [0, q], rounded to
// the nearest whole number.
std::vector<std::uint64_t> paper_weights(double epsilon, double q) {
  const auto at_most = [&](long double z) -> long double {
    z = std::min<long double>(std::max<long double>(z, 0), q);
    const long double half = -std::expm1(-epsilon * q / 2.0L);
    if (z <= q / 2)
      return (std::exp(epsilon * (z - q / 2)) - std::exp(-epsilon * q / 2.0L)) /
             (2 * half);
    return 0.5L - std::expm1(-epsilon * (z - q / 2)) / (2 * half);
  };
  std::vector<std::uint64_t> weights;
  std::uint64_t sum = 0;  // modulo 2^64
  for (int j = 0; j - 0.5 < q; ++j)
    sum += weights.emplace_back(
        static_cast<std::uint64_t>((at_most(j + 0.5L) - at_most(j - 0.5L)) * 0x1p64L));
  weights[weights.size() / 2] -= sum;  // what rounding has left
  return weights;
}

// x = (34, 33, 33) and x' = (33, 33, 33), tau = 0.3, epsilon 1: the widths are 30 and
// 29.7, the claim is delta 3.05e-7, and 5.14e-3 is needed.
TEST(DropOnlyAudit, ThePapersWidthIsRefused) {
  const auto run_with = [](std::int64_t first, double q) {
    const auto table =
        std::make_shared<const IntegerTable>(*IntegerTable::make(paper_weights(1, q)));
    return [table, first](RandomSource& random) {
      std::vector<std::int64_t> counts = {first, 33, 33};
      drop_from(counts, *table, random);
      return Drawn{{0, 1, 2}, {}, {counts}};
    };
  };
  const Rational claimed = *Rational::parse("3.05345482910889e-7");
  Evidence evidence;
  evidence.pairs.push_back({.number = "count",
                            .people = 100,
                            .removed = 1,
                            .with = run_with(34, 30),
                            .without = run_with(33, 29.7),
                            .epsilon = Rational(1),
                            .delta = claimed});
  const auto result =
      audit({*drop_only_cells(1, claimed, {}, claimed)}, evidence, {.curve = false});
  EXPECT_FALSE(result.holds);
  ASSERT_EQ(result.checks.size(), 1U);
  EXPECT_FALSE(result.checks[0].holds);
  EXPECT_NEAR(result.checks[0].delta.middle(), 0.00514274720748503, 1e-9);
  // With one public width the same three bars keep what Greedy promises.
  const DropTerms terms = *DropTerms::make(1, claimed, {});
  EXPECT_LE(excess_of_bars({*terms.table}, 1).upper(), claimed);
}

}  // namespace
}  // namespace selvage
