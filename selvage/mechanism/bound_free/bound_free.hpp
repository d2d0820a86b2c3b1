// A mean or a sum of a column about which nothing is known but the public unit of its
// codes, at pure epsilon. A mean: a centre (the median of quantile/), a radius about it
// (radius_law.hpp), then two sums within centre and radius that complement each other:
// what the values are above the lower end, and what they are below the upper one. A
// sum: a radius about 0, then the sum within it. All of it is published.
// Privacy: T107 to T110.
#pragma once
#include "selvage/mechanism/bound_free/bound_free_request.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/quantile/quantile.hpp"

namespace selvage {

class RadiusLaw;

class BoundFreeMechanism : public Mechanism {
 public:
  // Of the column, the groups and the people of the question, whose verb is mean or
  // sum. Writes the request into it. Refuses what is wrong with a request, naming its
  // field.
  static Result<std::shared_ptr<const BoundFreeMechanism>> make(
      Question question, BoundFreeRequest request, const BoundFreeSize& size = {});

  const Question& question() const { return question_; }

  std::string name() const override {
    return asks_mean(question_) ? "bound_free_mean" : "bound_free_sum";
  }
  std::string reason() const override;
  Json law() const override;
  Json shown() const override;
  std::vector<std::pair<std::string, std::string>> parameters() const override;
  std::vector<Derivation> guarantees() const override;
  std::vector<ErrorRow> errors(const std::optional<Prior>& prior,
                               const Rational& confidence) const override;
  std::vector<Accuracy> accuracy(const Rational& confidence) const override;
  std::vector<PlanLine> plan_lines(const Prior& prior,
                                   const Rational& confidence) const override;
  Json plan_numbers(const Prior& prior, const Rational& confidence) const override;
  std::vector<std::string> warnings(const Rational& confidence) const override;
  Needs needs() const override;
  Result<Drawn> run(Reader& reader, RandomSource& random) const override;
  bool can_draw(const Drawn& drawn) const override;
  Answer answer(const Drawn& drawn, const Rational& confidence) const override;
  Quantity quantity(const Series& number, const Rational& confidence) const override;
  Evidence evidence(Effort effort) const override;

 private:
  BoundFreeMechanism(Question question, BoundFreeRequest request, Grid grid,
                     const BoundFreeSize& size,
                     std::shared_ptr<const QuantileMechanism> centre);

  bool is_mean() const { return centre_ != nullptr; }
  std::int64_t rows_per_person() const;
  std::size_t groups() const { return question_.domain.cells(); }
  BoundFreeShares shares() const;
  CodeScale scale() const;             // of the codes; of moments a linear one
  int octaves() const;                 // radii are 2^0 to 2^(octaves - 1)
  Rational radius_slope() const;       // of a score
  std::int64_t target() const;         // rows outside the radius
  Rational sum_scale() const;          // of the noise, in widths
  std::int64_t least_count() const;    // a mean of fewer rows is none
  std::int64_t advised_count() const;  // with fewer the centre may be lost

  // Within a radius of 2^j: a row adds at most 2^width_bits(j) steps of 2^shift(j)
  // codes.
  int width_bits(std::int64_t j) const;
  int shift(std::int64_t j) const;
  Rational noise_scale(std::int64_t j) const;

  // What is drawn, given the counts and sums of one group.
  std::shared_ptr<const RadiusLaw> radius_law(
      const std::vector<std::int64_t>& counts) const;
  std::int64_t noisy(Int128 sum, std::int64_t j, RandomSource& random) const;

  // What the noise of one sum exceeds with its risk at most, and that of two together.
  struct NoiseBounds {
    std::int64_t of_one, of_both;
  };
  // A row of the answer, in multiples of the unit, or as places.
  struct MeanRow {
    Estimate mean, count;
  };
  MeanRow mean_row(std::int64_t centre, std::int64_t j, std::int64_t above,
                   std::int64_t below, const NoiseBounds& noise) const;
  Estimate sum_row(std::int64_t j, std::int64_t sum, const NoiseBounds& noise) const;
  NoiseBounds noise_bounds(std::int64_t j, const Rational& confidence) const;
  // A value in codes as it is shown, and the ends of an interval, outwards.
  Estimate as_shown(const Rational& value, const Rational& lower,
                    const Rational& upper) const;
  // Half the interval of an answer about the centre, with so many rows in a group; none
  // where there is no answer.
  std::optional<Rational> error_in_radii(std::int64_t rows,
                                         const Rational& confidence) const;

  Question question_;
  BoundFreeRequest request_;
  Grid grid_;
  BoundFreeSize size_;
  std::shared_ptr<const QuantileMechanism> centre_;  // of a mean
};

}  // namespace selvage
