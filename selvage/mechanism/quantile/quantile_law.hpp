// The law of a quantile of one table: P(v) proportional to w(v) exp(-penalty(v)), w the
// universal prior. [T91] A draw is exact: a uniform real decides the cell [T92], then
// the place in it is uniform.
//
// There are too many codes for the outcome tree to tell each apart. It sees groups, in
// which all codes are equally far from the rank: the cells of this table, cut at the
// codes up to 32 and at the bounds. Two tables whose codes are all among these have the
// same groups, and the largest ratio of their laws is that over the groups. [T94]
#pragma once
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

#include "selvage/mechanism/quantile/cell_bounds.hpp"
#include "selvage/random/law.hpp"

namespace selvage {

class QuantileLaw : public Law {
 public:
  static constexpr std::int64_t kToldApart = 32;
  // What the tree sees of codes that are not seen.
  static constexpr std::int64_t kOutside = std::numeric_limits<std::int64_t>::min();

  // What a draw is: the code of the tied code that comes, or its ties. Then a code and
  // the ties within it are drawn one after the other. [T97]
  enum class Told { code, ties };
  // All rows, for the draw that needs them; none where they cannot be read, and then
  // the draw is 0 and nobody may look at it. Ties that are not known yet come from the
  // words.
  using AllRows = std::function<std::optional<SeenRows>(WordStream& words)>;
  using WholeWindow = std::function<std::optional<RankWindow>()>;

  // Requires `all` where not all rows in the range are seen, and for the ties a range
  // within one code.
  QuantileLaw(QuantileTerms terms, const SeenRows& rows, const TiedRange& range,
              Told told, AllRows all = nullptr);
  // Codes without ties, all of the prior.
  QuantileLaw(QuantileTerms terms, const RankWindow& window, WholeWindow all = nullptr);

  std::unique_ptr<Sampler> sampler() const override;
  std::optional<std::uint64_t> size(std::int64_t) const override;
  std::int64_t value(std::int64_t, std::uint64_t index) const override;
  Weight weight(std::int64_t, std::uint64_t index) const override;
  Interval rest(std::int64_t, std::uint64_t count) const override;

 private:
  class Drawing;
  struct Group {
    std::int64_t first;
    Rational mass, penalty;
  };
  struct Groups {
    std::vector<Group> all;  // heaviest first
    Rational least, most;    // of 1 / (the sum of all weights)
    std::vector<Interval> rest;
  };
  const Groups& groups() const;
  Groups make_groups() const;
  Weight weight_of(const Groups& groups, std::size_t index) const;

  std::vector<TiedCode> cuts() const;
  std::int64_t told(TiedCode tied) const;

  QuantileTerms terms_;
  TiedRange range_;
  Told told_;
  Candidates candidates_;
  AllRows all_;
  mutable std::once_flag grouped_;  // only the tree asks for groups
  mutable Groups groups_;
};

}  // namespace selvage
