// One named draw as the outcome tree sees it: its values, most likely first, with exact
// weights, and a certified bound on what is left after the first n of them.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "selvage/law/warped_geometric.hpp"
#include "selvage/table/integer_table.hpp"
#include "selvage/verify/weight.hpp"

namespace selvage::verify {

class Draw {
 public:
  enum class Kind {
    uniform,
    coin,
    bernoulli_exp,
    geometric,
    laplace,
    failures_before,
    failures_before_coin,
    gaussian,
    warped,
    table
  };

  static Draw uniform(std::uint64_t n);
  static Draw coin(const Rational& probability);  // value 1 with this probability
  static Draw bernoulli_exp(const Rational& x);   // value 1 with exp(-x)
  static Draw geometric(const Rational& scale);
  static Draw laplace(const Rational& scale);
  static Draw failures_before(const Rational& x);  // of coins with exp(-x)
  static Draw failures_before_coin(const Rational& probability);
  static Draw gaussian(const Rational& variance);
  static Draw warped(std::shared_ptr<const WarpedGeometric> law, std::int64_t count);

  static Draw table(const IntegerTable& table);

  Kind kind() const { return kind_; }
  const Rational& parameter() const { return parameter_; }
  // The law of a warped draw; its count is the parameter.
  const WarpedGeometric* law() const { return law_.get(); }
  // Of the same law, for whatever count.
  bool same_law(const Draw& other) const;
  // The number of values where it is finite.
  std::optional<std::uint64_t> size() const;
  std::int64_t value(std::uint64_t index) const;
  Weight weight(std::uint64_t index) const;
  // P(none of the first `count` values). Requires count < size() where finite.
  Interval rest(std::uint64_t count) const;
  // The same two, quickly and roughly: only to decide how far to walk.
  double rough_weight(std::uint64_t index) const;
  double rough_rest(std::uint64_t count) const;

 private:
  Draw(Kind kind, Rational parameter) : kind_(kind), parameter_(std::move(parameter)) {}
  // Of a warped draw, the outputs that can come: none beyond.
  struct Outputs {
    std::int64_t start, least;
    std::optional<std::int64_t> most;
  };
  Outputs outputs() const;
  // How many of the first `count` values are above, and below, the start.
  std::pair<std::int64_t, std::int64_t> covered(std::uint64_t count) const;

  Kind kind_;
  Rational parameter_;
  std::shared_ptr<const WarpedGeometric> law_;
  // Of a table: its values with a weight, heaviest first.
  struct Entry {
    std::int64_t value;
    Rational probability;
    bool operator==(const Entry&) const = default;
  };
  std::shared_ptr<const std::vector<Entry>> entries_;
};

}  // namespace selvage::verify
