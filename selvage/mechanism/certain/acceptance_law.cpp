#include "selvage/mechanism/certain/acceptance_law.hpp"

#include <fmt/format.h>

namespace selvage {

class AcceptanceLaw::Drawing : public Law::Sampler {
 public:
  explicit Drawing(const AcceptanceTable& table) : table_(table) {}

  // A word for each, also where nothing is left to chance.
  void draw(std::span<std::int64_t> in_out, WordStream& words) override {
    for (auto& number : in_out) number = words() < table_.at(number) ? 1 : 0;
  }

 private:
  const AcceptanceTable& table_;
};

AcceptanceLaw::AcceptanceLaw(std::shared_ptr<const AcceptanceTable> table)
    // Each table has a law of its own.
    : Law(fmt::format("acceptance {}", fmt::ptr(table.get()))),
      table_(std::move(table)) {}

std::unique_ptr<Law::Sampler> AcceptanceLaw::sampler() const {
  return std::make_unique<Drawing>(*table_);
}

std::optional<std::uint64_t> AcceptanceLaw::size(std::int64_t depth) const {
  return depth < table_->depth() ? 2 : 1;
}

// Being shown comes first.
std::int64_t AcceptanceLaw::value(std::int64_t, std::uint64_t index) const {
  return index == 0 ? 1 : 0;
}

Weight AcceptanceLaw::weight(std::int64_t depth, std::uint64_t index) const {
  const Rational shown = table_->probability(depth);
  return {index == 0 ? shown : Rational(1) - shown, 0, {}};
}

Interval AcceptanceLaw::rest(std::int64_t depth, std::uint64_t count) const {
  if (count >= 2) return Interval(0);
  return count == 0 ? Interval(1) : Interval(Rational(1) - table_->probability(depth));
}

}  // namespace selvage
