#include "selvage/mechanism/regression/regression.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/block_medians.hpp"
#include "selvage/mechanism/regression/block_draws.hpp"

namespace selvage {
namespace {

// Rows of each block for each coefficient, where fits are worth their name.
constexpr std::int64_t kRowsOfACoefficient = 5;
static_assert(kMostBlocks < 1 << 20);

}  // namespace

RegressionMechanism::RegressionMechanism(Question question, RegressionRequest request,
                                         const RegressionSize& size)
    : question_(std::move(question)),
      request_(std::move(request)),
      size_(size),
      scale_(size.scale.value_or(request_.precision.scale())),
      terms_(median_terms(slope(), scale_)) {
  question_.own = {{"x", request_.x.text()},
                   {"unit", unit_text()},
                   {"precision", request_.precision.text()}};
  if (request_.blocks)
    question_.own.emplace_back("blocks", std::to_string(*request_.blocks));
  if (request_.interval()) question_.own.emplace_back("interval", "yes");
}

Result<std::shared_ptr<const RegressionMechanism>> RegressionMechanism::make(
    Question question, RegressionRequest request, const RegressionSize& size) {
  if (auto fault = fault_of(question, request)) return *std::move(fault);
  return std::shared_ptr<const RegressionMechanism>(
      new RegressionMechanism(std::move(question), std::move(request), size));
}

std::int64_t RegressionMechanism::blocks() const {
  return request_.blocks.value_or(usual_blocks(request_));
}

std::string RegressionMechanism::series(std::size_t coefficient) const {
  return coefficient == 0 ? "intercept"
                          : "slope of " + request_.x.names()[coefficient - 1];
}

std::string RegressionMechanism::unit_text() const {
  return request_.unit.text(number_columns(question_, request_.x));
}

// An intercept is in steps of y, a slope in steps of y for one of x; keys have none.
FitUnits RegressionMechanism::units() const {
  const Rational& y = request_.unit.of(question_.column);
  FitUnits units{{y}, request_.precision.number, scale_};
  for (const std::string& x : request_.x.numbers)
    units.values.push_back(y / request_.unit.of(x));
  units.values.resize(static_cast<std::size_t>(coefficients()), y);
  return units;
}

// One person is the removal of one value and the addition of another, in the list of
// each coefficient.
Rational RegressionMechanism::slope() const {
  return regression_shares(request_).coefficients / (2 * coefficients());
}

Rational RegressionMechanism::count_scale() const {
  return Rational(1) / regression_shares(request_).count;
}

std::int64_t RegressionMechanism::least_fitted() const {
  return (5 * blocks() + 7) / 8;
}

std::int64_t RegressionMechanism::advised_rows() const {
  return kRowsOfACoefficient * coefficients() * blocks();
}

Json RegressionMechanism::law() const {
  Json law = {{"blocks", blocks()},
              {"count_scale", count_scale().text()},
              {"epsilon", request_.epsilon.text()},
              {"least_fitted", least_fitted()},
              {"most", scale_.most()},
              {"precision", request_.precision.text()},
              {"slope", slope().text()},
              {"unit", unit_text()}};
  if (!request_.interval()) return law;
  const IntervalTerms ends = end_terms(request_);
  law["interval"] = {{"first", ends.first.text()},
                     {"most", ends.most},
                     {"second", ends.second.text()},
                     {"shift", ends.shift}};
  return law;
}

Json RegressionMechanism::shown() const { return Json::object(); }

std::vector<Derivation> RegressionMechanism::guarantees() const {
  std::vector<Derivation> parts = {discrete_laplace_cells(count_scale(), 1),
                                   block_medians(coefficients(), slope())};
  if (request_.interval()) {
    const IntervalTerms ends = end_terms(request_);
    parts.push_back(block_thresholds(2 * coefficients(), ends.first, ends.second));
  }
  auto whole = basic_composition(std::move(parts));
  assert(whole);
  return {*std::move(whole)};
}

Needs RegressionMechanism::needs() const {
  return {explaining_reading(question_, request_.x, request_.unit)};
}

std::int64_t RegressionMechanism::draw_median(std::vector<std::int64_t> codes,
                                              RandomSource& random) const {
  return draw_block_median(terms_, std::move(codes), random);
}

std::int64_t RegressionMechanism::draw_fitted(std::int64_t fitted,
                                              RandomSource& random) const {
  std::int64_t noise = 0;
  random.discrete_laplace(std::span(&noise, 1), count_scale());
  return fitted + noise;
}

CodeInterval RegressionMechanism::draw_ends(std::int64_t median,
                                            std::vector<std::int64_t> codes,
                                            RandomSource& random) const {
  std::sort(codes.begin(), codes.end());
  const RowsAround around{
      std::ssize(codes),
      [&](std::int64_t code) {
        return std::upper_bound(codes.begin(), codes.end(), code) - codes.begin();
      },
      [&](std::int64_t code) {
        return std::lower_bound(codes.begin(), codes.end(), code) - codes.begin();
      }};
  const PublishedCode published{median, -scale_.most(), scale_.most()};
  const IntervalTerms terms = end_terms(request_);
  const std::int64_t lower = draw_lower(terms, published, around, random);
  return {lower, draw_upper(terms, published, around, random)};
}

BlockRequest RegressionMechanism::block_request(RandomSource& random) const {
  BlockRequest request{.blocks = static_cast<std::uint32_t>(blocks())};
  if (question_.person.column.empty()) {
    request.draw = [&random, blocks = request.blocks](std::span<std::uint64_t> out) {
      draw_blocks(out, blocks, random);
    };
    return request;
  }
  request.key = draw_block_key(size_.keys, random);
  return request;
}

// What is read does not depend on what was drawn of it, and nothing is read twice.
Result<Drawn> RegressionMechanism::run(Reader& reader, RandomSource& random) const {
  const auto sums = reader.block_sums(block_request(random));
  if (!sums) return sums.error();
  assert(std::ssize(*sums) == blocks());
  const auto size = static_cast<std::size_t>(coefficients());
  std::vector<std::vector<std::int64_t>> codes(size);
  std::int64_t fitted = 0;
  for (std::size_t block = 0; block < sums->size(); ++block) {
    const auto fit = fitted_codes((*sums)[block], units());
    if (fit) ++fitted;
    for (std::size_t i = 0; i < size; ++i)
      codes[i].push_back(fit ? (*fit)[i] : unfitted_code(block, units()));
  }
  const std::int64_t count = draw_fitted(fitted, random);
  Drawn drawn{{0}, {}, {}};
  const bool known = count >= least_fitted();
  for (const auto& of_coefficient : codes)
    drawn.numbers.push_back({known ? draw_median(of_coefficient, random) : kNone});
  for (std::size_t i = 0; request_.interval() && i < size; ++i) {
    const CodeInterval ends = known ? draw_ends(drawn.numbers[i][0], codes[i], random)
                                    : CodeInterval{kNone, kNone};
    drawn.numbers.push_back({ends.lower});
    drawn.numbers.push_back({ends.upper});
  }
  drawn.numbers.push_back({count});
  return drawn;
}

}  // namespace selvage
