// Linear regression that few people cannot move, at (epsilon, delta): the coefficients
// with the least sum of weighted misses are told by a cell that contains them, without
// noise, where tests say that few people could not move them out of it. Else there is
// no answer. How large cells are follows from medians of blocks of people.
// Privacy: T145 to T149.
#pragma once
#include <limits>

#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/quantile/cell_bounds.hpp"
#include "selvage/mechanism/robust_regression/robust_request.hpp"
#include "selvage/mechanism/robust_regression/row_map.hpp"
#include "selvage/one_sided/acceptance_table.hpp"

namespace selvage {

class RobustRegressionMechanism : public Mechanism {
 public:
  // Stands where there is no answer.
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();

  // Of the question's column on those of the request. Writes the request into it.
  // Refuses what is wrong with a request, naming its field.
  static Result<std::shared_ptr<const RobustRegressionMechanism>> make(
      Question question, RobustRequest request, const RobustSize& size = {});

  const Question& question() const { return question_; }

  std::string name() const override { return "robust_regression"; }
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
  friend class TestsAlone;  // runs the tests of small tables
  RobustRegressionMechanism(Question question, RobustRequest request,
                            const RobustSize& size);

  std::int64_t coefficients() const { return coefficients_of(request_); }
  std::size_t columns() const { return request_.x.slopes(); }
  std::int64_t tests() const { return coefficients() + 1; }
  std::int64_t blocks() const { return size_.blocks.value_or(robust_blocks(request_)); }
  Rational slope() const;             // of the law of one median
  Rational count_scale() const;       // of the noise on the number of people
  std::int64_t least_people() const;  // below it there is no answer
  // From so many on the noisy number of people is enough with probability 0.95, and
  // cells are so wide that tests pass where rows lie around a line. [T149]
  std::int64_t likely_people() const;
  std::int64_t aimed_depth() const;  // which cells are to have
  std::int64_t most_middle() const;  // of codes of middles
  std::string unit_text() const;
  std::string range_sentence() const;

  // All that is released before the tests.
  struct Sizes {
    std::int64_t people = 0;
    std::vector<std::int64_t> spreads = {}, middles = {};  // as drawn; y's are last
    std::int64_t misses = 0;
    bool operator==(const Sizes&) const = default;
  };
  std::int64_t draw_people(std::int64_t people, RandomSource& random) const;
  Sizes draw_sizes(const NumberRows& rows, std::int64_t people,
                   RandomSource& random) const;
  Sizes sizes_in(const Drawn& drawn) const;
  RowShape shape_of(const Sizes& sizes) const;

  // Coordinates, and with them y, reach so far, in steps.
  std::int64_t most_coordinate() const;
  // Cells of a grid that are told have numbers from -this to this - 1.
  std::int64_t last_cell(const RowShape& shape) const {
    return most_coordinate() / shape.width - 1;
  }
  // A grid of cells beside the others, by its number below tests(). [T149]
  std::int64_t offset(const RowShape& shape, std::int64_t grid) const;
  // Of the cells of each grid the one with the least misses, and how many people could
  // move them out of it.
  struct Tested {
    std::int64_t depth;
    std::vector<std::int64_t> cell;  // empty: there is none to tell
  };
  template <class Place, class Depth>
  Tested tested_cell(const RowShape& shape, std::int64_t grid, const Place& place,
                     const Depth& depth) const;
  std::vector<Tested> tested(const NumberRows& rows, const RowShape& shape) const;
  // The first grid whose test passes and the cell; or kNone for all.
  std::vector<std::int64_t> draw_cell(const std::vector<Tested>& tested,
                                      RandomSource& random) const;
  std::vector<NeighbourPair> pairs_of_one_test(const RowShape& shape) const;

  Question question_;
  RobustRequest request_;
  RobustSize size_;
  QuantileTerms size_terms_, middle_terms_;
  std::shared_ptr<const AcceptanceTable> table_;
};

}  // namespace selvage
