// The rules of sampled sensitivity.
#include "selvage/guarantee/rule.hpp"
#include "selvage/guarantee/sampled_scale.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostPeopleOfPairs = 1'000'000'000;
constexpr std::int64_t kMostScales = 1'000'000;

// What both rules ask of ranks; none where all is well.
std::optional<Error> fault_of_ranks(const Inputs& inputs, std::int64_t gap) {
  const std::int64_t people = whole_in(inputs, "people"),
                     all_pairs = whole_in(inputs, "all_pairs"),
                     covered = whole_in(inputs, "covered");
  const Rational& gamma = number_in(inputs, "gamma");
  const Rational& eta = number_in(inputs, "eta");
  if (people < 2 || people > kMostPeopleOfPairs || all_pairs < 0 || all_pairs > 1 ||
      gamma.sign() <= 0 || gamma >= 1 || eta.sign() <= 0 || eta >= 1 || covered < 1 ||
      gap < 1)
    return misapplied(
        "a sampled scale takes from 2 to 10^9 people, all_pairs 0 or 1, gamma and eta "
        "between 0 and 1, and whole numbers of covered pairs and of a gap from 1 on");
  const PairNumbers numbers =
      pair_numbers(all_pairs == 1 ? RowPairs::all : RowPairs::numbered, people);
  if (covered > numbers.fresh || covered_gamma(numbers, covered) > gamma)
    return misapplied("a sampled scale covers too few pairs for this gamma");
  if (gap > numbers.pairs || scale_rank(numbers, covered, gap) > numbers.pairs)
    return misapplied("a sampled scale needs more people for this gamma");
  return std::nullopt;
}

PairNumbers numbers_in(const Inputs& inputs) {
  return pair_numbers(
      whole_in(inputs, "all_pairs") == 1 ? RowPairs::all : RowPairs::numbered,
      whole_in(inputs, "people"));
}

Result<Guarantee> conclude_sampled_scale(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises) {
  const std::int64_t gap = whole_in(inputs, "gap"), scales = whole_in(inputs, "scales");
  const Rational& choice = number_in(inputs, "choice");
  const Rational& noise = number_in(inputs, "noise");
  if (!premises.empty() || choice.sign() <= 0 || noise.sign() <= 0 || scales < 1 ||
      scales > kMostScales)
    return misapplied(
        "sampled_scale takes choice > 0, noise > 0, up to 10^6 scales, and no "
        "premises");
  if (auto fault = fault_of_ranks(inputs, gap)) return *std::move(fault);
  if (!surely_at_most(gap_eta(numbers_in(inputs), choice, gap, scales),
                      number_in(inputs, "eta")))
    return misapplied("sampled_scale needs a larger gap for this eta");
  return Guarantee{RandomDpPromise{choice + noise, number_in(inputs, "eta"),
                                   number_in(inputs, "gamma")},
                   Neighbours::replace_person};
}

Result<Guarantee> conclude_smooth_scale(const Inputs& inputs,
                                        const std::vector<Guarantee>& premises) {
  const Rational& noise = number_in(inputs, "noise");
  const Rational& spread = number_in(inputs, "spread");
  const Rational& decay = number_in(inputs, "decay");
  const std::int64_t values = whole_in(inputs, "values");
  if (!premises.empty() || noise.sign() <= 0 || spread.sign() <= 0 ||
      decay.sign() <= 0 || decay >= 1 || values < 1 || values > kMostScales)
    return misapplied(
        "smooth_scale takes noise > 0, spread > 0, a decay between 0 and 1, up to 10^6 "
        "values, and no premises");
  if (auto fault = fault_of_ranks(inputs, 1)) return *std::move(fault);
  if (!surely_at_most(exp(Interval(-(spread / values))), decay) ||
      !surely_at_most(decay_eta(spread, decay, values), number_in(inputs, "eta")))
    return misapplied("smooth_scale needs a decay nearer to 1 for this eta");
  return Guarantee{RandomDpPromise{noise + spread, number_in(inputs, "eta"),
                                   number_in(inputs, "gamma")},
                   Neighbours::replace_person};
}

Inputs ranks_of(const SampledScale& scale) {
  return {{"people", Rational(scale.people)},
          {"all_pairs", Rational(scale.pairs == RowPairs::all ? 1 : 0)},
          {"covered", Rational(scale.covered)},
          {"eta", scale.eta},
          {"gamma", scale.gamma}};
}

}  // namespace

Result<Derivation> sampled_scale(const SampledScale& scale, const Rational& choice,
                                 const Rational& noise, std::int64_t scales,
                                 std::int64_t gap) {
  Inputs inputs = {{"choice", choice},
                   {"noise", noise},
                   {"scales", Rational(scales)},
                   {"gap", Rational(gap)}};
  for (auto& input : ranks_of(scale)) inputs.push_back(std::move(input));
  return derive("sampled_scale", std::move(inputs), {});
}

Result<Derivation> smooth_sampled_scale(const SampledScale& scale,
                                        const Rational& noise, const Rational& spread,
                                        const Rational& decay, std::int64_t values) {
  Inputs inputs = {{"noise", noise},
                   {"spread", spread},
                   {"decay", decay},
                   {"values", Rational(values)}};
  for (auto& input : ranks_of(scale)) inputs.push_back(std::move(input));
  return derive("smooth_scale", std::move(inputs), {});
}

std::span<const Rule> sampled_scale_rules() {
  static const Rule kRules[] = {
      {"sampled_scale",
       "T331",
       "noise for a scale that was drawn so that almost all pairs of rows lie within "
       "it hides a replaced person, on average over tables of independent rows",
       {"choice", "noise", "scales", "gap", "people", "all_pairs", "covered", "eta",
        "gamma"},
       conclude_sampled_scale},
      {"smooth_scale",
       "T332",
       "noise of a scale that almost all pairs of rows lie within, and that one row "
       "changes little, hides a replaced person, on average over tables of independent "
       "rows",
       {"noise", "spread", "decay", "values", "people", "all_pairs", "covered", "eta",
        "gamma"},
       conclude_smooth_scale},
  };
  return kRules;
}

}  // namespace selvage
