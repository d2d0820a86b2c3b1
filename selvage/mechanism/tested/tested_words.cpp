// What these say of themselves before any data.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/bisect.hpp"
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

std::string TestedMechanism::most_text() const {
  return number_text(grid_.highest(), request_.unit);
}

std::string TestedMechanism::range_sentence() const {
  return fmt::format(
      "sizes of {} and more count as that bound, and sizes below {} as 0", most_text(),
      (request_.unit / 2).text());
}

// With the scale at the least favourable place of its bins, and averaged over its noise
// and where that puts the ends of what follows: it may come out so small that bins of
// the median are too narrow, or the bound of a trimmed mean is below what one row moves
// it by. Between two ends a deviation fewer rows lie than are to be expected.
double TestedMechanism::answer_chance(double people, bool lognormal) const {
  const GuessedLaw law{lognormal};
  const double test = share().epsilon.to_double();
  const double bin = std::log1p(1 / std::log(people));
  const double low =
      request_.kind == Kind::trimmed_mean ? (request_.trimmed / 2).to_double() : 0.25;
  const auto passing = [&](double distance, double last_bad) {
    const double above = static_cast<double>(share().margin) + last_bad - distance,
                 q = std::exp(-test);
    return above > 0 ? std::pow(q, above) / (1 + q)
                     : 1 - std::pow(q, 1 - above) / (1 + q);
  };
  const auto rows = [&](double part) {
    const double expected = std::max(0.0, people * part);
    return std::floor(std::max(0.0, expected - std::sqrt(expected)));
  };
  // Of a bin and the one half a bin beside; `least` is the part of the rows that leads
  // out of a bin at this place of it.
  struct Chance {
    double least, usual;  // over all places
  };
  const auto either_passes = [&](const auto& least) {
    constexpr int kPlaces = 8;
    double fails[kPlaces];
    for (int i = 0; i < kPlaces; ++i)
      fails[i] = 1 - passing(rows(least((i + 0.5) / kPlaces)) + 1, 1);
    Chance chance{1, 0};
    for (int i = 0; i < kPlaces; ++i) {
      const double passes = 1 - fails[i] * fails[(i + kPlaces / 2) % kPlaces];
      chance.least = std::min(chance.least, passes);
      chance.usual += passes / kPlaces;
    }
    return chance;
  };
  const auto moved = [&](double factor) {
    return law.share_moved(low, 1 - low, factor);
  };
  const auto leads_out = [&](double place) {
    return std::min(moved(std::exp((1 - place) * bin)), moved(std::exp(-place * bin)));
  };
  const double scale = either_passes(leads_out).least;
  if (request_.kind == Kind::scale) return scale;
  const double middle = law.quantile(0.5),
               width = (law.quantile(0.75) - law.quantile(0.25)) / std::cbrt(people);
  const auto second = [&](double noise) {
    if (request_.kind == Kind::trimmed_mean)
      return passing(noise > 0.5 ? rows(moved(2 * noise)) : 0, 0);
    constexpr int kWidths = 4;  // rounded up to a power of two
    double sum = 0;
    for (int i = 0; i < kWidths; ++i) {
      const double wide = width * noise * std::exp2((i + 0.5) / kWidths);
      const auto leaves = [&](double place) {
        return std::min(law.below(middle + (1 - place) * wide) - 0.5,
                        0.5 - law.below(middle - place * wide));
      };
      sum += either_passes(leaves).usual;
    }
    return sum / kWidths;
  };
  constexpr int kNoises = 32;  // on either side
  double sum = 0;
  for (int i = 0; i < kNoises; ++i) {
    const double off = std::min(100.0, -std::log((i + 0.5) / kNoises) / test * bin);
    sum += second(std::exp(off)) + second(std::exp(-off));
  }
  return scale * sum / (2 * kNoises);
}

std::optional<std::int64_t> TestedMechanism::people_needed(
    bool lognormal, const Rational& confidence) const {
  constexpr std::int64_t kParts = 32, kFirst = kParts, kLast = 13 * kParts;  // decades
  const auto people = [](std::int64_t part) {
    return std::pow(10.0, static_cast<double>(part) / kParts);
  };
  const auto is_likely = [&](std::int64_t part) {
    return answer_chance(people(part), lognormal) >= confidence.to_double();
  };
  if (!is_likely(kLast)) return std::nullopt;
  return guessed_people(people(least_above(kFirst, kLast, is_likely)));
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
