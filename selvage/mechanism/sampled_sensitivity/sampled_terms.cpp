#include "selvage/mechanism/sampled_sensitivity/sampled_terms.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/sampled_scale.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

constexpr unsigned kDecayBits = 20;
const Rational kSmoothStep = Rational::power_of_two(-20);  // of the least scale
constexpr int kUnitBits = 24;
const Rational kMostNoise = Rational::power_of_two(45);

// Each a quarter larger than the one before.
std::vector<std::int64_t> scales_up_to(std::int64_t most, const Rational& least) {
  std::vector<std::int64_t> scales;
  for (std::int64_t scale = (least * most).ceil().to_int64().value(); scale < most;
       scale = std::max(scale + 1, (5 * scale + 3) / 4))
    scales.push_back(scale);
  scales.push_back(most);
  return scales;
}

// x, and up to 24 bits of it where it is not a whole number already.
Rational shortened_up(const Rational& x) {
  const int bits = kUnitBits - std::ilogb(x.to_double());
  return bits > 0 ? round_up(x, static_cast<unsigned>(bits)) : x.ceil();
}

Error too_few(const SampledRequest& request, std::optional<std::int64_t> needed) {
  return wrong_field(
      "people",
      fmt::format(
          "`people` {} is too few for this promise, which {}; write a larger "
          "`random_gamma` or `random_alpha`, or leave out `average_case` and ask with "
          "`epsilon`",
          request.people,
          needed ? fmt::format("needs about {}", *needed)
                 : fmt::format("needs more than {}", kMostSampledPeople)),
      needed ? std::to_string(*needed) : std::string());
}

// The least number of people for which `fits` says so, to one in a hundred; none where
// that is more than can be asked of.
template <class Fits>
std::optional<std::int64_t> people_needed(std::int64_t from, const Fits& fits) {
  std::int64_t people = from;
  while (people <= kMostSampledPeople && !fits(people)) people += people / 64 + 1;
  return people <= kMostSampledPeople ? std::optional(people) : std::nullopt;
}

}  // namespace

Result<SampledTerms> SampledTerms::make(const SampledRequest& request,
                                        const SampledModel& model) {
  SampledTerms terms{
      .asked = request,
      .pairs = request.pair_by.empty() ? RowPairs::all : RowPairs::numbered,
      .numbers = {},
      .gamma = {},
      .scales = scales_up_to(model.most, request.least_scale),
      .covered = 0,
      .gap = 1,
      .rank = 0,
      .choice = request.alpha / 2,
      .noise = {},
      .decay = 0,
      .values = std::ssize(model.numbers)};
  if (terms.scales.size() < 2)
    return wrong_field("least_scale",
                       fmt::format("`least_scale` {} leaves one scale, that of the "
                                   "worst case; write a smaller one, for example 0.01",
                                   request.least_scale.short_text()),
                       "0.01");
  terms.numbers = pair_numbers(terms.pairs, request.people);
  // A quarter of alpha for the scale, or a half where that is too little.
  const auto gap_for = [&](std::int64_t people, const Rational& choice) {
    const PairNumbers numbers = pair_numbers(terms.pairs, people);
    const auto gap = request.smooth ? std::optional<std::int64_t>(1)
                                    : scale_gap(numbers, choice, request.eta,
                                                std::ssize(terms.scales));
    const std::int64_t covered = covered_pairs(numbers, request.gamma);
    return gap && *gap <= numbers.pairs &&
                   scale_rank(numbers, covered, *gap) <= numbers.pairs
               ? gap
               : std::nullopt;
  };
  auto gap = gap_for(request.people, request.alpha / 4);
  if (gap && !request.smooth) terms.choice = request.alpha / 4;
  if (!gap) gap = gap_for(request.people, terms.choice);
  if (!gap)
    return too_few(request, people_needed(request.people, [&](std::int64_t people) {
                     return gap_for(people, terms.choice).has_value();
                   }));
  terms.gap = *gap;
  terms.covered = covered_pairs(terms.numbers, request.gamma);
  terms.rank = scale_rank(terms.numbers, terms.covered, terms.gap);
  terms.noise = request.alpha - terms.choice;
  const Interval achieved(covered_gamma(terms.numbers, terms.covered));
  terms.gamma = std::min(request.gamma, *Rational::parse(achieved.upper_text(6)));
  if (request.smooth) {
    const Rational log_eta =
        *Rational::parse(
            log(Interval(Rational(2 * terms.values) / request.eta)).upper_text(6)) *
        terms.values;
    terms.decay = round_up(log_eta / (log_eta + terms.choice), kDecayBits);
    if (terms.decay + kSmoothStep * 2 >= 1)
      return wrong_field("random_alpha",
                         fmt::format("`random_alpha` {} is too small for `mechanism` "
                                     "smooth; write a larger one, for example 1",
                                     request.alpha.short_text()),
                         "1");
  }
  const Rational largest = terms.noise_scale(model, terms.scales.size() - 1);
  if (largest > kMostNoise || !fits_sampler(largest))
    return wrong_field("random_alpha",
                       fmt::format("`random_alpha` {} asks for too much noise with so "
                                   "few people or so small a penalty; write a larger "
                                   "one, for example 1",
                                   request.alpha.short_text()),
                       "1");
  return terms;
}

Derivation SampledTerms::derivation() const {
  const SampledScale scale{pairs, asked.people, covered, asked.eta, gamma};
  auto node = asked.smooth
                  ? smooth_sampled_scale(scale, noise, choice, decay, values)
                  : sampled_scale(scale, choice, noise, std::ssize(scales), gap);
  assert(node);
  return *std::move(node);
}

std::int64_t SampledTerms::exposed() const {
  return (gamma * asked.people).ceil().to_int64().value();
}

std::int64_t SampledTerms::hidden(const SampledModel& model, std::size_t scale) const {
  return (model.per_distance * scales[scale] + model.beside).ceil().to_int64().value();
}

Rational SampledTerms::noise_scale(const SampledModel& model, std::size_t scale) const {
  return Rational(hidden(model, scale)) / noise;
}

// In steps of a millionth of what the least scale hides, so that the sampler takes it;
// the decay has room for that rounding.
Rational SampledTerms::smooth_noise_scale(const SampledModel& model,
                                          std::span<const std::int64_t> within) const {
  const Rational inner = decay / (Rational(1) - decay * kSmoothStep);
  const std::int64_t parts = smooth_scale(scales, within, rank, numbers.moved, inner);
  const Rational hidden = model.per_distance * parts / kSmoothParts + model.beside;
  const Rational step =
      (model.per_distance * scales.front() + model.beside) * kSmoothStep;
  return shortened_up(step / noise) * (hidden / step).ceil();
}

nlohmann::ordered_json SampledTerms::law(const SampledModel& model) const {
  nlohmann::ordered_json law = {{"random_alpha", asked.alpha.text()},
                                {"random_gamma", asked.gamma.text()},
                                {"random_eta", asked.eta.text()},
                                {"people", asked.people},
                                {"pairs", pairs == RowPairs::all ? "all" : "numbered"},
                                {"scale", asked.smooth ? "smooth" : "private"},
                                {"least_scale", asked.least_scale.text()},
                                {"scales", scales.size()},
                                {"largest", scales.back()},
                                {"covered", covered},
                                {"rank", rank},
                                {"choice", choice.text()},
                                {"noise", noise.text()},
                                {"gamma", gamma.text()},
                                {"per_distance", model.per_distance.text()},
                                {"beside", model.beside.text()}};
  if (asked.smooth) law["decay"] = decay.text();
  return law;
}

}  // namespace selvage
