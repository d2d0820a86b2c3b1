#include "selvage/mechanism/sparse_histogram/sparse_keys_terms.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/average_case/sparse_failure.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/thousands.hpp"
#include "selvage/base/whole_number.hpp"
#include "selvage/guarantee/random_dp.hpp"
#include "selvage/mechanism/sparse_histogram/sparse_terms.hpp"

namespace selvage {
namespace {

// Of alpha for the test: more makes its noise, and so the people that are needed, less.
const Rational kTestPart(1, 5);
const Rational kLeastEta = *Rational::parse("1e-40");
constexpr std::int64_t kMostSearched = 1'000'000'000'000;

// The least threshold with which the key of one person is shown with this probability
// at most, and is hidden by the noise otherwise. It rises without end where none is
// small enough for the second.
std::int64_t least_threshold(const Rational& alpha, const Rational& most) {
  const auto enough = [&](std::int64_t threshold) {
    const Interval shown = passing_the_gap(alpha, threshold - 1);
    return surely_at_most(shown, most) &&
           surely_at_most(shown + exp(Interval(-(alpha / 2))), Rational(1));
  };
  std::int64_t high = 2;
  while (!enough(high)) high *= 2;
  std::int64_t low = 1;
  while (low + 1 < high) {
    const std::int64_t middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

Rational rounded_up(const Interval& value, const Rational& most) {
  return std::min(*Rational::parse(value.upper_text(6)), most);
}

// With how many people a test can pass.
std::int64_t least_people(const Rational& gamma, const Rational& epsilon,
                          const Rational& eta) {
  std::int64_t high = 1;
  while (high < kMostSearched && !singleton_test(high, gamma, epsilon, eta)) high *= 2;
  std::int64_t low = high / 2;
  while (low + 1 < high) {
    const std::int64_t middle = low + (high - low) / 2;
    (singleton_test(middle, gamma, epsilon, eta) ? high : low) = middle;
  }
  return high;
}

Error too_much_noise(const Rational& alpha) {
  return wrong_field("random_alpha",
                     fmt::format("`random_alpha` {} asks for too much noise; write a "
                                 "larger one, for example 1",
                                 alpha.short_text()),
                     "1");
}

}  // namespace

Result<SparseKeysTerms> SparseKeysTerms::make(const Rational& alpha,
                                              const Rational& gamma,
                                              const Rational& eta,
                                              std::int64_t people) {
  if (const auto good = check_average_case(alpha, gamma, people); !good)
    return good.error();
  if (eta < kLeastEta || eta > Rational(1, 1000))
    return wrong_field("random_eta",
                       fmt::format("`random_eta` {} is not from 1e-40 to 0.001; write "
                                   "for example 1e-9",
                                   eta.short_text()),
                       "1e-9");
  const auto noise = laplace_noise(Rational(2) / (alpha * (Rational(1) - kTestPart))),
             test_noise = laplace_noise(Rational(2) / (alpha * kTestPart));
  if (!noise || !test_noise) return too_much_noise(alpha);
  const Rational counts = Rational(2) / noise->scale,
                 tested = Rational(2) / test_noise->scale, half = eta / 2;
  const auto test = singleton_test(people, gamma, tested, half);
  if (!test)
    return wrong_field(
        "people",
        fmt::format("`people` {} is too few for keys that are not known, which need {} "
                    "at these parameters; ask with `epsilon` and `delta` instead of "
                    "`average_case`, or write the keys",
                    people, thousands(least_people(gamma, tested, half))));
  const std::int64_t threshold = least_threshold(counts, half);
  return SparseKeysTerms{
      alpha,
      gamma,
      eta,
      people,
      *noise,
      *test_noise,
      *test,
      threshold,
      rounded_up(Interval(failure_given_singletons(people, test->most)), gamma),
      rounded_up(
          passing_the_gap(tested, test->gap) + passing_the_gap(counts, threshold - 1),
          eta)};
}

Rational SparseKeysTerms::alpha() const {
  return Rational(2) / noise.scale + Rational(2) / test_noise.scale;
}

Interval SparseKeysTerms::shown_alone() const {
  return passing_the_gap(Rational(2) / noise.scale, threshold - 1);
}

Derivation SparseKeysTerms::derivation() const {
  auto node = tested_keys({.scale = noise.scale,
                           .test_scale = test_noise.scale,
                           .people = people,
                           .most = test.most,
                           .passes = test.passes,
                           .threshold = threshold,
                           .gamma = gamma,
                           .eta = eta});
  assert(node);
  return *std::move(node);
}

std::int64_t SparseKeysTerms::exposed() const {
  return (gamma * people).ceil().to_int64().value_or(people);
}

nlohmann::ordered_json SparseKeysTerms::law() const {
  return {{"random_alpha", asked_alpha.text()},
          {"random_gamma", asked_gamma.text()},
          {"random_eta", asked_eta.text()},
          {"people", people},
          {"scale", noise.scale.text()},
          {"test_scale", test_noise.scale.text()},
          {"most", test.most},
          {"passes", test.passes},
          {"threshold", threshold},
          {"gamma", gamma.text()},
          {"eta", eta.text()}};
}

std::optional<SparseKeysTerms> sparse_keys_terms_in(const nlohmann::ordered_json& law) {
  const auto number = [&](const char* name) -> std::optional<Rational> {
    if (!law.is_object() || !law.contains(name) || !law[name].is_string())
      return std::nullopt;
    auto value = Rational::parse(law[name].get_ref<const std::string&>());
    return value ? std::optional(*std::move(value)) : std::nullopt;
  };
  const auto alpha = number("random_alpha"), gamma = number("random_gamma"),
             eta = number("random_eta");
  if (!alpha || !gamma || !eta || !law.contains("people")) return std::nullopt;
  auto terms = SparseKeysTerms::make(*alpha, *gamma, *eta,
                                     whole_number(law["people"]).value_or(0));
  return terms ? std::optional(*std::move(terms)) : std::nullopt;
}

}  // namespace selvage
