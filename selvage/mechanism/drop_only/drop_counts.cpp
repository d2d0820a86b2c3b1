#include "selvage/mechanism/drop_only/drop_counts.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/cells/cells_answer.hpp"
#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/mechanism/cells/warnings.hpp"
#include "selvage/mechanism/drop_only/drop_noise.hpp"
#include "selvage/mechanism/drop_only/drop_words.hpp"
#include "selvage/one_sided/drop_sums.hpp"

namespace selvage {
namespace {

// A released count and what may be missing from it. [T163]
class DropEstimates : public CellEstimates {
 public:
  DropEstimates(const DropTable& table, const Rational& confidence)
      : table_(table),
        risk_(Rational(1) - confidence),
        most_(table.most_dropped(confidence)) {}

  const Rational& unit() const override { return unit_; }
  std::vector<Estimate> estimates(const Drawn& drawn) const override {
    std::vector<Estimate> all;
    for (const std::int64_t count : drawn.numbers[0])
      all.push_back({count, count, count + most_});
    return all;
  }
  std::vector<Int128> summands(const Drawn& drawn) const override {
    return {drawn.numbers[0].begin(), drawn.numbers[0].end()};
  }
  std::optional<Estimate> total(Int128 sum, std::int64_t count) const override {
    const auto value = total_value(sum);
    if (!value) return std::nullopt;
    return Estimate{*value, *value, *value + most_dropped_in_all(table_, count, risk_)};
  }
  std::optional<std::int64_t> total_value(Int128 sum) const override {
    if (sum > kMaxRelease) return std::nullopt;
    return static_cast<std::int64_t>(sum);
  }

