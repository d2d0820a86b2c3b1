// What keeps a profile: laws that take a count of people to a number, where the noise
// depends on the count. W, and the mechanisms of [LP15] for comparison.
#pragma once
#include <memory>
#include <variant>

#include "selvage/mechanism/cells/cell_noise.hpp"
#include "selvage/mechanism/outlier/law/lower_bound.hpp"
#include "selvage/mechanism/outlier/law/staircase.hpp"
#include "selvage/mechanism/outlier/law/warped_geometric.hpp"
#include "selvage/mechanism/outlier/staircase_intervals.hpp"

namespace selvage {

// Not added: the count is replaced by an output of W for it. [T38]
struct WarpedNoise {
  std::shared_ptr<const WarpedGeometric> law;
};
// The mechanisms of [LP15], for comparison. [T71, T78]
struct StaircaseNoise {
  Staircase law;  // its flags are not told
};
struct LowerBoundNoise {
  LowerBound law;  // its guess is not told
};
using CountNoise = std::variant<WarpedNoise, StaircaseNoise, LowerBoundNoise>;

// In place of a count that is not told. Released numbers are above it, so that a
// display threshold hides it.
inline constexpr std::int64_t kSuppressed = -kMaxRelease;

// In place, all counts at once. Cannot fail. How many draws are made does not depend on
// the counts, but for noise by a guess, whose scale is drawn. Requires that the
// samplers take the parameters.
void replace_counts(const CountNoise& noise, std::span<std::int64_t> counts,
                    RandomSource& random);

std::string noise_name(const CountNoise& noise);  // "warped_geometric"
// The name and the text of its parameter: "profile", "20:0.1,1".
std::pair<std::string, std::string> noise_parameter(const CountNoise& noise);
// The noise of that name and parameter; none if the program never draws such noise.
std::optional<CountNoise> read_count_noise(const std::string& name,
                                           const std::string& parameter);
bool is_count_noise(const std::string& name);

// The error of a count of so many people; what is suppressed counts as 0. Requires 0 <
// beta < 1 and a count from 0 to 2^53.
struct CountError {
  Interval mean_absolute;
  std::int64_t bound;  // |error| is at most this with probability >= 1 - beta
};
CountError count_error(const CountNoise& noise, std::int64_t count,
                       const Rational& beta);

// The least count from which on the bound is at most half of the count: smaller counts
// are of no use. About: the error need not fall with every count.
std::int64_t usable_from(const CountNoise& noise, const Rational& beta);

// The counts that an output does not rule out, at this confidence 1 - beta. For W by
// inverting its tails; for the others all counts whose error can be so large.
WarpedGeometric::Counts counts_behind(const CountNoise& noise, std::int64_t output,
                                      const Rational& beta);

// The same for many outputs of a staircase; none of other noise.
std::optional<StaircaseIntervals> staircase_intervals(const CountNoise& noise,
                                                      const Rational& beta);

// As the noise of cells.
class ReplacingNoise : public CellNoise {
 public:
  explicit ReplacingNoise(CountNoise noise) : noise_(std::move(noise)) {}

  const CountNoise& law() const { return noise_; }

  std::string name() const override { return noise_name(noise_); }
  std::pair<std::string, std::string> parameter() const override {
    return noise_parameter(noise_);
  }
  void add(std::span<std::int64_t> counts, RandomSource& random) const override {
    replace_counts(noise_, counts, random);
  }
  // Of W; the others are made of named draws.
  std::shared_ptr<const Law> drawn_law() const override;
  std::int64_t least_told() const override;
  Interval empty_at_least(std::int64_t threshold) const override;
  // Requires W, and a threshold above its least output.
  std::unique_ptr<const LiftedCells> lifted_cells(
      std::int64_t threshold) const override;

 private:
  CountNoise noise_;
};

std::shared_ptr<const CellNoise> replacing_noise(CountNoise noise);

// Requires such noise.
const CountNoise& count_noise_of(const CellNoise& noise);
// Of W; nullptr for the others.
const WarpedGeometric* warped_of(const CountNoise& noise);

}  // namespace selvage
