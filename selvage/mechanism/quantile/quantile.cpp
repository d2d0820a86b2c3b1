#include "selvage/mechanism/quantile/quantile.hpp"

#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/universal_quantile.hpp"

namespace selvage {
namespace {

static_assert(Grid::kMostCode == (std::int64_t{1} << QuantileMechanism::kExponent) - 1);

constexpr std::int64_t kMostDenominator = 1'000'000;
constexpr std::int64_t kMostRowsPerPerson = 1'000'000;
const Rational kLeastEpsilon(1, 1000);  // for each row of a person: windows fit memory
// Far beyond any promise. What is seen of a table at all is then seen of its neighbours
// too, whose windows are as long. [T94]
const Rational kMostEpsilon = 50;
const Rational kFinestUnit = *Rational::parse("1e-18");
const Rational kCoarsestUnit = 1'000'000;

// ln(total) + 128 ln 2 and more: what is this far off weighs nothing. [T92]
constexpr std::int64_t kWindowPenalty = 161;

// There is one cell.
std::int64_t rows_of(const Person& person) { return person.most_in_cell(); }

std::optional<Error> fault_of(const Question& question,
                              const QuantileRequest& request) {
  const auto& [at, epsilon, unit] = request;
  if (at.sign() <= 0 || at >= 1)
    return wrong_field("at",
                       fmt::format("`at` {} is not between 0 and 1; write for example "
                                   "0.5 for the median",
                                   at.short_text()),
                       "0.5");
  if (at.denominator() > kMostDenominator)
    return wrong_field("at",
                       fmt::format("`at` {} has too many digits; write six or fewer, "
                                   "for example 0.999",
                                   at.short_text()),
                       "0.5");
  const Rational rows = rows_of(question.person);
  if (rows < 1 || rows > kMostRowsPerPerson)
    return wrong_field(
        "rows_per_person",
        fmt::format("`rows_per_person` {} is not from 1 to {}; write for example 1",
                    rows.short_text(), kMostRowsPerPerson),
        "1");
  if (epsilon < kLeastEpsilon * rows || epsilon > kMostEpsilon)
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} is not from {} to {}, where a quantile "
                    "has an answer; write for example 1",
                    epsilon.short_text(), (kLeastEpsilon * rows).short_text(),
                    kMostEpsilon.short_text()),
        "1");
  if (!fits_sampler(epsilon))
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} has too many digits; write for example 1",
                    epsilon.short_text()),
        "1");
  if (unit < kFinestUnit || unit > kCoarsestUnit || unit != power_of_ten_below(unit))
    return wrong_field("unit",
                       fmt::format("`unit` {} is not a power of ten from 1e-18 to "
                                   "1000000; write for example 0.01",
                                   unit.short_text()),
                       "0.01");
  return std::nullopt;
}

}  // namespace

QuantileMechanism::QuantileMechanism(Question question, const QuantileRequest& request,
                                     Grid grid)
    : question_(std::move(question)),
      request_(request),
      grid_(std::move(grid)),
      terms_{{*request.at.numerator().to_int64(), *request.at.denominator().to_int64()},
             quantile_slopes(request.at, request.epsilon, rows_per_person()),
             UniversalPrior(kExponent)} {
  question_.own = {{"at", request.at.text()}, {"unit", request.unit.text()}};
}

Result<std::shared_ptr<const QuantileMechanism>> QuantileMechanism::make(
    Question question, const QuantileRequest& request) {
  assert(question.domain.columns().empty());
  if (auto fault = fault_of(question, request)) return *std::move(fault);
  auto grid = Grid::codes(request.unit);
  if (!grid) return grid.error();
  return std::shared_ptr<const QuantileMechanism>(
      new QuantileMechanism(std::move(question), request, *std::move(grid)));
}

std::int64_t QuantileMechanism::rows_per_person() const {
  return rows_of(question_.person);
}

std::string QuantileMechanism::series() const {
  return request_.at == Rational(1, 2) ? "median" : request_.at.text() + " quantile";
}

Json QuantileMechanism::law() const {
  return {{"at", request_.at.text()},
          {"exponent", kExponent},
          {"left", terms_.slopes.left.text()},
          {"right", terms_.slopes.right.text()},
          {"unit", request_.unit.text()}};
}

Json QuantileMechanism::shown() const { return Json::object(); }

std::vector<Derivation> QuantileMechanism::guarantees() const {
  return {universal_quantile(request_.at, terms_.slopes.left, terms_.slopes.right,
                             rows_per_person())};
}

Needs QuantileMechanism::needs() const {
  return {{question_.domain, Measure{question_.column, grid_}, question_.person}};
}

RankRequest QuantileMechanism::ranks() const {
  const auto width = [](const Rational& slope) {
    return (Rational(kWindowPenalty) / slope).ceil().to_int64().value();
  };
  return {request_.at, width(terms_.slopes.left), width(terms_.slopes.right)};
}

// What is read does not depend on what is in the table, but for the draw that needs all
// rows, which has a probability below 2^-70.
Result<Drawn> QuantileMechanism::run(Reader& reader, RandomSource& random) const {
  const auto windows = reader.ranks(ranks());
  if (!windows) return windows.error();
  const RankWindow& window = windows->front();
  std::optional<Error> failed;
  const auto all = [&]() -> std::optional<RankWindow> {
    auto every = reader.ranks({request_.at, window.rows, window.rows});
    if (every) return every->front();
    failed = every.error();
    return std::nullopt;
  };
  std::int64_t code = 0;
  random.draw(std::span(&code, 1),
              std::make_shared<const QuantileLaw>(terms_, window, all));
  if (failed) return *failed;
  return Drawn{{0}, {}, {{code}}};
}

bool QuantileMechanism::can_draw(const Drawn& drawn) const {
  return drawn.cells == std::vector<std::uint64_t>{0} && drawn.keys.empty() &&
         drawn.numbers.size() == 1 && drawn.numbers[0].size() == 1 &&
         drawn.numbers[0][0] >= -most() && drawn.numbers[0][0] <= most();
}

// Nothing was spent on an interval.
Answer QuantileMechanism::answer(const Drawn& drawn, const Rational&) const {
  assert(can_draw(drawn));
  return {question_.domain,
          {0},
          {{series(), request_.unit, {without_interval(drawn.numbers[0][0])}}}};
}

}  // namespace selvage
