#include "selvage/mechanism/drop_only/drop_values.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/base/thousands.hpp"
#include "selvage/mechanism/drop_only/drop_words.hpp"
#include "selvage/mechanism/shared_warnings.hpp"
#include "selvage/one_sided/drop_sums.hpp"
#include "selvage/question/field.hpp"
#include "selvage/summary/kept_rows.hpp"
#include "selvage/summary/most_rows.hpp"

namespace selvage {
namespace {

constexpr std::uint64_t kMostBars = 1'000'000;  // of all groups together
constexpr std::int64_t kMostKeptRows = 1'000'000;
constexpr std::int64_t kMostAtDenominator = 1'000'000'000;

// Bars of a group are cells of their own: a person's rows may lie in as many as there
// are rows.
PersonShare share_in_bins(const Question& question) {
  const std::int64_t in_group = question.person.most_in_cell();
  const std::int64_t rows =
      question.domain.columns().empty() ? in_group : most_rows(question.person);
  return {rows, rows, std::min(rows, in_group)};
}

std::optional<Error> fault_of_values(const Question& question,
                                     const DropValuesRequest& request) {
  if (question.domain.has_unknown_keys())
    return wrong_field("by",
                       "`by` with keys that are not known does not go with `mechanism` "
                       "drop-only; write the keys, NAME=a,b,c or NAME=@FILE",
                       "department=schools,fire");
  const std::int64_t rows = share_in_bins(question).rows;
  if (rows < 1 || rows > kMostKeptRows)
    return wrong_field(
        "rows_per_person",
        fmt::format("`rows_per_person` {} is not from 1 to {}; write for example 1",
                    rows, kMostKeptRows),
        "1");
  const std::uint64_t bars = request.bins.bins() + 2;  // with those outside
  if (question.domain.cells() > kMostBars / bars)
    return wrong_field(
        "column", fmt::format("{} groups of {} bins are more than {} in all; write a "
                              "larger STEP",
                              question.domain.cells(), bars, kMostBars));
  if (request.at && (request.at->sign() <= 0 || *request.at >= 1 ||
                     request.at->denominator() > kMostAtDenominator))
    return wrong_field("at",
                       fmt::format("`at` {} is not between 0 and 1, or has too many "
                                   "digits; write for example 0.9",
                                   request.at->typed_text()),
                       "0.9");
  if (request.at_least && *request.at_least < 1)
    return wrong_field("at_least", "`at_least` is not from 1 on; write for example 100",
                       "100");
  return std::nullopt;
}

}  // namespace

DropValues::DropValues(Question question, DropValuesRequest request, Grid grid,
                       TailBins bins, DropTerms terms)
    : question_(std::move(question)),
      request_(std::move(request)),
      grid_(std::move(grid)),
      unit_(unit_of_edges(request_.bins)),
      bins_(std::move(bins)),
      terms_(std::move(terms)) {
  question_.own.clear();
  if (request_.at) question_.own.emplace_back("at", request_.at->text());
  if (request_.at_least)
    question_.own.emplace_back("at_least", std::to_string(*request_.at_least));
  question_.own.emplace_back("bins", request_.bins.text());
  question_.own.emplace_back("drop_only", "yes");
}

Result<std::shared_ptr<const DropValues>> DropValues::make(Question question,
                                                           DropValuesRequest request,
                                                           const Rational& epsilon,
                                                           const Rational& delta) {
  if (auto fault = fault_of_values(question, request)) return *std::move(fault);
  auto terms = DropTerms::make(epsilon, delta, share_in_bins(question));
  if (!terms) return terms.error();
  return of_terms(std::move(question), std::move(request), *std::move(terms));
}

Result<std::shared_ptr<const DropValues>> DropValues::of_terms(
    Question question, DropValuesRequest request, DropTerms terms) {
  if (auto fault = fault_of_values(question, request)) return *std::move(fault);
  if (terms.share != share_in_bins(question))
    return unverified("the share of a person is another than the question's");
  constexpr const char* kExample = "salary=0:200000:1000";
  auto grid = grid_of(request.bins);
  if (!grid) return said_of("column", grid.error(), kExample, true);
  auto bins = TailBins::given(request.bins, *grid);
  if (!bins) return said_of("column", bins.error(), kExample, true);
  return std::shared_ptr<const DropValues>(
      new DropValues(std::move(question), std::move(request), *std::move(grid),
                     *std::move(bins), std::move(terms)));
}

std::string DropValues::reason() const {
  return question_.verb == "max-k"
             ? "an answer is read off counts that are never above the truth"
             : "it was asked for by name";
}

Json DropValues::law() const {
  Json law = terms_.law();
  law["bins"] = bins_.size();
  law["step"] = grid_.step().text();
  return law;
}

Json DropValues::shown() const { return Json::object(); }

std::vector<std::pair<std::string, std::string>> DropValues::parameters() const {
  return {{"bins", std::to_string(bins_.size())},
          {"width", std::to_string(terms_.width())},
          {"rows_per_person", std::to_string(terms_.share.rows)}};
}

std::int64_t DropValues::most_beyond(const Rational& risk) const {
  return most_in_empty_bars(*terms_.table, bars(), risk);
}

std::vector<Accuracy> DropValues::accuracy(const Rational& confidence) const {
  const Rational risk = Rational(1) - confidence;
  const std::string people = dropped_word(terms_),
                    where = question_.domain.columns().empty() ? "" : "in each group ";
  const auto entry = [&](std::int64_t most, const Rational& gamma,
                         const std::string& metric) {
    return Accuracy{.alpha = 0,
                    .beta = most,
                    .gamma = gamma,
                    .distortion = Distortion::none,
                    .metric = where + people + metric};
  };
  const std::string aside = " set aside, without whom the answer is exact in bins,";
  std::vector<Accuracy> all = {
      entry(most_dropped_in_all(*terms_.table, bars(), risk), risk, aside),
      entry(most_dropped_in_all(*terms_.table, bars(), 0), 0, aside)};
  const std::string& verb = question_.verb;
  if (verb == "max" || verb == "min")
    all.push_back(entry(most_beyond(risk), risk,
                        verb == "max" ? " above the bin of the answer"
                                      : " below the bin of the answer"));
  return all;
}

std::vector<AccuracyDerivation> DropValues::accuracy_derivations(
    const Rational& confidence) const {
  const std::string& verb = question_.verb;
  return drop_derivations(verb == "max-k" ? "max_k" : verb, terms_, bars(), confidence);
}

std::string DropValues::range_sentence() const {
  const NumericBins& bins = request_.bins;
  return fmt::format(
      "an answer is the end of one of {} bins: all values below {} lie in one bin, and "
      "all values from {} on in another",
      bins_.size(), bins.edge_text(0), bins.edge_text(bins.bins()));
}

std::vector<PlanLine> DropValues::plan_lines(const Prior& prior,
                                             const Rational& confidence) const {
  std::vector<PlanLine> lines = {{"range", range_sentence()}};
  for (PlanLine& line : drop_lines(terms_, prior, confidence, bars()))
    lines.push_back(std::move(line));
  if (question_.verb == "max" || question_.verb == "min")
    lines.push_back(
        {"beyond", fmt::format("at most {} {} lie beyond the bin of the answer with "
                               "probability {}; without `mechanism` drop-only far "
                               "fewer do",
                               thousands(most_beyond(Rational(1) - confidence)),
                               dropped_word(terms_), confidence.text())});
  return lines;
}

Json DropValues::plan_numbers(const Prior&, const Rational& confidence) const {
  return drop_numbers(terms_, confidence, bars());
}

std::vector<std::string> DropValues::warnings(const Rational&) const {
  std::vector<std::string> all = {
      fmt::format("the answer is that of a table from which up to {} {} of each bin "
                  "were dropped: bins that hold few may count as empty",
                  terms_.width(), dropped_word(terms_)),
      range_sentence()};
  if (auto large = large_epsilon_warning(terms_.epsilon * terms_.share.rows))
    all.push_back(*std::move(large));
  if (auto large = large_delta_warning(terms_.delta)) all.push_back(*std::move(large));
  for (auto& more : {row_as_person_warning(question_.person),
                     caps_warning({false, question_.person,
                                   static_cast<std::int64_t>(question_.domain.cells()),
                                   !question_.domain.columns().empty()}),
                     json_lines_warning(question_.table)})
    if (more) all.push_back(*more);
  return all;
}

Needs DropValues::needs() const {
  return {{question_.domain, Measure{question_.column, grid_}, question_.person}};
}

// One scan and a draw for every bar, whatever is in the table.
Result<Drawn> DropValues::run(Reader& reader, RandomSource& random) const {
  const auto from = reader.counts_above(bins_.firsts());
  if (!from) return from.error();
  const std::size_t groups = from->size(), bins = bins_.size();
  std::vector<std::int64_t> counts;
  for (const auto& of_group : *from)
    for (std::size_t bin = 0; bin < bins; ++bin)
      counts.push_back(of_group[bin] - (bin + 1 < bins ? of_group[bin + 1] : 0));
  drop_from(counts, *terms_.draws, random);
  Drawn drawn;
  drawn.cells.resize(groups);
  std::iota(drawn.cells.begin(), drawn.cells.end(), std::uint64_t{0});
  drawn.numbers.assign(bins, std::vector<std::int64_t>(groups));
  for (std::size_t g = 0; g < groups; ++g)
    for (std::size_t bin = 0; bin < bins; ++bin)
      drawn.numbers[bin][g] = counts[g * bins + bin];
  return drawn;
}

bool DropValues::can_draw(const Drawn& drawn) const {
  constexpr std::int64_t kMost = kMaxNoise / 2;
  const std::uint64_t groups = question_.domain.cells();
  if (!drawn.keys.empty() || drawn.cells.size() != groups ||
      drawn.numbers.size() != bins_.size())
    return false;
  for (std::uint64_t g = 0; g < groups; ++g) {
    if (drawn.cells[g] != g) return false;
    Int128 sum = 0;
    for (const auto& numbers : drawn.numbers) {
      if (numbers.size() != groups || numbers[g] < 0 || numbers[g] > kMost)
        return false;
      sum += numbers[g];
    }
    if (sum > kMost) return false;
  }
  return true;
}

std::vector<std::size_t> DropValues::places_of(
    std::span<const std::int64_t> counts) const {
  const std::int64_t least = request_.at_least.value_or(1);
  std::optional<std::size_t> low, high;
  std::int64_t total = 0;
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    total += counts[bin];
    if (counts[bin] < least) continue;
    if (!low) low = bin;
    high = bin;
  }
  const std::string& verb = question_.verb;
  if (verb == "quantile") {
    if (total == 0) return {};
    const std::int64_t rank = (*request_.at * total).ceil().to_int64().value();
    std::int64_t below = 0;
    for (std::size_t bin = 0;; ++bin)
      if ((below += counts[bin]) >= rank) return {bin};
  }
  if (!low) return {};
  if (verb == "range") return {*low, *high};
  return {verb == "min" ? *low : *high};
}

