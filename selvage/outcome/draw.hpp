// One draw as the outcome tree sees it: its values, most likely first, with exact
// weights, and a certified bound on what is left after the first n of them.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "selvage/random/inversion/integer_table.hpp"
#include "selvage/random/law.hpp"

namespace selvage {

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
    table,
    law  // that a mechanism brings
  };

  static Draw uniform(std::uint64_t n);
  static Draw coin(const Rational& probability);  // value 1 with this probability
  static Draw bernoulli_exp(const Rational& x);   // value 1 with exp(-x)
  static Draw geometric(const Rational& scale);
  static Draw laplace(const Rational& scale);
  static Draw failures_before(const Rational& x);  // of coins with exp(-x)
  static Draw failures_before_coin(const Rational& probability);
  static Draw gaussian(const Rational& variance);
  static Draw table(const IntegerTable& table);
  static Draw of(std::shared_ptr<const Law> law, std::int64_t input);

  Kind kind() const { return kind_; }
  const Rational& parameter() const { return parameter_; }
  // The law where a mechanism brought it; its input is the parameter.
  const Law* law() const { return law_.get(); }
  // Of the same law, for whatever input.
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
  std::int64_t input() const { return *parameter_.to_int64(); }

  Kind kind_;
  Rational parameter_;
  std::shared_ptr<const Law> law_;
  // Of a table: its values with a weight, heaviest first. In words of 2^-64.
  struct Entry {
    std::int64_t value;
    Uint128 weight, before;  // of the entries before it
    bool operator==(const Entry&) const = default;
  };
  std::shared_ptr<const std::vector<Entry>> entries_;
};

}  // namespace selvage
