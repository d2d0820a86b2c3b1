#include "selvage/experiment/rivals/scored_law.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "selvage/random/sampling/word_draws.hpp"

namespace selvage {

class ScoredLaw::Drawing : public Law::Sampler {
 public:
  explicit Drawing(const ScoredLaw& law)
      : law_(law),
        numerator_(law.slope_.numerator().to_int64().value()),
        denominator_(law.slope_.denominator().to_int64().value()) {}

  void draw(std::span<std::int64_t> in_out, WordStream& words) override {
    WordDraws<WordStream> draws(words);
    for (auto& number : in_out) {
      std::size_t place = 0;
      do place = static_cast<std::size_t>(draws.below(law_.above_.size()));
      while (!is_kept(draws, law_.above_[place]));
      number = static_cast<std::int64_t>(place);
    }
  }

 private:
  // True with probability exp(-slope score): whole steps of 1, then the rest.
  bool is_kept(WordDraws<WordStream>& draws, std::int64_t score) const {
    const auto whole = static_cast<Uint128>(denominator_);
    Uint128 left = static_cast<Uint128>(numerator_) * static_cast<Uint128>(score);
    for (; left > whole; left -= whole)
      if (!draws.exp_minus({1, 1})) return false;
    return draws.exp_minus({left, whole});
  }

  const ScoredLaw& law_;
  std::int64_t numerator_, denominator_;
};

ScoredLaw::ScoredLaw(const Rational& slope, std::vector<std::int64_t> scores)
    // No two laws that are there at one time are the same: each has its own scores.
    : Law(fmt::format("scored {}", fmt::ptr(this))),
      slope_(slope),
      above_(std::move(scores)) {
  assert(slope.sign() > 0 && !above_.empty());
  const std::int64_t least = *std::min_element(above_.begin(), above_.end());
  for (std::int64_t& score : above_) score -= least;
}

std::unique_ptr<Law::Sampler> ScoredLaw::sampler() const {
  return std::make_unique<Drawing>(*this);
}

Rational ScoredLaw::exponent(std::uint64_t place) const {
  return slope_ * above_[static_cast<std::size_t>(place)];
}

std::optional<std::uint64_t> ScoredLaw::size(std::int64_t) const {
  return above_.size();
}

std::int64_t ScoredLaw::value(std::int64_t, std::uint64_t index) const {
  return static_cast<std::int64_t>(index);
}

// Two numbers between the same bounds need not be the same: the tree compares values.
Weight ScoredLaw::weight(std::int64_t, std::uint64_t index) const {
  Interval sum(0);
  for (std::uint64_t place = 0; place < above_.size(); ++place)
    sum = sum + exp(Interval(-exponent(place)));
  const Interval constant = Interval(1) / sum;
  return {1,
          exponent(index),
          {{{Constant::Kind::between, constant.lower(), constant.upper()}, 1}}};
}

Interval ScoredLaw::rest(std::int64_t input, std::uint64_t count) const {
  Interval sum(0);
  for (std::uint64_t place = count; place < above_.size(); ++place)
    sum = sum + weight(input, place).value();
  return sum;
}

}  // namespace selvage
