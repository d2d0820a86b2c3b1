#include "selvage/mechanism/cells/cell_noise.hpp"

namespace selvage {
namespace {

// The coin has q^T = exp(-T/scale). [T34]
class LiftedByLaplace : public LiftedCells {
 public:
  LiftedByLaplace(std::int64_t threshold, const Rational& scale)
      : threshold_(threshold), scale_(scale), exponent_(Rational(threshold) / scale) {}

  std::int64_t jump(RandomSource& random) const override {
    std::int64_t jumped = 0;
    random.failures_before(std::span(&jumped, 1), exponent_);
    return jumped;
  }
  std::int64_t draw(RandomSource& random) const override {
    std::int64_t value = 0;
    random.discrete_laplace(std::span(&value, 1), scale_);
    return threshold_ + value;
  }

 private:
  std::int64_t threshold_;
  Rational scale_, exponent_;
};

}  // namespace

Interval AddedNoise::empty_at_least(std::int64_t threshold) const {
  const auto* laplace = std::get_if<LaplaceNoise>(&noise_);
  if (laplace == nullptr) return Interval(0);
  const Rational rate = Rational(1) / laplace->scale;
  return exp(-(rate * threshold)) / (exp(-rate) + 1);
}

std::unique_ptr<const LiftedCells> AddedNoise::lifted_cells(
    std::int64_t threshold) const {
  return std::make_unique<LiftedByLaplace>(threshold,
                                           std::get<LaplaceNoise>(noise_).scale);
}

std::shared_ptr<const CellNoise> added_noise(Noise noise) {
  return std::make_shared<AddedNoise>(std::move(noise));
}

}  // namespace selvage
