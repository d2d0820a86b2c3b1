#include "selvage/verbs/bounds_or_none.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "selvage/base/thousands.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kPeople[] = {100, 1'000, 10'000, 100'000};

std::optional<double> number_in(const Json& json, const char* name) {
  if (!json.contains(name) || !json[name].is_number()) return std::nullopt;
  return json[name].get<double>();
}

// Three digits.
std::string rounded(const std::optional<double>& number) {
  if (!number) return "none";
  const std::string text = fmt::format("{:.3g}", *number);
  if (text.find('e') == std::string::npos || *number < 1 || *number >= 1e9) return text;
  return thousands(fmt::format("{:.0f}", std::stod(text)));
}

Json or_null(const std::optional<double>& number) {
  return number ? Json(*number) : Json(nullptr);
}

struct Errors {
  std::int64_t people;
  std::optional<double> bounded, in_radii;
  // Above this radius bounds err less; within 0:1 the distance of bounds, in radii,
  // below which they do.
  std::optional<double> even() const {
    if (!bounded || !in_radii) return std::nullopt;
    return *bounded / *in_radii;
  }
};

// A group has the rows that the plan within bounds guesses for it.
Errors errors_of(const WithAndWithout& both, std::int64_t people) {
  const auto rows =
      number_in(both.bounded->plan_numbers(Prior{people}, both.confidence), "rows");
  const auto errors = both.bounded->errors(Prior{people}, both.confidence);
  const auto in_group = rows ? static_cast<std::int64_t>(*rows) : people;
  return {people,
          !errors.empty() && errors[0].bound
              ? std::optional(errors[0].bound->to_double())
              : std::nullopt,
          number_in(both.free->plan_numbers(Prior{in_group}, both.confidence),
                    "error_in_radii")};
}

// The radius is what the mechanism finds: a power of two of units.
std::string radius_words(const WithAndWithout& both) {
  return fmt::format(
      "the radius is how far from {} all but about {} rows lie",
      both.verb == "mean" ? "the median" : "0",
      both.free->plan_numbers({}, both.confidence)["outside"].get<std::int64_t>());
}

std::string even_words(const WithAndWithout& both, const Errors& errors) {
  if (!errors.even()) return "bounds";
  if (!both.bounds.empty())
    return fmt::format("none: radius below {}", rounded(errors.even()));
  return fmt::format("bounds under {} radii {}", rounded(1 / *errors.even()),
                     both.verb == "mean" ? "apart" : "from 0");
}

PlanLine table_line(const std::string& people, const std::string& with,
                    const std::string& without, const std::string& better) {
  return {"", fmt::format("{:>7}  {:>12}  {:>11}  {}", people, with, without, better),
          true};
}

}  // namespace

OtherWay compared_moments(const WithAndWithout& both) {
  OtherWay way;
  way.numbers = Json::array();
  const bool given = !both.bounds.empty();
  way.lines = {
      {"bounds", fmt::format("what errs less, {} or no bounds, by people ({}); {}",
                             given ? "bounds " + both.bounds : "bounds that you know",
                             both.confidence.text(), radius_words(both))},
      table_line("people", given ? "with bounds" : "with, widths", "none, radii",
                 "errs less")};
  for (const std::int64_t people : kPeople) {
    const Errors errors = errors_of(both, people);
    way.lines.push_back(table_line(thousands(people), rounded(errors.bounded),
                                   rounded(errors.in_radii), even_words(both, errors)));
    way.numbers.push_back({{"people", people},
                           {"with_bounds", or_null(errors.bounded)},
                           {"without_in_radii", or_null(errors.in_radii)},
                           {"even_at", or_null(errors.even())}});
  }
  return way;
}

OtherWay compared_ranks(const WithAndWithout& both) {
  const Json with = both.bounded->plan_numbers({}, both.confidence),
             without = both.free->plan_numbers({}, both.confidence);
  OtherWay way;
  way.numbers = Json::array();
  // An answer that may lie outside the data is none.
  const auto error = [](const Json& numbers, std::int64_t people) {
    const auto least = numbers["rows_needed"]["every_column"].get<std::int64_t>();
    const auto rows = numbers["rank_error"]["every_column"].get<std::int64_t>();
    return people < least ? std::nullopt : std::optional(rows);
  };
  const auto shown = [](const std::optional<std::int64_t>& rows) {
    return rows ? thousands(*rows) + " rows" : std::string("none");
  };
  way.lines = {{"bounds",
                fmt::format("rows between an answer and its rank in every column, with "
                            "bounds {} and without, by people ({}); none: it may lie "
                            "outside the data",
                            both.bounds, both.confidence.text())},
               table_line("people", "with bounds", "without", "errs less")};
  for (const std::int64_t people : kPeople) {
    const auto bounded = error(with, people), free = error(without, people);
    const char* better = !bounded && !free  ? "neither"
                         : !free            ? "bounds"
                         : !bounded         ? "no bounds"
                         : *bounded < *free ? "bounds"
                         : *free < *bounded ? "no bounds"
                                            : "both alike";
    way.lines.push_back(
        table_line(thousands(people), shown(bounded), shown(free), better));
    way.numbers.push_back({{"people", people},
                           {"with_bounds", bounded ? Json(*bounded) : Json(nullptr)},
                           {"without", free ? Json(*free) : Json(nullptr)}});
  }
  return way;
}

Verb with_compared_ranks(Verb verb) {
  verb.plan = [plan = verb.plan](const Asked& asked) -> Result<Planned> {
    auto planned = plan(asked);
    if (!planned || !asked.has("bounds")) return planned;
    planned->other_way = [plan, asked, bounded = planned->plan,
                          confidence = planned->confidence] {
      const auto free = plan(asked.without("bounds"));
      return free ? compared_ranks({bounded, free->plan, "",
                                    asked.text_or("bounds", ""), confidence})
                  : OtherWay{};
    };
    return planned;
  };
  return verb;
}

}  // namespace selvage
