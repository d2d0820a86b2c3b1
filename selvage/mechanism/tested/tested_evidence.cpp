// Pairs of tables that differ in one person, and the noise of what is told, run by the
// shipped code. [T134, T186, T187]
#include <algorithm>

#include <fmt/format.h>

#include "selvage/guarantee/tested_release.hpp"
#include "selvage/mechanism/codes_reader.hpp"
#include "selvage/mechanism/tested/tested.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostPeopleShown = 400;

using Codes = std::vector<std::int64_t>;

Codes spread_out(std::int64_t rows, std::int64_t apart) {
  Codes codes(static_cast<std::size_t>(rows));
  for (std::int64_t i = 0; i < rows; ++i)
    codes[static_cast<std::size_t>(i)] = i * apart;
  return codes;
}

}  // namespace

// Of each pair of tables the first test, which hides a person by itself; of the noise
// that follows, what one person moves most. That together they keep the promise says
// T127, of which the sum is derived.
Evidence TestedMechanism::evidence(Effort effort) const {
  TestedRequest request = request_;
  request.people = std::min(request.people, kMostPeopleShown);
  // Fewer people may leave nothing over.
  if (request.people < 20) request.people = request_.people;
  const auto one = *make(question_, request);
  const auto test_on = [one](const Codes& codes) {
    return [one, codes](RandomSource& random) {
      CodesReader reader(one->needs().reading, codes);
      const Read read = *one->read(reader);
      const PublicRows rows(one->request_.people, read.windows);
      const bool passed =
          one->share().passes(one->scale().depth(rows, false), 1, random);
      return Drawn{{0}, {}, {{passed ? 1 : 0}}};
    };
  };
  Evidence evidence;
  const std::int64_t n = request.people;
  std::vector<Codes> tables = {{}, {5}, spread_out(n, 0), spread_out(n, 1000)};
  if (effort == Effort::audit)
    for (const std::int64_t rows : {n / 2, n - 1, n + 1, 2 * n})
      for (const std::int64_t apart : {1, 1000})
        tables.push_back(spread_out(rows, apart));
  for (const Codes& table : tables)
    for (const std::int64_t code : {std::int64_t{0}, std::int64_t{1} << 40}) {
      Codes with = table;
      with.push_back(code);
      evidence.pairs.push_back({.number = "test",
                                .people = std::ssize(with),
                                .removed = 1,
                                .with = test_on(with),
                                .without = test_on(table),
                                .epsilon = share().epsilon,
                                .delta = 0});
    }
  const auto noise_pair = [&](const char* number, std::int64_t moved) {
    const auto told = [share = share(), moved](std::int64_t steps) {
      return [share, moved, steps](RandomSource& random) {
        return Drawn{{0}, {}, {{steps + share.noise(moved, random)}}};
      };
    };
    evidence.pairs.push_back({.number = number,
                              .people = 1,
                              .removed = 1,
                              .with = told(moved),
                              .without = told(0),
                              .epsilon = share().epsilon,
                              .delta = 0,
                              .most_walked = 256});
  };
  noise_pair("scale", request_.steps_per_bin);
  if (const auto* mean = std::get_if<TestedTrimmedMean>(&location_))
    for (const std::int64_t scale : {std::int64_t{0}, mean->scale().steps() - 1})
      noise_pair("sum", mean->reach(scale).moved);
  evidence.probes.push_back({[share = share()] {
    const auto given = threshold_delta(share.epsilon, share.margin);
    return Probed{given && *given <= share.delta,
                  "a test at the last bad distance passes with the delta at most"};
  }});
  evidence.speaks_for_all = false;  // that distances change by 1 at most is a theorem
  evidence.says = [pairs = evidence.pairs.size(), n](const Walked& walked) {
    return fmt::format(
        "given ideal draws, the tests were run on {} outcomes of {} pairs of tables of "
        "about {} people and of what is told; for all other tables and for all tests "
        "together theorems T127, T133, T134 and T186 to T188 speak",
        walked.outcomes, pairs, n);
  };
  return evidence;
}

}  // namespace selvage