std::int64_t DropValues::end_of(std::size_t bin, bool upper) const {
  const std::int64_t code = upper ? bins_.end(bin) : bins_.first(bin);
  return (grid_.step() * code / unit_).to_int64().value();
}

// Of the first number, or of the last two of a range; the count has none.
std::vector<OpenEnds> DropValues::open_ends() const {
  const std::string& verb = question_.verb;
  const std::size_t last = bins_.size() - 1;
  const auto of_value = [&](bool upper) {
    return OpenEnds{.above = OpenEnd{end_of(last, upper), end_of(last, false)},
                    .below = OpenEnd{end_of(0, upper), end_of(0, true)}};
  };
  if (verb == "range") return {{}, of_value(false), of_value(true), {}};
  return {of_value(verb != "min"), {}};
}

// The end of the bin towards the extreme; a quantile has the upper end, too.
Answer DropValues::answer(const Drawn& drawn, const Rational& confidence) const {
  assert(can_draw(drawn));
  const std::string& verb = question_.verb;
  const bool range = verb == "range";
  std::vector<Series> numbers;
  const auto series = [&](const std::string& name) -> Series& {
    return numbers.emplace_back(
        Series{.name = name, .unit = unit_, .may_be_unknown = true});
  };
  const auto value = [&](std::size_t bin, bool upper) {
    return without_interval(end_of(bin, upper));
  };
  // Of what lies outside the bins nothing more is known than that.
  const auto within = [&](std::int64_t end) {
    return std::clamp(end, end_of(0, true), end_of(bins_.size() - 1, false));
  };
  const Estimate none{0, 0, 0, false, false};
  if (range)
    for (const char* name : {"range", "min", "max"}) series(name);
  else
    series(verb == "quantile" ? request_.at->text() + " quantile" : verb);
  Series count{.name = "count"};
  const std::int64_t most =
      most_dropped_in_all(*terms_.table, bars(), Rational(1) - confidence);
  for (std::size_t g = 0; g < drawn.cells.size(); ++g) {
    std::vector<std::int64_t> counts;
    for (const auto& of_bin : drawn.numbers) counts.push_back(of_bin[g]);
    const auto places = places_of(counts);
    if (range) {
      const Estimate low = places.empty() ? none : value(places[0], false),
                     high = places.empty() ? none : value(places[1], true);
      numbers[0].rows.push_back(
          places.empty() ? none
                         : without_interval(within(high.value) - within(low.value)));
      numbers[1].rows.push_back(low);
      numbers[2].rows.push_back(high);
    } else {
      numbers[0].rows.push_back(places.empty() ? none
                                               : value(places[0], verb != "min"));
    }
    const std::int64_t total =
        std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    count.rows.push_back({total, total, total + most});
  }
  numbers.push_back(std::move(count));
  return {question_.domain, drawn.cells, std::move(numbers)};
}

// The number itself is that of a table without a few people, and has no interval.
Quantity DropValues::quantity(const Series& number, const Rational&) const {
  if (number.name != "count") return {};
  return count_of_numbers(question_);
}

// Bars are alike and independent: the shipped loop over them, on one.
Evidence DropValues::evidence(Effort effort) const {
  return drop_evidence(terms_, effort, "count",
                       [draws = terms_.draws](std::int64_t rows, RandomSource& random) {
                         std::vector<std::int64_t> counts = {rows};
                         drop_from(counts, *draws, random);
                         return Drawn{{0}, {}, {counts}};
                       });
}

}  // namespace selvage
