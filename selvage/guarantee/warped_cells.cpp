#include "selvage/guarantee/warped_cells.hpp"

#include "selvage/guarantee/profile_inputs.hpp"
#include "selvage/guarantee/rules.hpp"
#include "selvage/law/warped_geometric.hpp"

namespace selvage {
namespace {

Inputs inputs_of(const std::vector<ProfileStep>& profile) {
  Inputs inputs{{"bits", WarpedGeometric::kBits}};
  if (is_profile(profile)) append_profile(inputs, profile);
  return inputs;
}

// With probabilities of fewer bits the loss is another.
bool has_bits(const Inputs& inputs) {
  return begins_with(inputs, {"bits"}) && inputs[0].second == WarpedGeometric::kBits;
}

const Rational kLeastDelta = *Rational::parse("1e-40");
constexpr std::int64_t kMostLimit = std::int64_t{1} << 53;

bool is_useful(const std::vector<ProfileStep>& profile) {
  return most(profile).sign() > 0 &&
         (profile.size() == 1 || profile.end()[-2].limit <= kMostLimit);
}

std::optional<ProfileInputs> useful_profile(const Inputs& inputs, std::size_t first) {
  auto read = read_profile(inputs, first);
  if (read && !is_useful(read->profile)) return std::nullopt;
  return read;
}

}  // namespace

Result<Guarantee> conclude_warped_cells(const Inputs& inputs,
                                        const std::vector<Guarantee>& premises) {
  const auto read = useful_profile(inputs, 1);
  const auto partition = read ? read_partition(inputs, 1 + read->count) : std::nullopt;
  if (!premises.empty() || !has_bits(inputs) || !partition)
    return misapplied(
        "warped_geometric_cells takes bits = 62, a profile that grows with the class "
        "size, promises something and lets something be told, and the name of classes");
  return Guarantee{OutlierPromise{read->profile, 0, *partition},
                   Neighbours::add_remove_person};
}

Result<Guarantee> conclude_warped_person(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises) {
  const auto read = useful_profile(inputs, 2);
  if (!premises.empty() || !has_bits(inputs) || !read ||
      inputs.size() != 2 + read->count || inputs[1].first != "cells_per_person" ||
      !inputs[1].second.is_integer() || inputs[1].second < 1)
    return misapplied(
        "warped_cells_of_person takes bits = 62, whole cells_per_person >= 1 and a "
        "profile that grows with the class size");
  const ExtendedRational largest = most(read->profile);
  if (largest.is_infinite())
    return misapplied(
        "the profile promises nothing to people in large classes, so no epsilon bounds "
        "what a person in several cells has");
  return Guarantee{DpPromise{largest.finite() * inputs[1].second, 0},
                   Neighbours::add_remove_person};
}

Result<Rational> warped_key_delta(const std::vector<ProfileStep>& profile,
                                  std::int64_t threshold) {
  if (!is_profile(profile) || !is_useful(profile) || threshold < 2)
    return misapplied("a threshold of keys needs a profile, and to be 2 or more");
  const auto law = WarpedGeometric::make(profile);
  if (!law) return law.error();
  const Interval shown = law->at_least(1, threshold);
  if (shown.upper().sign() == 0) return Rational(0);
  if (shown.upper() < kLeastDelta) return kLeastDelta;
  const auto delta = Rational::parse(shown.upper_text(6));
  if (!delta) return delta.error();
  if (*delta >= 1)
    return misapplied(
        "with this threshold a key that one person alone brings is always released; "
        "take one above the classes of epsilon 0");
  return *delta;
}

Result<Guarantee> conclude_outlier_key_threshold(
    const Inputs& inputs, const std::vector<Guarantee>& premises) {
  const auto* outlier = premises.size() == 1
                            ? std::get_if<OutlierPromise>(&premises[0].promise)
                            : nullptr;
  const auto threshold = inputs.size() == 1 && inputs[0].first == "threshold"
                             ? inputs[0].second.to_int64()
                             : std::nullopt;
  if (outlier == nullptr || outlier->delta.sign() != 0 || !threshold)
    return misapplied(
        "outlier_key_threshold takes one promise of warped_geometric_cells and a whole "
        "threshold >= 2");
  const auto delta = warped_key_delta(outlier->profile, *threshold);
  if (!delta) return delta.error();
  return Guarantee{OutlierPromise{outlier->profile, *delta, outlier->partition},
                   premises[0].neighbours};
}

Result<Derivation> warped_geometric_cells(const std::vector<ProfileStep>& profile,
                                          const std::string& partition) {
  Inputs inputs = inputs_of(profile);
  append_partition(inputs, partition);
  return derive("warped_geometric_cells", std::move(inputs), {});
}

Result<Derivation> warped_cells_of_person(const std::vector<ProfileStep>& profile,
                                          std::int64_t cells_per_person) {
  Inputs inputs = inputs_of(profile);
  inputs.insert(inputs.begin() + 1, {"cells_per_person", cells_per_person});
  return derive("warped_cells_of_person", std::move(inputs), {});
}

Result<Derivation> outlier_key_threshold(Derivation premise, std::int64_t threshold) {
  std::vector<Derivation> premises;
  premises.push_back(std::move(premise));
  return derive("outlier_key_threshold", {{"threshold", threshold}},
                std::move(premises));
}

}  // namespace selvage
