// What these say of themselves before any data.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/guarantee/laplace_sum_tail.hpp"
#include "selvage/mechanism/guessed_law.hpp"
#include "selvage/mechanism/number_text.hpp"
#include "selvage/mechanism/shared_warnings.hpp"
#include "selvage/mechanism/tested/tested.hpp"
#include "selvage/summary/kept_rows.hpp"

namespace selvage {

std::string TestedMechanism::reason() const {
  return "it was asked for by `mechanism`: tests look whether few people could move "
         "the answer far, and it is published with noise where they pass";
}

std::string TestedMechanism::series() const {
  switch (request_.kind) {
    case Kind::scale:
      return "IQR";
    case Kind::median:
      return "median";
    case Kind::trimmed_mean:
      break;
  }
  return "trimmed mean";
}

std::string TestedMechanism::people_word() const {
  return question_.person.column.empty() ? "rows" : "people";
}

std::vector<std::pair<std::string, std::string>> TestedMechanism::parameters() const {
  std::vector<std::pair<std::string, std::string>> all = {
      {"people", std::to_string(request_.people)},
      {"unit", request_.unit.text()},
      {"margin", std::to_string(share().margin)}};
  if (request_.kind == Kind::trimmed_mean)
    all.emplace_back("trimmed", request_.trimmed.text());
  return all;
}

// It is a multiple of the spread, which the data decides.
std::vector<ErrorRow> TestedMechanism::errors(const std::optional<Prior>&,
                                              const Rational&) const {
  return {};
}

std::vector<Accuracy> TestedMechanism::accuracy(const Rational&) const { return {}; }

std::string TestedMechanism::range_sentence() const {
  return fmt::format(
      "sizes of {} and more count as that bound, and sizes below {} as 0",
      number_text(grid_.highest(), request_.unit), (request_.unit / 2).text());
}

// The least favourable place of an edge is a quarter of a bin away from both kinds of
// bins. The scale itself may come out too small by its noise, and then bins of the
// median are too narrow.
std::optional<std::int64_t> TestedMechanism::people_needed(
    bool lognormal, const Rational& confidence) const {
  const GuessedLaw law{lognormal};
  const double risk = 1 - confidence.to_double(), test = share().epsilon.to_double();
  // A test must pass, and the noise of the scale must not take too much off.
  const double needed =
      static_cast<double>(share().margin) + 1 + std::log(1 / risk) / test;
  const double bins_off = std::max(0.0, std::log(1 / (2 * risk))) / test;
  for (double n = 10; n < 1e13; n *= std::pow(10.0, 1.0 / 32)) {
    const double bin = std::log1p(1 / std::log(n));
    double low = 0.25;
    if (request_.kind == Kind::trimmed_mean) low = (request_.trimmed / 2).to_double();
    const auto moved = [&](double by) {
      return n * std::min(law.share_moved(low, 1 - low, std::exp(by)),
                          law.share_moved(low, 1 - low, std::exp(-by)));
    };
    if (moved(bin / 4) < needed) continue;
    const double low_scale = std::exp(-bin * bins_off);
    if (request_.kind == Kind::trimmed_mean && low_scale < 0.5)
      // The bound is twice the scale: it must not fall below the ends.
      continue;
    if (request_.kind == Kind::median) {
      const double middle = law.quantile(0.5);
      // Rounded up to a power of two: by a factor of 1.4, in the middle.
      const double width = (law.quantile(0.75) - law.quantile(0.25)) * low_scale *
                           std::sqrt(2.0) / std::cbrt(n);
      if (n * (law.below(middle + width / 4) - 0.5) < needed) continue;
    }
    return guessed_people(n);
  }
  return std::nullopt;
}

std::vector<PlanLine> TestedMechanism::plan_lines(const Prior&,
                                                  const Rational& confidence) const {
  const auto from = [&](bool lognormal) {
    const auto people = people_needed(lognormal, confidence);
    return people ? fmt::format("from about {} {} on", *people, people_word())
                  : std::string("for no number of people");
  };
  std::vector<PlanLine> lines = {
      {"range", fmt::format("values are rounded to multiples of {}; {}",
                            request_.unit.text(), range_sentence())},
      {"public",
       fmt::format("{} {} are said to be there; of more the middle ones count, of "
                   "fewer all between ends that are added",
                   request_.people, people_word())},
      {"people",
       fmt::format("an answer has probability {} {} where values lie as in a normal "
                   "law, {} as in a lognormal one",
                   confidence.text(), from(false), from(true))},
      {"answer",
       fmt::format("a test passes with probability 0.5 where {} replaced {} could not "
                   "spoil it; without an answer all of epsilon is spent nevertheless",
                   share().margin, people_word())}};
  if (request_.kind == Kind::scale)
    lines.push_back(
        {"error",
         fmt::format("a factor of {} up or down, with probability {}",
                     std::string(exp(log(Interval(scale().growth())) *
                                     Interval(Rational(
                                         laplace_size_bound(
                                             share().scale(request_.steps_per_bin), 1,
                                             Rational(1) - confidence) +
                                         1)))
                                     .upper_text(3)),
                     confidence.text())});
  else
    lines.push_back(
        {"error", fmt::format("noise for what one {} can move it by, divided by an "
                              "epsilon of {}",
                              people_word() == "rows" ? "row" : "person",
                              share().epsilon.text())});
  return lines;
}

Json TestedMechanism::plan_numbers(const Prior&, const Rational& confidence) const {
  Json needed = Json::object();
  for (const bool lognormal : {false, true}) {
    const auto people = people_needed(lognormal, confidence);
    needed[lognormal ? "lognormal" : "normal"] = people ? Json(*people) : Json(nullptr);
  }
  return {{"margin", share().margin}, {"people_needed", needed}};
}

std::vector<std::string> TestedMechanism::warnings(const Rational&) const {
  std::vector<std::string> all = {
      fmt::format("there is an answer only where few {} could not move it far; "
                  "no answer says nothing about the values",
                  people_word()),
      fmt::format("{} {} were said to be there: where there are others, privacy is the "
                  "same, and the answer is about the middle ones, or about all between "
                  "ends that were added",
                  request_.people, people_word())};
  if (request_.kind == Kind::trimmed_mean)
    all.push_back(
        fmt::format("the lowest and the highest {} of the rows are left out: where "
                    "values lean to one side this is another number than their mean",
                    (request_.trimmed / 2).text()));
  all.push_back(range_sentence() + "; `unit` moves this range");
  for (auto& more : {large_epsilon_warning(request_.epsilon),
                     row_as_person_warning(question_.person),
                     caps_warning({false, question_.person, 1, false}),
                     json_lines_warning(question_.table)})
    if (more) all.push_back(*more);
  return all;
}

}  // namespace selvage
