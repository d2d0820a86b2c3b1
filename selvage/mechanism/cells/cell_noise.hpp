// The noise of one number of every cell, whatever its law is: what a plan of cells, its
// run and its evidence must know of it. Noise that is added is below; a folder with a
// law of its own brings another.
#pragma once
#include <memory>

#include "selvage/base/interval.hpp"
#include "selvage/mechanism/cells/noise.hpp"
#include "selvage/random/law.hpp"

namespace selvage {

// Empty cells that noise lifts over a threshold: a coin for each, and where it falls
// well a draw, which passes if it is not below the threshold. [T34, T47]
class LiftedCells {
 public:
  virtual ~LiftedCells() = default;
  // The coins that fall badly before one falls well.
  virtual std::int64_t jump(RandomSource& random) const = 0;
  virtual std::int64_t draw(RandomSource& random) const = 0;
};

class CellNoise {
 public:
  virtual ~CellNoise() = default;

  virtual std::string name() const = 0;  // "discrete_laplace"
  // The name and the text of its parameter: "scale", "2.25".
  virtual std::pair<std::string, std::string> parameter() const = 0;

  // All cells at once, in place. Cannot fail.
  virtual void add(std::span<std::int64_t> numbers, RandomSource& random) const = 0;

  // Where the same draw is added whatever the number is: that noise, and then its
  // errors are known. Else nullptr.
  virtual const Noise* added() const { return nullptr; }
  // The law that the noise brings with it and that is drawn from; none where it is made
  // of draws that have a name of their own.
  virtual std::shared_ptr<const Law> drawn_law() const { return nullptr; }
  // The least number that is ever told, where there is one above 0: what is suppressed
  // lies below. 0 where nothing is suppressed.
  virtual std::int64_t least_told() const { return 0; }
  // The probability that an empty cell has at least this number; 0 where it is not
  // known.
  virtual Interval empty_at_least(std::int64_t threshold) const = 0;
  // nullptr: none are lifted. Requires a threshold from 1 on, and noise for which huge
  // domains are planned.
  virtual std::unique_ptr<const LiftedCells> lifted_cells(
      std::int64_t threshold) const = 0;
};

// Laplace or Gaussian noise.
class AddedNoise : public CellNoise {
 public:
  explicit AddedNoise(Noise noise) : noise_(std::move(noise)) {}

  std::string name() const override { return noise_name(noise_); }
  std::pair<std::string, std::string> parameter() const override {
    return noise_parameter(noise_);
  }
  void add(std::span<std::int64_t> numbers, RandomSource& random) const override {
    add_noise(noise_, numbers, random);
  }
  const Noise* added() const override { return &noise_; }
  Interval empty_at_least(std::int64_t threshold) const override;
  std::unique_ptr<const LiftedCells> lifted_cells(
      std::int64_t threshold) const override;

 private:
  Noise noise_;
};

std::shared_ptr<const CellNoise> added_noise(Noise noise);

}  // namespace selvage
