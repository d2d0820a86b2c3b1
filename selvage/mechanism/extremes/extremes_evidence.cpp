// Pairs of tables that differ in one person, run by the shipped code on a few bins,
// with what the two laws come to over all of them. [T106]
#include <algorithm>

#include <fmt/format.h>

#include "selvage/mechanism/codes_reader.hpp"
#include "selvage/mechanism/extremes/extremes.hpp"

namespace selvage {
namespace {

constexpr std::size_t kBinsShown = 5;
constexpr std::int64_t kMostRowsShown = 20;       // of the person
constexpr std::int64_t kMostBackground = 20'000;  // rows around, up to the threshold

using Codes = std::vector<std::int64_t>;

// Few rows, and as many around as it takes for a count to pass the threshold.
std::vector<Codes> tables_shown(Effort effort, std::int64_t around) {
  const auto most = static_cast<std::int64_t>(kBinsShown) - 1;
  std::vector<Codes> tables = {{}, {most}, {0, 2, most}};
  for (const std::int64_t rows : {around, around + 2}) {
    Codes& table = tables.emplace_back();
    for (std::int64_t i = 0; i < rows; ++i) table.push_back(i % 2 == 0 ? 1 : 3);
  }
  if (effort == Effort::before_release) return tables;
  for (std::int64_t a = 0; a <= most; ++a)
    for (std::int64_t b = a; b <= most; ++b)
      for (std::int64_t c = b; c <= most; ++c) tables.push_back({a, b, c});
  return tables;
}

// One outcome of a law, or of several that are drawn one after the other.
struct Part {
  Rational exponent;
  std::vector<std::vector<std::int64_t>> keys;
  Interval constant;
};

std::vector<Part> parts_of(const PlaceLaw& law, std::int64_t inputs) {
  std::vector<Part> parts = {{0, {}, Interval(1)}};
  for (std::int64_t input = 0; input < inputs; ++input) {
    std::vector<Part> longer;
    for (const Part& part : parts)
      for (const auto& mass : law.masses(input)) {
        Part next = part;
        next.exponent = part.exponent + mass.exponent;
        next.keys.push_back(mass.key);
        next.constant = part.constant * mass.constant;
        longer.push_back(std::move(next));
      }
    parts = std::move(longer);
  }
  return parts;
}

// max(P - exp(epsilon) Q, 0): exactly 0 where the constants are the same number.
Interval excess_of(const Part& p, const Part& q, const Rational& epsilon) {
  if (p.keys == q.keys && q.exponent - p.exponent <= epsilon) return Interval(0);
  return positive_part(exp(-p.exponent) * p.constant -
                       exp(epsilon - q.exponent) * q.constant);
}

// The larger one of the two directions.
Interval divergence_between(const std::vector<Part>& p, const std::vector<Part>& q,
                            const Rational& epsilon) {
  Interval forth(0), back(0);
  for (std::size_t i = 0; i < p.size(); ++i) {
    forth = forth + excess_of(p[i], q[i], epsilon);
    back = back + excess_of(q[i], p[i], epsilon);
  }
  return forth.upper() < back.upper() ? back : forth;
}

}  // namespace

// The same code, the same terms and ends, one group and five bins of one code each. A
// person whose rows are all the same changes most.
Evidence ExtremesMechanism::evidence(Effort effort) const {
  Question question = question_;
  question.domain = *Domain::make({});
  question.asked.clear();
  question.keys.clear();
  const std::shared_ptr<const ExtremesMechanism> few(new ExtremesMechanism(
      std::move(question), range_, grid_, TailBins::single(kBinsShown), terms_));
  const auto run_on = [few](const Codes& codes) {
    return [few, codes](RandomSource& random) {
      CodesReader reader(few->needs().reading, codes);
      return *few->run(reader, random);
    };
  };
  const auto law_on = [few](const Codes& codes) {
    CodesReader reader(few->needs().reading, codes);
    return few->law_of(*reader.counts_above(few->bins_.firsts()));
  };
  const auto* above = std::get_if<AboveThresholdTerms>(&terms_);
  const std::int64_t around = std::min(
      above != nullptr ? above->threshold : std::get<ExponentialTerms>(terms_).people,
      kMostBackground);
  const std::int64_t rows = std::min(rows_per_person(), kMostRowsShown);
  const auto inputs = static_cast<std::int64_t>(ends().size());

  Evidence evidence;
  for (const Codes& table : tables_shown(effort, around))
    for (const std::int64_t code : {0, 2, 4}) {
      Codes with = table;
      with.insert(with.end(), static_cast<std::size_t>(rows), code);
      const auto exact = [law_on, inputs, with, table](const Rational& at) {
        return divergence_between(parts_of(*law_on(with), inputs),
                                  parts_of(*law_on(table), inputs), at);
      };
      evidence.pairs.push_back({.number = question_.verb,
                                .people = static_cast<std::int64_t>(with.size()),
                                .removed = rows,
                                .with = run_on(with),
                                .without = run_on(table),
                                .epsilon = epsilon() * rows / rows_per_person(),
                                .delta = 0,
                                .exact_delta = exact});
    }
  evidence.speaks_for_all = false;  // other tables have other laws
  evidence.says = [pairs = evidence.pairs.size(), above](const Walked& walked) {
    return fmt::format(
        "given ideal draws, the code was run with these terms on {} outcomes of {} "
        "pairs of tables with {} bins, and their laws were compared; for all other "
        "tables theorem {} speaks",
        walked.outcomes, pairs, kBinsShown, above != nullptr ? "T103" : "T105");
  };
  return evidence;
}

}  // namespace selvage
