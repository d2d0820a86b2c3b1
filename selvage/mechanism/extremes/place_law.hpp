// The law of a place for each of several groups: an input is a group, the output its
// place. What the outcome tree sees of it, and of what numbers it is made.
#pragma once
#include <map>
#include <mutex>
#include <vector>

#include "selvage/base/interval.hpp"
#include "selvage/random/law.hpp"

namespace selvage {

// Rows at a place or beyond it, one for each place, falling: the first is all rows.
using Reach = std::vector<std::int64_t>;

class PlaceLaw : public Law {
 public:
  // P(place) = exp(-exponent) constant; equal keys have the same constant.
  struct Mass {
    Rational exponent;
    std::vector<std::int64_t> key;
    Interval constant;
    Interval value() const { return exp(-exponent) * constant; }
  };

  std::optional<std::uint64_t> size(std::int64_t group) const override;
  std::int64_t value(std::int64_t group, std::uint64_t index) const override;
  Weight weight(std::int64_t group, std::uint64_t index) const override;
  Interval rest(std::int64_t group, std::uint64_t count) const override;

  const std::vector<Mass>& masses(std::int64_t group) const;

 protected:
  // One reach for each group, all of the same size, 2 or more.
  PlaceLaw(std::string text, std::vector<Reach> groups);
  const Reach& reach(std::int64_t group) const {
    return groups_[static_cast<std::size_t>(group)];
  }
  virtual std::vector<Mass> make_masses(const Reach& reach) const = 0;

 private:
  std::vector<Reach> groups_;
  mutable std::mutex mutex_;  // only the tree asks for masses
  mutable std::map<std::int64_t, std::vector<Mass>> masses_;
};

}  // namespace selvage
