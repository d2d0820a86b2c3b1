#include "selvage/guarantee/profile_inputs.hpp"

#include <charconv>

#include <fmt/format.h>

namespace selvage {
namespace {

const std::string kUpto = "epsilon_upto_";
const std::string kAbove = "epsilon_above";
const std::string kUnprotected = "unprotected_above";
const std::string kPartition = "partition ";

// Only as append_profile writes it: one profile has one text.
std::optional<std::int64_t> read_limit(const std::string& name) {
  if (!name.starts_with(kUpto)) return std::nullopt;
  std::int64_t limit = 0;
  std::from_chars(name.data() + kUpto.size(), name.data() + name.size(), limit);
  if (limit < 1 || name != fmt::format("{}{}", kUpto, limit)) return std::nullopt;
  return limit;
}

std::optional<ProfileStep> read_step(const std::pair<std::string, Rational>& input) {
  const auto& [name, value] = input;
  if (const auto limit = read_limit(name)) return ProfileStep{*limit, value};
  if (name == kAbove) return ProfileStep{std::nullopt, value};
  if (name == kUnprotected && value == 1)
    return ProfileStep{std::nullopt, ExtendedRational::infinity()};
  return std::nullopt;
}

}  // namespace

void append_profile(Inputs& inputs, const std::vector<ProfileStep>& profile) {
  for (const auto& [limit, epsilon] : lower_envelope(profile)) {
    if (epsilon.is_infinite())
      inputs.emplace_back(kUnprotected, 1);  // the last: nothing is above infinity
    else
      inputs.emplace_back(limit ? fmt::format("{}{}", kUpto, *limit) : kAbove,
                          epsilon.finite());
  }
}

std::optional<ProfileInputs> read_profile(const Inputs& inputs, std::size_t first) {
  ProfileInputs read{{}, 0};
  for (std::size_t i = first; i < inputs.size(); ++i) {
    const auto step = read_step(inputs[i]);
    if (!step) return std::nullopt;
    read.profile.push_back(*step);
    ++read.count;
    if (!step->limit) break;
  }
  if (!is_profile(read.profile) || lower_envelope(read.profile) != read.profile ||
      read.profile.front().epsilon.is_infinite())
    return std::nullopt;
  return read;
}

void append_partition(Inputs& inputs, const std::string& partition) {
  inputs.emplace_back(kPartition + partition, 1);
}

std::optional<std::string> read_partition(const Inputs& inputs, std::size_t at) {
  if (inputs.size() != at + 1 || inputs[at].second != 1 ||
      !inputs[at].first.starts_with(kPartition))
    return std::nullopt;
  return inputs[at].first.substr(kPartition.size());
}

}  // namespace selvage
