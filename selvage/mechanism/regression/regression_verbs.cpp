#include "selvage/mechanism/regression/regression_verbs.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/regression/beside_bounds.hpp"
#include "selvage/mechanism/regression/regression.hpp"
#include "selvage/mechanism/regression/regression_fields.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {
namespace {

// Of the request as it is without it: how many blocks there are (none: the usual
// number), or the shift of the ends of intervals (none: there are none).
using Give = std::function<Result<std::optional<std::int64_t>>(
    const RegressionRequest& request)>;

Result<MadeRegression> made_by_blocks(Question question, RegressionColumns columns,
                                      bool interval, const Give& give_blocks,
                                      const Give& give_shift) {
  RegressionRequest request{.x = std::move(columns.x), .epsilon = columns.epsilon};
  request.unit = std::move(columns.unit);
  if (columns.precision) request.precision = *columns.precision;
  if (interval) request.shift = 0;  // until it is known
  if (auto fault = fault_of(question, request)) return *std::move(fault);
  const auto blocks = give_blocks(request);
  if (!blocks) return blocks.error();
  request.blocks = *blocks;
  if (auto fault = fault_of(question, request)) return *std::move(fault);
  const auto shift = give_shift(request);
  if (!shift) return shift.error();
  request.shift = *shift;
  auto mechanism = RegressionMechanism::make(std::move(question), std::move(request));
  if (!mechanism) return mechanism.error();
  return MadeRegression{(*mechanism)->question(), *mechanism};
}

// Beyond the outermost blocks an interval ends anywhere.
std::optional<Error> fault_of_confidence(const RegressionRequest& request,
                                         const Rational& confidence) {
  const std::int64_t blocks = request.blocks.value_or(usual_blocks(request)),
                     needed = interval_blocks(request, confidence);
  if (needed <= blocks) return std::nullopt;
  const std::string more =
      needed > kMostBlocks ? "" : fmt::format("{} `blocks` or more, or ", needed);
  return wrong_field(
      "confidence",
      fmt::format("`confidence` {} asks for intervals that reach beyond all of {} "
                  "blocks; write {}a smaller one, for example 0.95",
                  confidence.typed_text(), blocks, more),
      "0.95");
}

Result<Planned> plan_by_blocks(const Asked& asked) {
  const auto blocks = asked.whole("blocks", kMostBlocks);
  if (!blocks) return blocks.error();
  const auto confidence = asked_confidence(asked);
  if (!confidence) return confidence.error();
  const auto people = asked_people(asked);
  if (!people) return people.error();
  const auto give_blocks =
      [&](const RegressionRequest& request) -> Result<std::optional<std::int64_t>> {
    if (*blocks && **blocks < least_blocks(request))
      return wrong_field(
          "blocks",
          fmt::format("`blocks` {} are too few at this `epsilon`: a coefficient could "
                      "lie anywhere; write {} or more",
                      **blocks, least_blocks(request)),
          std::to_string(least_blocks(request)));
    if (*blocks) return *blocks;
    RegressionRequest chosen = request;
    chosen.blocks =
        asked.has("people") ? best_blocks(request, *people) : usual_blocks(request);
    if (request.interval())
      chosen.blocks = std::min(interval_blocks(chosen, *confidence), kMostBlocks);
    return chosen.blocks == usual_blocks(request) ? std::nullopt : chosen.blocks;
  };
  const bool interval = asked.has("interval");
  const auto give_shift =
      [&](const RegressionRequest& request) -> Result<std::optional<std::int64_t>> {
    if (!interval) return std::optional<std::int64_t>();
    if (auto fault = fault_of_confidence(request, *confidence))
      return *std::move(fault);
    return std::optional(interval_shift(request, *confidence));
  };
  return plan_regression(asked, [&](Question question, RegressionColumns columns) {
    return made_by_blocks(std::move(question), std::move(columns), interval,
                          give_blocks, give_shift);
  });
}

Result<Plan> read_regression(const MechanismRecord& record) {
  const Error other = unverified("its law is not that of a regression by blocks");
  const auto columns = recorded_columns(record);
  if (!columns) return other;
  std::optional<std::int64_t> blocks;
  if (const auto text = recorded_field(record, "blocks")) {
    const auto count = Rational::parse(*text);
    if (!count || !count->to_int64()) return other;
    blocks = count->to_int64();
  }
  std::optional<std::int64_t> shift;
  if (record.law.contains("interval")) {
    const Json& interval = record.law["interval"];
    if (!interval.is_object() || !interval.contains("shift") ||
        !interval["shift"].is_number_integer())
      return other;
    shift = interval["shift"].get<std::int64_t>();
  }
  const auto recorded = [](const std::optional<std::int64_t>& number) {
    return [&number](const RegressionRequest&) -> Result<std::optional<std::int64_t>> {
      return number;
    };
  };
  const auto made = made_by_blocks(record.question, *columns, shift.has_value(),
                                   recorded(blocks), recorded(shift));
  if (!made) return made.error();
  return same_as_recorded(*made, record, other);
}

}  // namespace

std::vector<Verb> regression_verbs() {
  return {{.name = "regression",
           .summary = "a column explained by others: intercept and slopes",
           .promise =
               "epsilon-differential privacy, without a delta: whether any one person\n"
               "  (`person`, with all their rows; else one row) is in the table or not "
               "changes\n  the odds of any output by at most a factor exp(epsilon).",
           .example = {{"y", "hours"}, {"x", "age"}, {"epsilon", "1"}},
           .fields = regression_fields(
               {{"blocks", "B",
                 "how many blocks people fall into (as `people` has it, else 223 a "
                 "coefficient / epsilon)"},
                {"interval", "", "spend half of epsilon on an interval for each"}}),
           .plan = plan_by_blocks,
           .read = read_regression}};
}

}  // namespace selvage
