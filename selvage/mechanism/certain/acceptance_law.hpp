// Whether a value is shown: 1, or 0, by how many people it takes to change it. An input
// is that number. [T125]
#pragma once
#include <memory>

#include "selvage/one_sided/acceptance_table.hpp"
#include "selvage/random/law.hpp"

namespace selvage {

class AcceptanceLaw : public Law {
 public:
  explicit AcceptanceLaw(std::shared_ptr<const AcceptanceTable> table);

  std::unique_ptr<Sampler> sampler() const override;
  std::optional<std::uint64_t> size(std::int64_t depth) const override;
  std::int64_t value(std::int64_t depth, std::uint64_t index) const override;
  Weight weight(std::int64_t depth, std::uint64_t index) const override;
  Interval rest(std::int64_t depth, std::uint64_t count) const override;

 private:
  class Drawing;
  std::shared_ptr<const AcceptanceTable> table_;
};

}  // namespace selvage
