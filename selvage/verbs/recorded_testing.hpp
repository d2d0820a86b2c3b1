// For tests: draws of a seeded source, written down by name and parameter.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "selvage/random/inversion/integer_table.hpp"
#include "selvage/random/law.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {

class RecordingSource : public RandomSource {
 public:
  struct Drawing {
    std::string name, parameter;
    std::size_t count;
    bool operator==(const Drawing&) const = default;
    std::string text() const {
      return fmt::format("{}({}) x{}", name, parameter, count);
    }
  };
  explicit RecordingSource(std::uint64_t seed) : source_(seed) {}
  const std::vector<Drawing>& drawn() const { return drawn_; }

  void uniform_below(std::span<std::uint64_t> out, std::uint64_t n) override {
    note("uniform_below", std::to_string(n), out.size());
    source_.uniform_below(out, n);
  }
  void bernoulli_exp(std::span<std::uint8_t> out, const Rational& x) override {
    note("bernoulli_exp", x.text(), out.size());
    source_.bernoulli_exp(out, x);
  }
  void geometric(std::span<std::int64_t> out, const Rational& scale) override {
    note("geometric", scale.text(), out.size());
    source_.geometric(out, scale);
  }
  void discrete_laplace(std::span<std::int64_t> out, const Rational& scale) override {
    note("discrete_laplace", scale.text(), out.size());
    source_.discrete_laplace(out, scale);
  }
  void discrete_laplace_each(std::span<std::int64_t> out,
                             std::span<const Rational> scales) override {
    for (const Rational& scale : scales) note("discrete_laplace", scale.text(), 1);
    source_.discrete_laplace_each(out, scales);
  }
  void failures_before(std::span<std::int64_t> out, const Rational& x) override {
    note("failures_before", x.text(), out.size());
    source_.failures_before(out, x);
  }
  void failures_before_coin(std::span<std::int64_t> out, const Rational& p) override {
    note("failures_before_coin", p.text(), out.size());
    source_.failures_before_coin(out, p);
  }
  void discrete_gaussian(std::span<std::int64_t> out, const Rational& v) override {
    note("discrete_gaussian", v.text(), out.size());
    source_.discrete_gaussian(out, v);
  }
  void from_table(std::span<std::int64_t> out, const IntegerTable& table) override {
    note("from_table", std::to_string(table.size()), out.size());
    source_.from_table(out, table);
  }
  // A law of the rows has them in its text: what it is called is its first word.
  void draw(std::span<std::int64_t> in_out,
            const std::shared_ptr<const Law>& law) override {
    note("law", law->text().substr(0, law->text().find(' ')), in_out.size());
    source_.draw(in_out, law);
  }

 private:
  void note(const char* name, std::string parameter, std::size_t count) {
    drawn_.push_back({name, std::move(parameter), count});
  }
  SeededSource source_;
  std::vector<Drawing> drawn_;
};

}  // namespace selvage
