#include "selvage/guarantee/threshold_cells.hpp"

#include <fmt/format.h>

#include "selvage/guarantee/profile_inputs.hpp"
#include "selvage/guarantee/rules.hpp"
#include "selvage/law/staircase_check.hpp"

namespace selvage {
namespace {

// Takes inputs one after the other; each must be the one that comes next.
class InputReader {
 public:
  explicit InputReader(const Inputs& inputs) : inputs_(inputs) {}

  bool next_is(const std::string& name) const {
    return at_ < inputs_.size() && inputs_[at_].first == name;
  }
  std::optional<Rational> take(const std::string& name) {
    if (!next_is(name)) return std::nullopt;
    return inputs_[at_++].second;
  }
  // Absent is false, 1 is true; nothing else is left in place.
  bool take_flag(const std::string& name) {
    if (!next_is(name) || inputs_[at_].second != 1) return false;
    ++at_;
    return true;
  }
  std::optional<std::vector<ProfileStep>> take_profile() {
    auto read = read_profile(inputs_, at_);
    if (!read) return std::nullopt;
    at_ += read->count;
    return std::move(read->profile);
  }
  std::optional<std::string> take_partition() { return read_partition(inputs_, at_); }

 private:
  const Inputs& inputs_;
  std::size_t at_ = 0;
};

std::optional<Staircase> take_staircase(InputReader& reader) {
  Staircase staircase;
  if (reader.take_flag("first_exact")) {
    staircase.first = ExtendedRational::infinity();
  } else {
    const auto first = reader.take("first");
    if (!first) return std::nullopt;
    staircase.first = *first;
  }
  while (const auto threshold = reader.take(
             fmt::format("level_threshold_{}", staircase.levels.size() + 1))) {
    const auto whole = threshold->to_int64();
    if (!whole) return std::nullopt;
    staircase.levels.push_back({*whole, 0});
  }
  for (std::size_t i = 0; i < staircase.levels.size(); ++i) {
    const auto epsilon = reader.take(fmt::format("level_epsilon_{}", i + 1));
    if (!epsilon) return std::nullopt;
    staircase.levels[i].epsilon = *epsilon;
  }
  staircase.flags = reader.take_flag("flags");
  return staircase;
}

std::optional<LowerBound> take_lower_bound(InputReader& reader) {
  LowerBound mechanism;
  const auto epsilon = reader.take("epsilon_lower_bound");
  const auto at_zero = reader.take("epsilon_at_zero");
  const auto shift = reader.take("shift");
  const auto whole = shift ? shift->to_int64() : std::nullopt;
  if (!epsilon || !at_zero || !whole) return std::nullopt;
  mechanism.epsilon = *epsilon;
  mechanism.at_zero = *at_zero;
  mechanism.shift = *whole;
  mechanism.guess_told = reader.take_flag("lower_bound_told");
  return mechanism;
}

Result<Guarantee> promised(const Result<Verdict>& verdict, OutlierPromise promise) {
  if (!verdict) return verdict.error();
  if (const auto& failure = verdict->failure)
    return misapplied(fmt::format(
        "the mechanism is not shown to keep the profile for classes of {} people: at "
        "epsilon {} its delta may be {}, and {} was promised",
        failure->count, failure->epsilon.short_text(), failure->delta.upper_text(3),
        promise.delta.short_text()));
  return Guarantee{std::move(promise), Neighbours::add_remove_person};
}

}  // namespace

Result<Guarantee> conclude_staircase_cells(const Inputs& inputs,
                                           const std::vector<Guarantee>& premises) {
  InputReader reader(inputs);
  const auto staircase = take_staircase(reader);
  const auto delta = reader.take("delta");
  const auto profile = reader.take_profile();
  const auto partition = reader.take_partition();
  if (!premises.empty() || !staircase || !delta || !profile || !partition)
    return misapplied(
        "staircase_cells takes first or first_exact = 1, level_threshold_1, ..., "
        "level_epsilon_1, ..., perhaps flags = 1, delta, a profile that grows with the "
        "class size, and the name of classes");
  return promised(meets(*staircase, *profile, *delta), {*profile, *delta, *partition});
}

Result<Guarantee> conclude_lower_bound_cells(const Inputs& inputs,
                                             const std::vector<Guarantee>& premises) {
  InputReader reader(inputs);
  auto mechanism = take_lower_bound(reader);
  const auto delta = reader.take("delta");
  const auto profile = reader.take_profile();
  const auto partition = reader.take_partition();
  if (!premises.empty() || !mechanism || !delta || !profile || !partition)
    return misapplied(
        "lower_bound_cells takes epsilon_lower_bound, epsilon_at_zero, shift, perhaps "
        "lower_bound_told = 1, delta, a profile that grows with the class size, and "
        "the "
        "name of classes");
  mechanism->profile = *profile;
  return promised(meets(*mechanism, *profile, *delta), {*profile, *delta, *partition});
}

Result<Derivation> staircase_cells(const Staircase& staircase,
                                   const std::vector<ProfileStep>& profile,
                                   const Rational& delta,
                                   const std::string& partition) {
  Inputs inputs;
  if (staircase.first.is_infinite())
    inputs.emplace_back("first_exact", 1);
  else
    inputs.emplace_back("first", staircase.first.finite());
  for (std::size_t i = 0; i < staircase.levels.size(); ++i)
    inputs.emplace_back(fmt::format("level_threshold_{}", i + 1),
                        staircase.levels[i].threshold);
  for (std::size_t i = 0; i < staircase.levels.size(); ++i)
    inputs.emplace_back(fmt::format("level_epsilon_{}", i + 1),
                        staircase.levels[i].epsilon);
  if (staircase.flags) inputs.emplace_back("flags", 1);
  inputs.emplace_back("delta", delta);
  if (is_profile(profile)) append_profile(inputs, profile);
  append_partition(inputs, partition);
  return derive("staircase_cells", std::move(inputs), {});
}

Result<Derivation> lower_bound_cells(const LowerBound& mechanism, const Rational& delta,
                                     const std::string& partition) {
  if (mechanism.at_zero.is_infinite())
    return misapplied("lower_bound_cells needs an epsilon for empty cells");
  Inputs inputs{{"epsilon_lower_bound", mechanism.epsilon},
                {"epsilon_at_zero", mechanism.at_zero.finite()},
                {"shift", mechanism.shift}};
  if (mechanism.guess_told) inputs.emplace_back("lower_bound_told", 1);
  inputs.emplace_back("delta", delta);
  if (is_profile(mechanism.profile)) append_profile(inputs, mechanism.profile);
  append_partition(inputs, partition);
  return derive("lower_bound_cells", std::move(inputs), {});
}

}  // namespace selvage