 private:
  const DropTable& table_;
  Rational risk_, unit_ = 1;
  std::int64_t most_;
};

// All that a plan of cells has but for its noise.
Result<CellsPlan> plan_of_counts(const Question& question, const Rational& epsilon,
                                 std::optional<std::int64_t> fewer_than) {
  if (question.verb == "mode" && question.domain.has_unknown_keys())
    return wrong_field("column",
                       "`column` of a mode with keys that are not known has no answer "
                       "here; write the keys, NAME=a,b,c or NAME=@FILE, or ask for the "
                       "support",
                       "department=schools,fire");
  return plan_without_noise({.statistic = Statistic::count,
                             .reading = {.domain = question.domain,
                                         .measure = std::nullopt,
                                         .person = question.person},
                             .epsilon = epsilon,
                             .fewer_than = fewer_than});
}

void set_terms(const DropTerms& terms, CellsPlan& plan) {
  plan.numbers[0].set_noise(std::make_shared<DropNoise>(terms));
  if (plan.reading.domain.has_unknown_keys()) plan.key_threshold = 1;
  plan.derivations = {terms.derivation()};
  plan.reason = "it was asked for by `drop_only`";
}

}  // namespace

Result<std::shared_ptr<const DropCounts>> DropCounts::make(
    Question question, const Rational& epsilon, const Rational& delta,
    std::optional<std::int64_t> fewer_than) {
  if (question.verb == "support") fewer_than = fewer_than.value_or(1);
  auto plan = plan_of_counts(question, epsilon, fewer_than);
  if (!plan) return plan.error();
  auto terms = DropTerms::make(epsilon, delta, plan->share);
  if (!terms) return terms.error();
  set_terms(*terms, *plan);
  return std::shared_ptr<const DropCounts>(
      new DropCounts(std::move(question), *std::move(plan), *std::move(terms)));
}

Result<std::shared_ptr<const DropCounts>> DropCounts::of_terms(
    Question question, DropTerms terms, std::optional<std::int64_t> fewer_than) {
  auto plan = plan_of_counts(question, terms.epsilon, fewer_than);
  if (!plan) return plan.error();
  if (terms.share != plan->share)
    return unverified("the share of a person is another than the question's");
  set_terms(terms, *plan);
  return std::shared_ptr<const DropCounts>(
      new DropCounts(std::move(question), *std::move(plan), std::move(terms)));
}

std::string DropCounts::reason() const {
  return of_mode() || question_.verb == "support"
             ? "an answer is read off counts that are never above the truth"
             : "it was asked for by `drop_only`";
}

Json DropCounts::law() const { return terms_.law(); }

Json DropCounts::shown() const { return Json::object(); }

std::optional<std::int64_t> DropCounts::fewer_than() const {
  return hidden_below(plan_);
}

std::vector<std::pair<std::string, std::string>> DropCounts::parameters() const {
  return mechanism_parameters(plan_);
}

std::vector<ErrorRow> DropCounts::errors(const std::optional<Prior>&,
                                         const Rational& confidence) const {
  return {{.count = std::nullopt,
           .mean_absolute = written_mean(*terms_.table),
           .bound = Rational(terms_.table->most_dropped(confidence))}};
}

namespace {

// None where the number of bars is not known, or is beyond all counting.
std::optional<std::int64_t> bars_of(const Domain& domain) {
  if (domain.has_unknown_keys()) return std::nullopt;
  return static_cast<std::int64_t>(domain.cells());
}

}  // namespace

std::vector<Accuracy> DropCounts::accuracy(const Rational& confidence) const {
  return drop_accuracy(terms_, confidence, bars_of(plan_.reading.domain));
}

// Of the whole histogram, or of what is read off it.
std::vector<AccuracyDerivation> DropCounts::accuracy_derivations(
    const Rational& confidence) const {
  const bool read_off = of_mode() || question_.verb == "support";
  return drop_derivations(read_off ? question_.verb : "identity", terms_,
                          bars_of(plan_.reading.domain), confidence);
}

std::vector<PlanLine> DropCounts::plan_lines(const Prior& prior,
                                             const Rational& confidence) const {
  auto lines = drop_lines(terms_, prior, confidence, bars_of(plan_.reading.domain));
  if (plan_.key_threshold)
    lines.insert(lines.begin(),
                 {"keys", fmt::format("a key is shown where something is left of its "
                                      "count, surely from {} {} on",
                                      terms_.width() + 1, dropped_word(terms_))});
  return lines;
}

Json DropCounts::plan_numbers(const Prior&, const Rational& confidence) const {
  return drop_numbers(terms_, confidence, bars_of(plan_.reading.domain));
}

std::vector<std::string> DropCounts::warnings(const Rational& confidence) const {
  std::vector<std::string> all = {drop_warning(terms_)};
  for (std::string& more :
       plan_warnings(plan_, warned_of(plan_, question_.table, confidence)))
    all.push_back(std::move(more));
  return all;
}

std::uint64_t DropCounts::places_of_group() const {
  const auto& columns = plan_.reading.domain.columns();
  return columns.empty() ? 1 : columns.back().places();
}

// Of each group the cells with the largest count, where anything is left.
Result<Drawn> DropCounts::run(Reader& reader, RandomSource& random) const {
  auto drawn = selvage::run(plan_, reader, random);
  if (!drawn || !of_mode()) return drawn;
  const auto& counts = drawn->numbers[0];
  const std::uint64_t places = places_of_group();
  Drawn largest{{}, {}, {{}}};
  for (std::uint64_t from = 0; from < counts.size(); from += places) {
    const auto begin = counts.begin() + static_cast<std::ptrdiff_t>(from);
    const std::int64_t most =
        *std::max_element(begin, begin + static_cast<std::ptrdiff_t>(places));
    for (std::uint64_t cell = from; most > 0 && cell < from + places; ++cell) {
      if (counts[cell] != most) continue;
      largest.cells.push_back(cell);
      largest.numbers[0].push_back(most);
    }
  }
  return largest;
}

bool DropCounts::can_draw(const Drawn& drawn) const {
  if (drawn.numbers.size() != 1 ||
      std::any_of(drawn.numbers[0].begin(), drawn.numbers[0].end(),
                  [](std::int64_t count) { return count < 0; }))
    return false;
  if (!of_mode()) return selvage::can_draw(plan_, drawn);
  if (!drawn.keys.empty() || drawn.numbers[0].size() != drawn.cells.size())
    return false;
  for (std::size_t i = 0; i < drawn.cells.size(); ++i) {
    const std::int64_t count = drawn.numbers[0][i];
    if (count < 1 || count > kMaxRelease ||
        drawn.cells[i] >= plan_.reading.domain.cells())
      return false;
    if (i == 0) continue;
    const bool same_group =
        drawn.cells[i] / places_of_group() == drawn.cells[i - 1] / places_of_group();
    if (drawn.cells[i] <= drawn.cells[i - 1] ||
        (same_group && count != drawn.numbers[0][i - 1]))
      return false;
  }
  return true;
}

Answer DropCounts::answer(const Drawn& drawn, const Rational& confidence) const {
  assert(can_draw(drawn));
  const DropEstimates estimates(*terms_.table, confidence);
  if (!of_mode()) {
    Answer answer = answer_of(plan_, drawn, estimates);
    for (auto& margin : answer.margins)
      for (Estimate& sum : margin) sum.lower = sum.value;  // nothing was added to it
    return answer;
  }
  return {.domain = plan_.reading.domain,
          .cells = drawn.cells,
          .numbers = {{.name = "count", .rows = estimates.estimates(drawn)}}};
}

Quantity DropCounts::quantity(const Series& number, const Rational&) const {
  return number.with_intervals ? true_count(question_) : Quantity{};
}

// A table without columns: one cell, which every row is in.
Evidence DropCounts::evidence(Effort effort) const {
  class OneCell : public Reader {
   public:
    OneCell(const Reading& reading, std::int64_t rows)
        : reading_(reading), rows_(rows) {}
    const Reading& reading() const override { return reading_; }
    Result<Cells> cells() override {
      Cells cells;
      if (rows_ > 0) cells.sums.push_back({.rows = rows_});
      return cells;
    }

   private:
    Outcome each_row(const VisitRow& visit) override {
      for (std::int64_t i = 0; i < rows_; ++i) visit({});
      return Done{};
    }
    const Reading& reading_;
    std::int64_t rows_;
  };
  CellsPlan plan = plan_;
  plan.reading.domain = *Domain::make({});
  plan.key_threshold.reset();
  plan.fewer_than.reset();
  Question question = question_;
  question.verb = "count";
  const std::shared_ptr<const DropCounts> one(
      new DropCounts(std::move(question), std::move(plan), terms_));
  return drop_evidence(terms_, effort, "count",
                       [one](std::int64_t rows, RandomSource& random) {
                         OneCell reader(one->plan_.reading, rows);
                         return *one->run(reader, random);
                       });
}

}  // namespace selvage
