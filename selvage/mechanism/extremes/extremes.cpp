#include "selvage/mechanism/extremes/extremes.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/extremes.hpp"
#include "selvage/mechanism/extremes/above_threshold_law.hpp"
#include "selvage/mechanism/extremes/exponential_law.hpp"
#include "selvage/question/field.hpp"
#include "selvage/summary/most_rows.hpp"

namespace selvage {
namespace {

using End = ExtremesMechanism::End;

constexpr std::int64_t kMostRowsPerPerson = 1'000'000;
// For each row of a person and each end: what lies beyond are at most some ten million
// rows then, and the samplers take all noises.
const Rational kLeastEpsilon(1, 1'000'000);
const Rational kMostEpsilon = 50;  // far beyond any promise
const Rational kLeastRisk = *Rational::parse("1e-30");
constexpr std::uint64_t kMostCells = 10'000'000;       // bins of all groups together
constexpr std::size_t kMostExponentialBins = 100'000;  // each has a weight of many bits

Rational epsilon_of_row(const ExtremeTerms& terms) {
  if (const auto* above = std::get_if<AboveThresholdTerms>(&terms))
    return above->first + above->second;
  return std::get<ExponentialTerms>(terms).slope * 2;
}

// There is one cell without groups, whatever the caps say.
std::int64_t rows_of(const Question& question) {
  return question.domain.columns().empty() ? question.person.most_in_cell()
                                           : most_rows(question.person);
}

std::int64_t count_of_ends(const Question& question) {
  return static_cast<std::int64_t>(ends_of(question.verb)->size());
}

std::optional<Error> fault_of_people(const Question& question) {
  const std::int64_t rows = rows_of(question);
  if (rows < 1 || rows > kMostRowsPerPerson)
    return wrong_field(
        "rows_per_person",
        fmt::format("`rows_per_person` {} is not from 1 to {}; write for example 1",
                    rows, kMostRowsPerPerson),
        "1");
  if (question.domain.has_unknown_keys())
    return wrong_field("by",
                       "`by` with keys that are not known needs a delta, and an "
                       "extreme has none; write the keys, NAME=a,b,c or NAME=@FILE",
                       "department=schools,fire");
  return std::nullopt;
}

std::optional<Error> fault_of_epsilon(const Question& question,
                                      const Rational& epsilon) {
  const Rational least = kLeastEpsilon * rows_of(question) * count_of_ends(question);
  if (epsilon < least || epsilon > kMostEpsilon)
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} is not from {} to {}, where an extreme has an "
                    "answer; write for example 1",
                    epsilon.short_text(), least.short_text(),
                    kMostEpsilon.short_text()),
        "1");
  if (!fits_sampler(epsilon))
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} has too many digits; write for example 1",
                    epsilon.typed_text()),
        "1");
  return std::nullopt;
}

struct GridAndBins {
  Grid grid;
  TailBins bins;
};

Result<GridAndBins> calendar_bins(const CalendarBins& calendar) {
  auto bins = TailBins::given(calendar, coarsest_unit(calendar));
  if (!bins)
    return said_of("column", bins.error(), "hired=2000-01-01:2026-01-01:1month", true);
  auto grid =
      Grid::stepped(fmt::format("{}:{}", bins->first(0), bins->end(bins->size() - 1)),
                    1, Grid::kCodes);
  if (!grid) return grid.error();
  return GridAndBins{*std::move(grid), *std::move(bins)};
}

Result<GridAndBins> grid_and_bins(const ExtremesRange& range) {
  if (range.calendar) return calendar_bins(*range.calendar);
  if (!range.bins) {
    if (auto fault = fault_of_unit(range.unit)) return *std::move(fault);
    auto grid = codes_of(range.unit);
    if (!grid) return grid.error();
    if (range.unit.moments) {
      assert(grid->lowest() == 0);  // a time of day
      const auto units = static_cast<std::size_t>(grid->highest()) + 1;
      return GridAndBins{*std::move(grid), TailBins::single(units)};
    }
    return GridAndBins{*std::move(grid), TailBins::octaves(range.unit.number.scale())};
  }
  constexpr const char* kExample = "salary=0:200000:1000";
  auto grid = grid_of(*range.bins);
  if (!grid) return said_of("column", grid.error(), kExample, true);
  auto bins = TailBins::given(*range.bins, *grid);
  if (!bins) return said_of("column", bins.error(), kExample, true);
  return GridAndBins{*std::move(grid), *std::move(bins)};
}

