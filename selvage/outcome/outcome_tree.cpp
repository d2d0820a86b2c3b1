#include "selvage/outcome/outcome_tree.hpp"

#include <cassert>

namespace selvage {

std::int64_t OutcomeTree::draw(const Draw& draw) {
  if (depth_ == path_.size()) {
    Weight before;
    double rough = 1;
    if (!path_.empty()) {
      const Node& last = path_.back();
      before = last.before * last.draw.weight(last.index);
      rough = last.rough_before * last.draw.rough_weight(last.index);
    }
    if (rough < limits_.cut) {
      unresolved_ = unresolved_ + before.value();
      throw PathCut{};
    }
    path_.push_back({draw, 0, std::move(before), rough});
  }
  const Node& node = path_[depth_++];
  return node.draw.value(node.index);
}

Weight OutcomeTree::weight() const {
  if (path_.empty()) return {};
  const Node& last = path_.back();
  return last.before * last.draw.weight(last.index);
}

void OutcomeTree::cut_off(const Node& node) {
  const auto size = node.draw.size();
  if (size && node.index >= *size) return;
  unresolved_ = unresolved_ + node.before.value() * node.draw.rest(node.index);
}

bool OutcomeTree::next() {
  assert(depth_ == path_.size());  // the code drew the same way as when it was replayed
  while (!path_.empty()) {
    Node& node = path_.back();
    ++node.index;
    const auto size = node.draw.size();
    const bool more = !size || node.index < *size;
    if (more && paths_ < limits_.paths &&
        node.rough_before * node.draw.rough_rest(node.index) > limits_.cut) {
      ++paths_;
      return true;
    }
    cut_off(node);
    path_.pop_back();
  }
  return false;
}

std::int64_t OutcomeTree::first_value() const {
  return path_.front().draw.value(path_.front().index);
}

void TreeSource::uniform_below(std::span<std::uint64_t> out, std::uint64_t n) {
  for (auto& x : out) x = static_cast<std::uint64_t>(tree_.draw(Draw::uniform(n)));
}

void TreeSource::bernoulli_exp(std::span<std::uint8_t> out, const Rational& x) {
  for (auto& coin : out)
    coin = static_cast<std::uint8_t>(tree_.draw(Draw::bernoulli_exp(x)));
}

void TreeSource::geometric(std::span<std::int64_t> out, const Rational& scale) {
  for (auto& g : out) g = tree_.draw(Draw::geometric(scale));
}

void TreeSource::discrete_laplace(std::span<std::int64_t> out, const Rational& scale) {
  for (auto& z : out) z = tree_.draw(Draw::laplace(scale));
}

void TreeSource::failures_before(std::span<std::int64_t> out, const Rational& x) {
  for (auto& g : out) g = tree_.draw(Draw::failures_before(x));
}

void TreeSource::failures_before_coin(std::span<std::int64_t> out,
                                      const Rational& probability) {
  for (auto& g : out) g = tree_.draw(Draw::failures_before_coin(probability));
}

void TreeSource::draw(std::span<std::int64_t> in_out,
                      const std::shared_ptr<const Law>& law) {
  for (auto& number : in_out) number = tree_.draw(Draw::of(law, number));
}

void TreeSource::from_table(std::span<std::int64_t> out, const IntegerTable& table) {
  if (!known_ || known_->table != table) known_ = Known{table, Draw::table(table)};
  for (auto& j : out) j = tree_.draw(known_->draw);
}

void TreeSource::discrete_gaussian(std::span<std::int64_t> out,
                                   const Rational& variance) {
  for (auto& z : out) z = tree_.draw(Draw::gaussian(variance));
}

namespace {

Rational to_rational(Uint128 x) {
  const auto half = [](std::uint64_t word) {
    return Rational(static_cast<std::int64_t>(word >> 32)) * (std::int64_t{1} << 32) +
           static_cast<std::int64_t>(word & 0xffffffffu);
  };
  return half(static_cast<std::uint64_t>(x >> 64)) * Rational::power_of_two(64) +
         half(static_cast<std::uint64_t>(x));
}

}  // namespace

Uint128 TreeDraws::below(Uint128 n) {
  return static_cast<Uint128>(tree_.draw(Draw::uniform(static_cast<std::uint64_t>(n))));
}

bool TreeDraws::coin(Uint128 a, Uint128 n) {
  return tree_.draw(Draw::coin(to_rational(a) / to_rational(n))) == 1;
}

bool TreeDraws::exp_minus(Fraction x) {
  const Rational value = to_rational(x.numerator) / to_rational(x.denominator);
  return tree_.draw(Draw::bernoulli_exp(value)) == 1;
}

void OutcomeMass::add(const Weight& weight) {
  value_ = value() + weight.value();
  single_.reset();
}

const Interval& OutcomeMass::value() const {
  if (!value_) value_ = single_->value();
  return *value_;
}

}  // namespace selvage
