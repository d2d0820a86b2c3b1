// The rules of releases after a test.
#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "selvage/guarantee/rule.hpp"
#include "selvage/guarantee/tested_release.hpp"

namespace selvage {
namespace {

constexpr std::size_t kMostTests = 1000;
constexpr std::int64_t kMostMargin = std::int64_t{1} << 31;

struct Tests {
  std::vector<Rational> tests, releases, others;
  Neighbours neighbours;
};

// None where lists differ in length, or hold what the theorem does not speak of.
std::optional<Tests> tests_in(const Inputs& inputs, const char* other) {
  const auto neighbours = neighbours_in(inputs);
  if (!neighbours) return std::nullopt;
  Tests all{numbered_in(inputs, "test_"), numbered_in(inputs, "release_"),
            numbered_in(inputs, other), *neighbours};
  const auto& [tests, releases, others, of] = all;
  const bool fits = !tests.empty() && tests.size() <= kMostTests &&
                    releases.size() == tests.size() && others.size() == tests.size();
  const auto is_positive = [](const Rational& x) { return x.sign() > 0; };
  const auto is_no_debt = [](const Rational& x) { return x.sign() >= 0; };
  if (!fits || !std::all_of(tests.begin(), tests.end(), is_positive) ||
      !std::all_of(releases.begin(), releases.end(), is_no_debt))
    return std::nullopt;
  return all;
}

// The most that stopping after one of the tests costs, or after none. [T127]
Rational cost_of(const Tests& all) {
  Rational passed = 0, most = 0;
  for (std::size_t i = 0; i < all.tests.size(); ++i) {
    passed = passed + all.tests[i];
    most = std::max(most, passed + all.releases[i]);
  }
  return most;
}

Result<Guarantee> conclude_tested_cascade(const Inputs& inputs,
                                          const std::vector<Guarantee>& premises) {
  const auto all = tests_in(inputs, "delta_");
  const Error wrong = misapplied(
      "tested_cascade takes as many tests > 0, releases >= 0 and deltas above 0 and "
      "below 1, the neighbours, and no premises");
  if (!premises.empty() || !all) return wrong;
  Rational delta = 0;
  for (const Rational& each : all->others) {
    if (each.sign() <= 0 || each >= 1) return wrong;
    delta = written_sum(delta + each);
  }
  return Guarantee{DpPromise{cost_of(*all), delta}, all->neighbours};
}

Result<Guarantee> conclude_threshold_cascade(const Inputs& inputs,
                                             const std::vector<Guarantee>& premises) {
  const auto all = tests_in(inputs, "margin_");
  const Error wrong = misapplied(
      "threshold_cascade takes as many tests > 0, releases >= 0 and whole margins from "
      "0 to 2^31, the neighbours, and no premises");
  if (!premises.empty() || !all) return wrong;
  Rational delta = 0;
  for (std::size_t i = 0; i < all->tests.size(); ++i) {
    const auto margin = all->others[i].to_int64();
    if (!margin || *margin < 0 || *margin > kMostMargin) return wrong;
    const auto each = threshold_delta(all->tests[i], *margin);
    if (!each) return each.error();
    delta = written_sum(delta + *each);
  }
  return Guarantee{DpPromise{cost_of(*all), delta}, all->neighbours};
}

constexpr const char* kArranged = "arranged";
constexpr const char* kLevels = "levels";
constexpr const char* kSideBySide = "side_by_side";

Result<Guarantee> conclude_levels(const Inputs& inputs,
                                  const std::vector<Guarantee>& premises) {
  const auto times = read_times(inputs, premises.size());
  const std::string& arranged = text_in(inputs, kArranged);
  const Error wrong = misapplied(
      "levels_of_cascades takes dp promises of the same neighbours, at least one, "
      "levels or side_by_side, and a whole times_1, times_2, ... for each");
  if (times.empty() || !same_neighbours(premises) ||
      (arranged != kLevels && arranged != kSideBySide))
    return wrong;
  DpPromise sum;
  for (std::size_t i = 0; i < premises.size(); ++i) {
    const auto* dp = std::get_if<DpPromise>(&premises[i].promise);
    if (dp == nullptr || dp->epsilon.sign() < 0 || dp->delta.sign() < 0) return wrong;
    sum.epsilon = written_sum(sum.epsilon + dp->epsilon * times[i]);
    sum.delta = written_sum(sum.delta + dp->delta * times[i]);
  }
  return Guarantee{sum, premises[0].neighbours};
}

Result<Derivation> arranged_as(const char* arranged, std::vector<Derivation> parts,
                               const std::vector<std::int64_t>& times) {
  Inputs inputs = {{kArranged, std::string(arranged)}};
  append_times(inputs, times);
  return derive("levels_of_cascades", std::move(inputs), std::move(parts));
}

// q^margin / (1 + q), q = exp(-test).
Interval noise_from(const Rational& test, std::int64_t margin) {
  return exp(Interval(-test * margin)) / (Interval(1) + exp(Interval(-test)));
}

// P(noise >= margin), also below 0.
Interval chance_from(const Rational& test, std::int64_t margin) {
  return margin >= 0 ? noise_from(test, margin)
                     : Interval(1) - noise_from(test, 1 - margin);
}

// max(P(noise >= one) - exp(epsilon) P(noise >= other), 0). A step of the margin
// changes the chance by a factor of exp(test) at most.
Interval chance_beyond(const Rational& test, std::int64_t one, std::int64_t other,
                       const Rational& epsilon) {
  if (test * (Rational(other) - one) <= epsilon) return Interval(0);
  return positive_part(chance_from(test, one) -
                       exp(Interval(epsilon)) * chance_from(test, other));
}

// Where q^margin / (1 + q) comes down to this, or next to it.
std::int64_t margin_near(const Rational& test, const Rational& delta) {
  const Interval steps =
      log(Interval(Rational(1) / delta) / (Interval(1) + exp(Interval(-test)))) /
      Interval(test);
  const Rational upper = steps.upper();
  if (upper.sign() <= 0) return 0;
  return upper >= kMostMargin ? kMostMargin : upper.ceil().to_int64().value();
}

template <class Test>
Inputs inputs_of(const std::vector<Test>& tests) {
  Inputs inputs;
  for (std::size_t i = 0; i < tests.size(); ++i)
    inputs.emplace_back(fmt::format("test_{}", i + 1), tests[i].test);
  for (std::size_t i = 0; i < tests.size(); ++i)
    inputs.emplace_back(fmt::format("release_{}", i + 1), tests[i].release);
  return inputs;
}

Derivation made(const char* rule, Inputs inputs, Neighbours neighbours) {
  inputs.emplace_back(kNeighboursInput.name, neighbours_name(neighbours));
  auto node = derive(rule, std::move(inputs), {});
  assert(node);
  return *std::move(node);
}

}  // namespace

Derivation tested_cascade(const std::vector<TestedRelease>& tests,
                          Neighbours neighbours) {
  Inputs inputs = inputs_of(tests);
  for (std::size_t i = 0; i < tests.size(); ++i)
    inputs.emplace_back(fmt::format("delta_{}", i + 1), tests[i].delta);
  return made("tested_cascade", std::move(inputs), neighbours);
}

Derivation threshold_cascade(const std::vector<ThresholdRelease>& tests,
                             Neighbours neighbours) {
  Inputs inputs = inputs_of(tests);
  for (std::size_t i = 0; i < tests.size(); ++i)
    inputs.emplace_back(fmt::format("margin_{}", i + 1), tests[i].margin);
  return made("threshold_cascade", std::move(inputs), neighbours);
}

Result<Derivation> levels_of_cascades(std::vector<Derivation> levels,
                                      const std::vector<std::int64_t>& times) {
  return arranged_as(kLevels, std::move(levels), times);
}

Result<Derivation> cascades_side_by_side(std::vector<Derivation> sides,
                                         const std::vector<std::int64_t>& times) {
  return arranged_as(kSideBySide, std::move(sides), times);
}

Result<Rational> threshold_delta(const Rational& test, std::int64_t margin) {
  const auto rounded = Rational::parse(noise_from(test, margin).upper_text(12));
  if (!rounded) return misapplied("a test with such a margin never passes");
  return *rounded;
}

// Failing is the same with the margins of the other side: P(noise < m) is P(noise >=
// 1 - m).
Interval threshold_divergence(const Rational& test, std::int64_t one,
                              std::int64_t other, const Rational& epsilon) {
  const auto from = [&](std::int64_t p, std::int64_t q) {
    return chance_beyond(test, p, q, epsilon) +
           chance_beyond(test, 1 - p, 1 - q, epsilon);
  };
  const Interval forth = from(one, other), back = from(other, one);
  return forth.upper() < back.upper() ? back : forth;
}

std::int64_t threshold_margin(const Rational& test, const Rational& delta) {
  assert(test.sign() > 0 && delta.sign() > 0 && delta < 1);
  std::int64_t margin = margin_near(test, delta);
  const auto given = [&](std::int64_t at) { return *threshold_delta(test, at); };
  while (margin > 0 && given(margin - 1) <= delta) --margin;
  while (given(margin) > delta) ++margin;
  return margin;
}

// It fails at distance d where the noise is below threshold - d.
std::int64_t surely_passing(const Rational& test, std::int64_t threshold,
                            const Rational& risk) {
  assert(test.sign() > 0 && risk.sign() > 0 && risk < 1);
  std::int64_t above = std::max<std::int64_t>(margin_near(test, risk) - 1, 0);
  const auto fails = [&](std::int64_t by) { return noise_from(test, by + 1).upper(); };
  while (above > 0 && fails(above - 1) <= risk) --above;
  while (fails(above) > risk) ++above;
  return threshold + above;
}

std::span<const Rule> tested_release_rules() {
  static const Rule kRules[] = {
      {"tested_cascade",
       "T127",
       "what is published only where few people could not spoil it hides any one "
       "person",
       {numbered_inputs("test_"), numbered_inputs("release_"),
        numbered_inputs("delta_"), kNeighboursInput},
       conclude_tested_cascade},
      {"threshold_cascade",
       "T127",
       "what is published only where a noisy number of people is above a threshold "
       "hides any one person",
       {numbered_inputs("test_"), numbered_inputs("release_"),
        numbered_inputs("margin_"), kNeighboursInput},
       conclude_threshold_cascade},
      {"levels_of_cascades",
       "T188",
       "cascades that are each given what others have published, or stand side by side "
       "about the same people, cost together what each of them costs",
       {{kArranged, InputType::text}, kTimesInputs},
       conclude_levels},
  };
  return kRules;
}

}  // namespace selvage