std::optional<Error> fault_of_size(const Question& question, const TailBins& bins,
                                   bool exponential) {
  if (exponential && bins.size() > kMostExponentialBins)
    return wrong_field("column",
                       fmt::format("`column` has {} bins, and `mechanism` exponential "
                                   "takes {} at most; write a larger STEP",
                                   bins.size(), kMostExponentialBins));
  if (question.domain.cells() > kMostCells / bins.size())
    return wrong_field(
        "by", fmt::format("`by` makes {} groups of {} bins, more than {} in all; write "
                          "fewer groups, or a larger STEP",
                          question.domain.cells(), bins.size(), kMostCells));
  return std::nullopt;
}

}  // namespace

std::string ExtremesRange::text() const {
  return calendar ? calendar->text() : bins->text();
}

std::string ExtremesRange::edge_text(std::size_t edge) const {
  if (!calendar) return bins->edge_text(edge);
  const MomentUnit moments = coarsest_unit(*calendar);
  return moments.text(moments.code(calendar->edge(edge)));
}

const std::vector<End>* ends_of(const std::string& verb) {
  static const std::vector<End> kMax = {End::upper}, kMin = {End::lower},
                                kRange = {End::lower, End::upper};
  return verb == "max"     ? &kMax
         : verb == "min"   ? &kMin
         : verb == "range" ? &kRange
                           : nullptr;
}

ExtremesMechanism::ExtremesMechanism(Question question, const ExtremesRange& range,
                                     Grid grid, TailBins bins, ExtremeTerms terms)
    : question_(std::move(question)),
      range_(range),
      grid_(std::move(grid)),
      unit_(range.calendar ? Rational(1)
            : range.bins   ? unit_of_edges(*range.bins)
                           : range.unit.number.number),
      moments_(range.calendar ? std::optional(coarsest_unit(*range.calendar))
                              : range.unit.moments),
      bins_(std::move(bins)),
      terms_(std::move(terms)) {
  question_.own = range.is_given()
                      ? decltype(question_.own){{"bins", range.text()}}
                      : decltype(question_.own){{"unit", range.unit.text()}};
}

Result<std::shared_ptr<const ExtremesMechanism>> ExtremesMechanism::make(
    Question question, const ExtremesRequest& request) {
  assert(ends_of(question.verb) != nullptr);
  if (auto fault = fault_of_people(question)) return *std::move(fault);
  if (auto fault = fault_of_epsilon(question, request.epsilon)) return *fault;
  const Rational risk = (Rational(1) - request.confidence) / count_of_ends(question);
  if (risk < kLeastRisk)
    return wrong_field("confidence",
                       fmt::format("`confidence` {} is too close to 1; write for "
                                   "example 0.999",
                                   request.confidence.short_text()),
                       "0.999");
  const auto made = grid_and_bins(request.range);
  if (!made) return made.error();
  const Rational of_row =
      request.epsilon / (rows_of(question) * count_of_ends(question));
  const Rational confidence = Rational(1) - risk;
  const std::size_t places = made->bins.size();
  const ExtremeTerms terms =
      request.exponential
          ? ExtremeTerms(best_exponential(of_row, places, confidence))
          : ExtremeTerms(best_above_threshold(of_row, places, confidence));
  return of_terms(std::move(question), request.range, terms);
}

Result<std::shared_ptr<const ExtremesMechanism>> ExtremesMechanism::of_terms(
    Question question, const ExtremesRange& range, const ExtremeTerms& terms) {
  assert(ends_of(question.verb) != nullptr);
  if (auto fault = fault_of_people(question)) return *std::move(fault);
  const Rational epsilon =
      epsilon_of_row(terms) * rows_of(question) * count_of_ends(question);
  if (auto fault = fault_of_epsilon(question, epsilon)) return *std::move(fault);
  auto made = grid_and_bins(range);
  if (!made) return made.error();
  const bool exponential = std::holds_alternative<ExponentialTerms>(terms);
  if (auto fault = fault_of_size(question, made->bins, exponential))
    return *std::move(fault);
  return std::shared_ptr<const ExtremesMechanism>(new ExtremesMechanism(
      std::move(question), range, std::move(made->grid), std::move(made->bins), terms));
}

