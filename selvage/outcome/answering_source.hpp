// A source whose draws of noise are answered by us, to see what code does with them.
#pragma once
#include <cstddef>

#include "selvage/random/random_source.hpp"

namespace selvage {

class AnsweringSource : public RandomSource {
 public:
  void discrete_laplace(std::span<std::int64_t> out, const Rational& scale) override {
    answer_noise(out, true, scale);
  }
  void discrete_gaussian(std::span<std::int64_t> out,
                         const Rational& variance) override {
    answer_noise(out, false, variance);
  }
  // Jumps beyond every cell: no empty one is reached.
  void failures_before(std::span<std::int64_t> out, const Rational&) override {
    for (auto& jump : out) jump = kMaxNoise;
    jumps_ += out.size();
  }
  void failures_before_coin(std::span<std::int64_t> out, const Rational& p) override {
    failures_before(out, p);
  }
  // An output of a law is not added to its input; here it is the input and the answer.
  void draw(std::span<std::int64_t> in_out,
            const std::shared_ptr<const Law>& law) override {
    asked_for_law(*law);
    for (std::size_t i = 0; i < in_out.size(); ++i) in_out[i] += answer(draws_, i);
    draws_ += in_out.size();
  }
  void uniform_below(std::span<std::uint64_t> out, std::uint64_t) override {
    for (auto& x : out) x = 0;
    ++others_;
  }
  void bernoulli_exp(std::span<std::uint8_t> out, const Rational&) override {
    for (auto& x : out) x = 0;
    ++others_;
  }
  void geometric(std::span<std::int64_t> out, const Rational&) override {
    for (auto& x : out) x = 0;
    ++others_;
  }

  void from_table(std::span<std::int64_t> out, const IntegerTable&) override {
    for (auto& x : out) x = 0;
    ++others_;
  }

  std::size_t draws() const { return draws_; }  // of noise
  std::size_t jumps() const { return jumps_; }
  std::size_t others() const { return others_; }  // batches of any other draw

 protected:
  // The i-th draw of noise of this batch, which began after `before` others.
  virtual std::int64_t answer(std::size_t before, std::size_t i) const = 0;
  // Called once a batch.
  virtual void asked_for(bool /*laplace*/, const Rational& /*parameter*/) {}
  virtual void asked_for_law(const Law& /*law*/) {}

 private:
  void answer_noise(std::span<std::int64_t> out, bool laplace,
                    const Rational& parameter) {
    asked_for(laplace, parameter);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = answer(draws_, i);
    draws_ += out.size();
  }
  std::size_t draws_ = 0, jumps_ = 0, others_ = 0;
};

// Every draw of noise has the same value.
class ConstantSource : public AnsweringSource {
 public:
  explicit ConstantSource(std::int64_t value) : value_(value) {}

 private:
  std::int64_t answer(std::size_t, std::size_t) const override { return value_; }
  std::int64_t value_;
};

}  // namespace selvage
