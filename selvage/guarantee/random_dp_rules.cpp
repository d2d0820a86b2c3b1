// The rules of average-case promises.
#include <fmt/format.h>

#include "selvage/average_case/singleton_test.hpp"
#include "selvage/average_case/sparse_failure.hpp"
#include "selvage/guarantee/random_dp.hpp"
#include "selvage/guarantee/rule.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostCells = 1'000'000'000'000, kMostPeople = kMostCells;

// Noise in full cells alone, which a replaced person changes by so much in all.
Result<Guarantee> conclude_full_cells(const char* rule, const Inputs& inputs,
                                      const std::vector<Guarantee>& premises,
                                      Interval (*least)(std::uint64_t, std::int64_t),
                                      const Rational& changed) {
  const Rational& scale = number_in(inputs, "scale");
  const Rational& gamma = number_in(inputs, "gamma");
  const std::int64_t cells = whole_in(inputs, "cells"),
                     people = whole_in(inputs, "people");
  if (!premises.empty() || scale.sign() <= 0 || cells < 1 || cells > kMostCells ||
      people < 1 || people > kMostPeople || gamma.sign() < 0 || gamma >= 1)
    return misapplied(
        fmt::format("{} takes scale > 0, whole numbers of cells and people from 1 on, "
                    "a gamma below 1, and no premises",
                    rule));
  if (least(static_cast<std::uint64_t>(cells), people).upper() > gamma)
    return misapplied(fmt::format("{} needs a larger gamma for so many cells", rule));
  return Guarantee{RandomDpPromise{changed / scale, 0, gamma},
                   Neighbours::replace_person};
}

Result<Guarantee> conclude_sparse_cells(const Inputs& inputs,
                                        const std::vector<Guarantee>& premises) {
  return conclude_full_cells("sparse_cells", inputs, premises, sparse_gamma, 2);
}

Result<Guarantee> conclude_sparse_people(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises) {
  return conclude_full_cells("sparse_people", inputs, premises, sparse_people_gamma,
                             number_in(inputs, "cells"));
}

Result<Guarantee> conclude_tested_keys(const Inputs& inputs,
                                       const std::vector<Guarantee>& premises) {
  const Rational &scale = number_in(inputs, "scale"),
                 &test_scale = number_in(inputs, "test_scale"),
                 &gamma = number_in(inputs, "gamma"), &eta = number_in(inputs, "eta");
  const std::int64_t people = whole_in(inputs, "people"),
                     most = whole_in(inputs, "most"),
                     passes = whole_in(inputs, "passes"),
                     threshold = whole_in(inputs, "threshold");
  if (!premises.empty() || scale.sign() <= 0 || test_scale.sign() <= 0 || people < 1 ||
      people > kMostPeople || number_in(inputs, "most") != most ||
      number_in(inputs, "passes") != passes || passes < 0 || passes > most ||
      most > people || threshold < 2 || threshold > kMostPeople || gamma.sign() < 0 ||
      gamma >= 1 || eta.sign() <= 0 || eta >= 1)
    return misapplied(
        "tested_keys takes scales above 0, people from 1 on, 0 <= passes <= most <= "
        "people, a threshold from 2 on, gamma below 1, eta between 0 and 1, and no "
        "premises");
  if (failure_given_singletons(people, most) > gamma)
    return misapplied("tested_keys needs a larger gamma for so many people alone");
  const Rational alpha = Rational(2) / scale, test = Rational(2) / test_scale;
  const Interval shown = passing_the_gap(alpha, threshold - 1);
  if (!surely_at_most(passing_the_gap(test, most - passes) + shown, eta))
    return misapplied("tested_keys needs a larger eta for this test and threshold");
  // A key that is not shown hides its one person as well as the noise does.
  if (!surely_at_most(shown + exp(Interval(-(Rational(1) / scale))), Rational(1)))
    return misapplied("tested_keys needs a larger threshold for this noise");
  return Guarantee{RandomDpPromise{alpha + test, eta, gamma},
                   Neighbours::replace_person};
}

