// The rules of average-case promises.
#include "selvage/average_case/sparse_failure.hpp"
#include "selvage/guarantee/random_dp.hpp"
#include "selvage/guarantee/rule.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostCells = 1'000'000'000'000, kMostPeople = kMostCells;

Result<Guarantee> conclude_sparse_cells(const Inputs& inputs,
                                        const std::vector<Guarantee>& premises) {
  const Rational& scale = number_in(inputs, "scale");
  const Rational& gamma = number_in(inputs, "gamma");
  const std::int64_t cells = whole_in(inputs, "cells"),
                     people = whole_in(inputs, "people");
  if (!premises.empty() || scale.sign() <= 0 || cells < 1 || cells > kMostCells ||
      people < 1 || people > kMostPeople || gamma.sign() < 0 || gamma >= 1)
    return misapplied(
        "sparse_cells takes scale > 0, whole numbers of cells and people from 1 on, a "
        "gamma below 1, and no premises");
  if (sparse_gamma(static_cast<std::uint64_t>(cells), people).upper() > gamma)
    return misapplied("sparse_cells needs a larger gamma for so many cells");
  return Guarantee{RandomDpPromise{Rational(2) / scale, 0, gamma},
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