const std::vector<End>& ExtremesMechanism::ends() const {
  return *ends_of(question_.verb);
}

std::int64_t ExtremesMechanism::rows_per_person() const { return rows_of(question_); }

Rational ExtremesMechanism::epsilon() const {
  return epsilon_of_row(terms_) * rows_per_person() * count_of_ends(question_);
}

std::optional<std::int64_t> ExtremesMechanism::most_beyond_end(
    const Rational& confidence) const {
  const Rational of_end =
      Rational(1) - (Rational(1) - confidence) / count_of_ends(question_);
  return std::visit(
      [&](const auto& terms) { return most_beyond(terms, bins_.size(), of_end); },
      terms_);
}

Json ExtremesMechanism::law() const {
  const bool octaves = !range_.is_given() && !moments_;
  Json law = {{"bins", bins_.size()},
              {"step", octaves ? range_.unit.text() : grid_.step().text()}};
  if (const auto* above = std::get_if<AboveThresholdTerms>(&terms_)) {
    law["first"] = above->first.text();
    law["second"] = above->second.text();
    law["threshold"] = above->threshold;
  } else {
    const auto& other = std::get<ExponentialTerms>(terms_);
    law["people"] = other.people;
    law["slope"] = other.slope.text();
  }
  return law;
}

Json ExtremesMechanism::shown() const { return Json::object(); }

std::vector<Derivation> ExtremesMechanism::guarantees() const {
  const auto* above = std::get_if<AboveThresholdTerms>(&terms_);
  const Derivation one =
      above != nullptr ? above_threshold(above->first, above->second, rows_per_person())
                       : exponential_extreme(std::get<ExponentialTerms>(terms_).slope,
                                             rows_per_person());
  if (ends().size() == 1) return {one};
  auto both = basic_composition({one}, {2});
  assert(both);
  return {*std::move(both)};
}

Needs ExtremesMechanism::needs() const {
  return {
      {question_.domain, Measure{question_.column, grid_, moments_}, question_.person}};
}

std::int64_t ExtremesMechanism::turned(End end, std::int64_t place) const {
  if (end == End::upper) return place;
  return static_cast<std::int64_t>(bins_.size()) - 1 - place;
}

std::shared_ptr<const PlaceLaw> ExtremesMechanism::law_of(
    const std::vector<std::vector<std::int64_t>>& counts) const {
  const std::size_t size = bins_.size();
  std::vector<Reach> reaches;
  for (const auto& from : counts)  // rows of the group from each bin on
    for (const End end : ends()) {
      Reach& reach = reaches.emplace_back(from);
      if (end == End::upper) continue;
      for (std::size_t place = 1; place < size; ++place)
        reach[place] = from[0] - from[size - place];
    }
  if (const auto* above = std::get_if<AboveThresholdTerms>(&terms_))
    return std::make_shared<const AboveThresholdLaw>(*above, std::move(reaches));
  return std::make_shared<const ExponentialLaw>(std::get<ExponentialTerms>(terms_),
                                                std::move(reaches));
}

// One scan, whatever is in the table.
Result<Drawn> ExtremesMechanism::run(Reader& reader, RandomSource& random) const {
  const auto counts = reader.counts_above(bins_.firsts());
  if (!counts) return counts.error();
  const std::size_t groups = counts->size();
  std::vector<std::int64_t> places(groups * ends().size());
  std::iota(places.begin(), places.end(), 0);
  random.draw(places, law_of(*counts));
  Drawn drawn;
  drawn.cells.resize(groups);
  std::iota(drawn.cells.begin(), drawn.cells.end(), std::uint64_t{0});
  for (std::size_t e = 0; e < ends().size(); ++e) {
    auto& numbers = drawn.numbers.emplace_back();
    for (std::size_t g = 0; g < groups; ++g)
      numbers.push_back(turned(ends()[e], places[g * ends().size() + e]));
  }
  return drawn;
}

bool ExtremesMechanism::can_draw(const Drawn& drawn) const {
  const std::uint64_t groups = question_.domain.cells();
  if (!drawn.keys.empty() || drawn.cells.size() != groups ||
      drawn.numbers.size() != ends().size())
    return false;
  for (std::uint64_t g = 0; g < groups; ++g)
    if (drawn.cells[g] != g) return false;
  const auto most = static_cast<std::int64_t>(bins_.size());
  return std::all_of(
      drawn.numbers.begin(), drawn.numbers.end(), [&](const auto& numbers) {
        return numbers.size() == groups &&
               std::all_of(numbers.begin(), numbers.end(),
                           [&](std::int64_t bin) { return 0 <= bin && bin < most; });
      });
}

