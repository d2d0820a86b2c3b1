#include "selvage/mechanism/drop_only/drop_words.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/thousands.hpp"
#include "selvage/one_sided/drop_sums.hpp"

namespace selvage {

std::string dropped_word(const DropTerms& terms) {
  return terms.share.rows == 1 ? "people" : "rows";
}

Rational written_mean(const DropTable& table) {
  constexpr std::int64_t kDigits = 1'000'000;
  return (table.mean() * kDigits).ceil() / kDigits;
}

std::vector<Accuracy> drop_accuracy(const DropTerms& terms, const Rational& confidence,
                                    std::optional<std::int64_t> bars) {
  const Rational risk = Rational(1) - confidence;
  const std::string of_one = dropped_word(terms) + " missing from one count";
  const auto entry = [](std::int64_t most, const Rational& gamma, std::string metric) {
    return Accuracy{.alpha = 0,
                    .beta = most,
                    .gamma = gamma,
                    .distortion = Distortion::none,
                    .metric = std::move(metric)};
  };
  std::vector<Accuracy> all = {
      entry(terms.table->most_dropped(confidence), risk, of_one),
      entry(terms.width(), 0, of_one)};
  if (bars)
    all.push_back(entry(most_dropped_in_all(*terms.table, *bars, risk), risk,
                        dropped_word(terms) + " missing from all counts together"));
  return all;
}

std::vector<AccuracyDerivation> drop_derivations(const std::string& statistic,
                                                 const DropTerms& terms,
                                                 std::optional<std::int64_t> bars,
                                                 const Rational& confidence) {
  const Rational risk = Rational(1) - confidence;
  auto known =
      bars ? statistic_of_drops(statistic, terms.epsilon, terms.row_delta, *bars, risk)
           : derive_accuracy("dropped_of_key",
                             {{"epsilon", terms.epsilon},
                              {"row_delta", terms.row_delta},
                              {"risk", risk}},
                             {});
  if (!known) return {};
  return {*std::move(known)};
}

std::vector<PlanLine> drop_lines(const DropTerms& terms, const Prior& prior,
                                 const Rational& confidence,
                                 std::optional<std::int64_t> bars) {
  const std::string people = dropped_word(terms);
  std::vector<PlanLine> lines = {
      {"error",
       fmt::format("a count is never above the truth, and below it by {} {} on "
                   "average, by at most {} with probability {}, and never by more than "
                   "{}",
                   written_mean(*terms.table).short_text(), people,
                   terms.table->most_dropped(confidence), confidence.text(),
                   terms.width())}};
  if (bars)
    lines.push_back(
        {"set aside",
         fmt::format("in {} bars at most {} {} with probability {}, and never more "
                     "than {}",
                     thousands(*bars),
                     thousands(most_dropped_in_all(*terms.table, *bars,
                                                   Rational(1) - confidence)),
                     people, confidence.text(),
                     thousands(most_dropped_in_all(*terms.table, *bars, 0)))});
  const std::int64_t lost = bars ? most_dropped_in_all(*terms.table, *bars, 0) : 0;
  if (terms.width() >= prior.people)
    lines.push_back(
        {"warning",
         fmt::format("one bar may lose {} {}, and {} are expected in all: nothing may "
                     "be left; write a larger epsilon or delta",
                     thousands(terms.width()), people, thousands(prior.people))});
  else if (lost > prior.people)
    lines.push_back(
        {"warning",
         fmt::format("all bars together may lose {} {}, and {} are expected: bars that "
                     "hold few come out empty; write wider bins, or a larger epsilon",
                     thousands(lost), people, thousands(prior.people))});
  return lines;
}

Json drop_numbers(const DropTerms& terms, const Rational& confidence,
                  std::optional<std::int64_t> bars) {
  Json numbers = {{"width", terms.width()},
                  {"mean_dropped", written_mean(*terms.table).text()},
                  {"most_dropped", terms.table->most_dropped(confidence)}};
  if (bars)
    numbers["most_dropped_in_all"] =
        most_dropped_in_all(*terms.table, *bars, Rational(1) - confidence);
  return numbers;
}

std::string drop_warning(const DropTerms& terms) {
  return fmt::format(
      "counts are never above the truth, and up to {} {} may be missing from each: a "
      "count of 0 stands for 0 to {}",
      terms.width(), dropped_word(terms), terms.width());
}

}  // namespace selvage
