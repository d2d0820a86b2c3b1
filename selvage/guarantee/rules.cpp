#include "selvage/guarantee/rules.hpp"

#include <fmt/format.h>

#include "selvage/guarantee/privacy_loss.hpp"

namespace selvage {

Error misapplied(const std::string& why) { return {ErrorKind::invalid_request, why}; }

bool begins_with(const Inputs& inputs, const std::vector<std::string>& names) {
  if (inputs.size() < names.size()) return false;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (inputs[i].first != names[i]) return false;
  return true;
}

std::vector<std::int64_t> read_times(const Inputs& inputs, std::size_t first,
                                     std::size_t premises) {
  if (inputs.size() != first + premises) return {};
  std::vector<std::int64_t> times;
  for (std::size_t i = 0; i < premises; ++i) {
    const auto& [name, value] = inputs[first + i];
    const auto count = value.to_int64();
    if (name != fmt::format("times_{}", i + 1) || !count || *count < 1 ||
        *count > PrivacyLoss::kMaxTimes)
      return {};
    times.push_back(*count);
  }
  return times;
}

void append_times(Inputs& inputs, const std::vector<std::int64_t>& times) {
  for (std::size_t i = 0; i < times.size(); ++i)
    inputs.emplace_back(fmt::format("times_{}", i + 1), times[i]);
}

Rational written_sum(const Rational& sum) {
  constexpr std::size_t kMostBits = 4096;
  if (sum.bits() <= kMostBits) return sum;
  static const Rational kUnit = *Rational::parse("1e-40");
  return (sum / kUnit).ceil() * kUnit;
}

bool same_neighbours(const std::vector<Guarantee>& premises) {
  for (const Guarantee& premise : premises)
    if (premise.neighbours != premises[0].neighbours) return false;
  return !premises.empty();
}

}  // namespace selvage