Result<Guarantee> conclude_random_composition(const Inputs&,
                                              const std::vector<Guarantee>& premises) {
  RandomDpPromise sum{0, 0, 0};
  bool answered = false;  // a dp release may have been chosen by what came before
  for (const Guarantee& premise : premises) {
    if (const auto* random = std::get_if<RandomDpPromise>(&premise.promise)) {
      if (answered)
        return misapplied(
            "random_composition takes an average-case release only before all others: "
            "one that is chosen by an earlier answer has no such promise");
      sum.alpha = sum.alpha + random->alpha;
      sum.eta = sum.eta + random->eta;
      sum.gamma = sum.gamma + random->gamma;
    } else if (const auto* dp = std::get_if<DpPromise>(&premise.promise)) {
      answered = true;
      sum.alpha = sum.alpha + dp->epsilon;
      sum.eta = sum.eta + dp->delta;
    } else {
      return misapplied(
          "random_composition takes random_dp promises, then dp promises");
    }
  }
  if (!same_neighbours(premises) || sum.gamma.sign() == 0)
    return misapplied(
        "random_composition takes promises about the same neighbours, the first of "
        "them random_dp");
  return Guarantee{RandomDpPromise{written_sum(sum.alpha), written_sum(sum.eta),
                                   written_sum(sum.gamma)},
                   premises[0].neighbours};
}

}  // namespace

Result<Derivation> sparse_cells(const Rational& scale, std::uint64_t cells,
                                std::int64_t people, const Rational& gamma) {
  return derive("sparse_cells",
                {{"scale", scale},
                 {"cells", Rational::from_uint64(cells)},
                 {"people", Rational(people)},
                 {"gamma", gamma}},
                {});
}

Result<Derivation> sparse_people(const Rational& scale, std::uint64_t cells,
                                 std::int64_t people, const Rational& gamma) {
  return derive("sparse_people",
                {{"scale", scale},
                 {"cells", Rational::from_uint64(cells)},
                 {"people", Rational(people)},
                 {"gamma", gamma}},
                {});
}

Result<Derivation> tested_keys(const TestedKeys& terms) {
  return derive("tested_keys",
                {{"scale", terms.scale},
                 {"test_scale", terms.test_scale},
                 {"people", Rational(terms.people)},
                 {"most", Rational(terms.most)},
                 {"passes", Rational(terms.passes)},
                 {"threshold", Rational(terms.threshold)},
                 {"gamma", terms.gamma},
                 {"eta", terms.eta}},
                {});
}

std::optional<std::int64_t> public_people(const Derivation& promise) {
  if (!std::holds_alternative<RandomDpPromise>(promise.conclusion.promise))
    return std::nullopt;
  if (const Rational* people = find_number(promise.inputs, "people"))
    return people->to_int64();
  for (const Derivation& premise : promise.premises)
    if (const auto people = public_people(premise)) return people;
  return std::nullopt;
}

Result<Derivation> random_composition(std::vector<Derivation> premises) {
  return derive("random_composition", {}, std::move(premises));
}

std::span<const Rule> random_dp_rules() {
  static const Rule kRules[] = {
      {"sparse_cells",
       "T232",
       "noise in the full cells alone hides a replaced person but for those who are "
       "alone in a cell, on average over tables of independent rows",
       {"scale", "cells", "people", "gamma"},
       conclude_sparse_cells},
      {"sparse_people",
       "T346",
       "the same for people who count once in every cell that they are in",
       {"scale", "cells", "people", "gamma"},
       conclude_sparse_people},
      {"tested_keys",
       "T345",
       "keys that are not known, all of them where a private test finds few people "
       "alone in theirs, and else from a threshold on: hides a replaced person on "
       "average",
       {"scale", "test_scale", "people", "most", "passes", "threshold", "gamma", "eta"},
       conclude_tested_keys},
      {"random_composition",
       "T238",
       "average-case releases that were fixed before any answer, and dp releases after "
       "them: their numbers add",
       {},
       conclude_random_composition},
  };
  return kRules;
}

}  // namespace selvage
