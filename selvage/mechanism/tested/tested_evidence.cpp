// Pairs of tables that differ in one person, the tests on them and the noise of what is
// told, run by the shipped code. [T126, T134, T186, T187]
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "selvage/guarantee/tested_release.hpp"
#include "selvage/mechanism/codes_reader.hpp"
#include "selvage/mechanism/tested/tested.hpp"
#include "selvage/outcome/answering_source.hpp"
#include "selvage/outcome/laplace_check.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostPeopleShown = 400;
constexpr std::uint64_t kMostWalked = 256;
constexpr std::int64_t kBad = 1;  // the last distance at which no bin may be told

using Codes = std::vector<std::int64_t>;

Codes spread_out(std::int64_t rows, std::int64_t apart) {
  Codes codes(static_cast<std::size_t>(rows));
  for (std::int64_t i = 0; i < rows; ++i)
    codes[static_cast<std::size_t>(i)] = i * apart;
  return codes;
}

// Answers every draw with one number, and remembers what was asked for.
class OneDraw : public AnsweringSource {
 public:
  explicit OneDraw(std::int64_t value) : value_(value) {}
  bool was_laplace_of(const Rational& scale) const {
    return draws() == 1 && jumps() + others() == 0 && scale_ == scale;
  }

 private:
  std::int64_t answer(std::size_t, std::size_t) const override { return value_; }
  void asked_for(bool laplace, const Rational& scale) override {
    if (laplace) scale_ = scale;
  }
  std::int64_t value_;
  std::optional<Rational> scale_;
};

// A test is one draw of this scale beside the distance, compared with the threshold.
bool compares_as_it_should(const TestShare& share) {
  const Rational scale = Rational(1) / share.epsilon;
  for (const std::int64_t bad : {std::int64_t{0}, kBad}) {
    const std::int64_t threshold = share.margin + bad;
    for (const std::int64_t distance :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, threshold / 2, threshold,
          threshold + 1, share.cap(bad)}) {
      std::vector<std::int64_t> draws;
      for (std::int64_t near = -3; near <= 3; ++near)
        draws.push_back(threshold - distance + near);
      for (int k = 0; k < 60; ++k)
        for (const std::int64_t sign : {-1, 1})
          draws.push_back(sign * (std::int64_t{1} << k));
      for (const std::int64_t drawn : draws) {
        OneDraw random(drawn);
        const bool passed = share.passes(distance, bad, random);
        if (passed != (distance + drawn >= threshold) || !random.was_laplace_of(scale))
          return false;
      }
    }
  }
  return true;
}

}  // namespace

// Of each pair of tables the first test, which hides a person by itself: that the
// program draws and compares as it should is run, at distances and numbers around the
// threshold, and from the distances follows how far both laws lie apart. Of the noise
// that comes afterwards, what one person moves most. That together they keep the
// promise says T127, of which the sum is derived.
Evidence TestedMechanism::evidence(Effort effort) const {
  TestedRequest request = request_;
  request.people = std::min(request.people, kMostPeopleShown);
  // A share that leaves some of many people over may leave none of fewer.
  if (request.people < request_.people)
    request.trimmed = std::min(request.trimmed, Rational(9, 10));
  const auto one = *make(question_, request);
  const auto distance_on = [&one](const Codes& codes) {
    CodesReader reader(one->needs().reading, codes);
    const Read read = *one->read(reader);
    return one->scale().depth(PublicRows(one->request_.people, read.windows), false);
  };
  const auto test_at = [share = share()](std::int64_t distance) {
    return [share, distance](RandomSource& random) {
      return Drawn{{0}, {}, {{share.passes(distance, kBad, random) ? 1 : 0}}};
    };
  };
  Evidence evidence;
  const std::int64_t n = request.people;
  std::vector<Codes> tables = {{}, {5}, spread_out(n, 0), spread_out(n, 1000)};
  if (effort == Effort::audit)
    for (const std::int64_t rows : {n / 2, n - 1, n + 1, 2 * n})
      for (const std::int64_t apart : {1, 1000})
        tables.push_back(spread_out(rows, apart));
  const auto test_pair = [&](std::int64_t people, std::int64_t after,
                             std::int64_t before) {
    const auto exact = [share = share(), before, after](const Rational& epsilon) {
      const std::int64_t threshold = share.margin + kBad;
      return threshold_divergence(share.epsilon, threshold - after, threshold - before,
                                  epsilon);
    };
    evidence.pairs.push_back({.number = "test",
                              .people = people,
                              .removed = 1,
                              .with = test_at(after),
                              .without = test_at(before),
                              .epsilon = share().epsilon,
                              .delta = 0,
                              .exact_delta = exact,
                              .most_walked = kMostWalked});
  };
  for (const Codes& table : tables) {
    const std::int64_t before = distance_on(table);
    for (const std::int64_t code : {std::int64_t{0}, std::int64_t{1} << 40}) {
      Codes with = table;
      with.push_back(code);
      test_pair(std::ssize(with), distance_on(with), before);
    }
  }
  // What a person changes most, on either side of the threshold.
  for (const std::int64_t distance : {kBad, share().margin + kBad})
    test_pair(n, distance + 1, distance);
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
                              .most_walked = kMostWalked});
  };
  noise_pair("scale", request_.steps_per_bin);
  if (const auto* median = std::get_if<TestedMedian>(&location_)) {
    const int bits = median->width(median->scale().steps() - 1).bin_bits;
    noise_pair("median", std::int64_t{1} << bits);
  }
  if (const auto* mean = std::get_if<TestedTrimmedMean>(&location_))
    for (const std::int64_t scale : {std::int64_t{0}, mean->scale().steps() - 1})
      noise_pair("sum", mean->reach(scale).moved);
  evidence.probes.push_back({[share = share()] {
    const auto given = threshold_delta(share.epsilon, share.margin);
    return Probed{given && *given <= share.delta,
                  "a test at the last bad distance passes with the delta at most"};
  }});
  evidence.probes.push_back({[share = share()] {
    return Probed{compares_as_it_should(share),
                  "it compares a distance and one draw with its threshold, which was "
                  "run at distances and draws around it"};
  }});
  if (effort == Effort::audit)
    evidence.probes.push_back({[share = share()] {
      const auto exact = laplace_sampler_is_exact(share.scale(1));
      return Probed{exact.value_or(true)};
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