// The end of the bin towards the extreme. Where nothing is known of the column, the bin
// at the other end is where all stop who find nobody.
Estimate ExtremesMechanism::value_of(End end, std::int64_t bin) const {
  const auto place = static_cast<std::size_t>(bin);
  if (!range_.is_given()) {
    if (turned(end, bin) == 0) return {0, 0, 0, false, false};
    // On a scale that is not linear the edge itself, a round number: nobody tells it
    // from the last code before it.
    const bool one_code = bins_.first(place) == bins_.last(place);
    const std::int64_t edge = grid_.scale() && !one_code ? 1 : 0;
    const std::int64_t first = bins_.first(place), last = bins_.last(place);
    return without_interval(end == End::upper ? last + (last > 0 ? edge : 0)
                                              : first - (first < 0 ? edge : 0));
  }
  const std::int64_t code = end == End::upper ? bins_.end(place) : bins_.first(place);
  return without_interval((grid_.step() * code / unit_).to_int64().value());
}

// Of what lies outside the bins nothing more is known than that.
std::int64_t ExtremesMechanism::range_between(std::int64_t low,
                                              std::int64_t high) const {
  const std::int64_t from = value_of(End::lower, low).value,
                     to = value_of(End::upper, high).value;
  if (!range_.is_given()) return range_.unit.apart(from, to).upper;
  const auto last = static_cast<std::int64_t>(bins_.size()) - 1;
  const std::int64_t lowest = value_of(End::upper, 0).value,
                     highest = value_of(End::lower, last).value;
  return std::clamp(to, lowest, highest) - std::clamp(from, lowest, highest);
}

// The bins at both ends hold all that lies outside.
std::vector<OpenEnds> ExtremesMechanism::open_ends() const {
  if (!range_.is_given()) return {};
  const auto last = static_cast<std::int64_t>(bins_.size()) - 1;
  std::vector<OpenEnds> all(ends().size() == 2 ? 1 : 0);  // a range has none
  for (const End end : ends())
    all.push_back(
        {.above = OpenEnd{value_of(end, last).value, value_of(End::lower, last).value},
         .below = OpenEnd{value_of(end, 0).value, value_of(End::upper, 0).value}});
  return all;
}

std::vector<OpenEnds> ExtremesMechanism::range_ends() const {
  if (range_.is_given()) return {};
  const auto last = static_cast<std::int64_t>(bins_.size()) - 1;
  std::vector<OpenEnds> all(ends().size() == 2 ? 1 : 0);  // a range has none
  for (const End end : ends())
    all.push_back(ends_of_range(value_of(end, 0).value, value_of(end, last).value));
  return all;
}

// Nothing was spent on an interval.
Answer ExtremesMechanism::answer(const Drawn& drawn, const Rational&) const {
  assert(can_draw(drawn));
  std::vector<Series> numbers;
  for (std::size_t e = 0; e < ends().size(); ++e) {
    const std::string name = ends()[e] == End::upper ? "max" : "min";
    Series& series = numbers.emplace_back(
        range_.is_given() ? Series{name, unit_} : range_.unit.series(name, true));
    series.moments = moments_;
    for (const std::int64_t bin : drawn.numbers[e])
      series.rows.push_back(value_of(ends()[e], bin));
  }
  if (ends().size() == 2) {
    Series both = range_.unit.difference("range", true);
    if (range_.is_given())
      both = {moments_ ? "range in " + moments_->plural() : "range", unit_};
    for (std::size_t g = 0; g < drawn.cells.size(); ++g) {
      const bool known = numbers[0].rows[g].known && numbers[1].rows[g].known;
      both.rows.push_back(known ? without_interval(range_between(drawn.numbers[0][g],
                                                                 drawn.numbers[1][g]))
                                : Estimate{0, 0, 0, false, false});
    }
    numbers.insert(numbers.begin(), std::move(both));
  }
  return {question_.domain, drawn.cells, std::move(numbers)};
}

Quantity ExtremesMechanism::quantity(const Series&, const Rational&) const {
  return {};
}

}  // namespace selvage
