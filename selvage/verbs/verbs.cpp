#include "selvage/verbs/verbs.hpp"

#include <algorithm>

#include "selvage/mechanism/bound_free/bound_free_verbs.hpp"
#include "selvage/mechanism/cells/cells_verbs.hpp"
#include "selvage/mechanism/certain/certain_verbs.hpp"
#include "selvage/mechanism/drop_only/drop_only_verbs.hpp"
#include "selvage/mechanism/extremes/extremes_verbs.hpp"
#include "selvage/mechanism/found_keys/found_keys_verbs.hpp"
#include "selvage/mechanism/half_space/half_space_verbs.hpp"
#include "selvage/mechanism/ladder/far_quantile_verbs.hpp"
#include "selvage/mechanism/ladder/ladder_verbs.hpp"
#include "selvage/mechanism/outlier/outlier_verbs.hpp"
#include "selvage/mechanism/quantile/quantile_verbs.hpp"
#include "selvage/mechanism/regression/regression_verbs.hpp"
#include "selvage/mechanism/robust/robust_verbs.hpp"
#include "selvage/mechanism/robust_regression/robust_verbs.hpp"
#include "selvage/mechanism/sample/sample_verbs.hpp"
#include "selvage/mechanism/sampled_sensitivity/sampled_verbs.hpp"
#include "selvage/mechanism/separator/separator_verbs.hpp"
#include "selvage/mechanism/sparse_histogram/sparse_histogram_verbs.hpp"
#include "selvage/mechanism/sparse_histogram/stable_histogram.hpp"
#include "selvage/mechanism/tested/tested_verbs.hpp"
#include "selvage/mechanism/trimmed_mean/trimmed_mean_verbs.hpp"
#include "selvage/verbs/bounds_or_none.hpp"
#include "selvage/verbs/two_ways.hpp"
#include "selvage/verbs/with_or_without_bounds.hpp"

namespace selvage {
namespace {

// Those of cells, where some need no bounds any more.
std::vector<Verb> numeric_verbs() {
  std::vector<Verb> list = cells_verbs();
  for (Verb& without : bound_free_verbs()) {
    const auto with = std::find_if(list.begin(), list.end(), [&](const Verb& verb) {
      return verb.name == without.name;
    });
    *with = with_or_without_bounds(*with, with_found_keys(std::move(without)));
  }
  return list;
}

// Those that with `drop_only` are never above the truth, and with `average_case`
// protect common people only.
std::vector<Verb> count_verbs() {
  std::vector<Verb> list = outlier_verbs(), drops = drop_counting_verbs(),
                    sparse = sparse_histogram_verbs();
  for (std::size_t i = 0; i < list.size(); ++i) {
    list[i] = with_full_cells(std::move(list[i]));
    list[i] =
        by_flag(std::move(list[i]), std::move(drops[i]), "drop_only", tells_of_drops);
    list[i] = by_flag(std::move(list[i]), std::move(sparse[i]), "average_case",
                      tells_of_average_case);
  }
  for (Verb& verb : list)
    if (verb.name == "count")
      verb = by_flag(std::move(verb), half_space_verb(), "half_space",
                     tells_of_half_spaces);
  return list;
}

// Those that with `average_case` protect common people only.
std::vector<Verb> with_averages(std::vector<Verb> list) {
  for (Verb& sampled : sampled_mean_verbs())
    for (Verb& verb : list)
      if (verb.name == sampled.name)
        verb = by_flag(std::move(verb), sampled, "average_case",
                       tells_of_sampled_sensitivity);
  return list;
}

// Those that can also be read off bins with drops.
void add_drops(std::vector<Verb>& list) {
  for (Verb& drops : drop_value_verbs())
    for (Verb& verb : list)
      if (verb.name == drops.name)
        verb = drop_only_or_usual(std::move(verb), drops, tells_of_drops);
}

// Those that can also be asked as the robust-statistics paper has them.
std::vector<Verb> with_tests(std::vector<Verb> list) {
  for (Verb& tested : tested_verbs())
    for (Verb& verb : list)
      if (verb.name == tested.name)
        verb = tested_or_usual(std::move(verb), tested, tells_of_tests);
  return list;
}

std::vector<Verb> rank_verbs() {
  std::vector<Verb> list = quantile_verbs(), certain = certain_verbs();
  for (std::size_t i = 0; i < list.size(); ++i)
    list[i] = certain_or_drawn(with_ladder_for_few(with_compared_ranks(
                                   with_found_keys(std::move(list[i]), "no_guard"))),
                               std::move(certain[i]));
  add_drops(list);
  for (Verb& verb : list)
    if (Verb ladder = ladder_verb(); verb.name == ladder.name)
      verb = ladder_or_usual(std::move(verb), with_found_keys(std::move(ladder)),
                             tells_of_ladder);
  return with_tests(std::move(list));
}

std::vector<Verb> extreme_verbs() {
  std::vector<Verb> list = extremes_verbs();
  for (Verb& verb : list) verb = with_found_keys(std::move(verb));
  add_drops(list);
  return list;
}

std::vector<Verb> fit_verbs() {
  return {robust_or_usual(regression_verbs().front(), robust_regression_verb(),
                          is_robust_regression)};
}

std::vector<Verb> set_verbs() {
  std::vector<Verb> list = drop_set_verbs();
  list.push_back(max_k_verb());
  return list;
}

// To which noise can be added once more.
bool answers_one_number(const std::string& name) {
  constexpr const char* kNames[] = {"count",    "sum",   "mean",        "variance",
                                    "median",   "iqr",   "max",         "min",
                                    "quantile", "range", "trimmed-mean"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

}  // namespace

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> all = [] {
    std::vector<Verb> list;
    for (const auto& family : {count_verbs(), with_averages(numeric_verbs()),
                               with_averages(with_tests(trimmed_mean_verbs())),
                               rank_verbs(), extreme_verbs(), set_verbs(), fit_verbs(),
                               sampled_fit_verbs(), separator_verbs(), sample_verbs()})
      list.insert(list.end(), family.begin(), family.end());
    for (Verb& verb : list)
      if (answers_one_number(verb.name)) verb = with_robust(std::move(verb));
    return list;
  }();
  return all;
}

const Verb* find_verb(const std::string& name) {
  for (const Verb& verb : verbs())
    if (verb.name == name) return &verb;
  return nullptr;
}

}  // namespace selvage
