#include "selvage/mechanism/regression/regression_verbs.hpp"

#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/regression/regression.hpp"
#include "selvage/mechanism/regression/regression_fields.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {
namespace {

// Of the ends of intervals; none where none are asked for.
using GiveShift =
    std::function<std::optional<std::int64_t>(const RegressionRequest& request)>;

Result<MadeRegression> made_by_blocks(Question question, RegressionColumns columns,
                                      std::optional<std::int64_t> blocks,
                                      const GiveShift& give_shift) {
  RegressionRequest request{.x = std::move(columns.x), .epsilon = columns.epsilon};
  if (columns.unit) request.unit = *columns.unit;
  if (columns.precision) request.precision = *columns.precision;
  request.blocks = blocks;
  if (auto fault = fault_of(question, request)) return *std::move(fault);
  request.shift = give_shift(request);
  auto mechanism = RegressionMechanism::make(std::move(question), std::move(request));
  if (!mechanism) return mechanism.error();
  return MadeRegression{(*mechanism)->question(), *mechanism};
}

Result<Planned> plan_by_blocks(const Asked& asked) {
  const auto blocks = asked.whole("blocks", kMostBlocks);
  if (!blocks) return blocks.error();
  const auto confidence = asked_confidence(asked);
  if (!confidence) return confidence.error();
  const auto shift = [&](const RegressionRequest& request) {
    return asked.has("interval") ? std::optional(interval_shift(request, *confidence))
                                 : std::nullopt;
  };
  return plan_regression(asked, [&](Question question, RegressionColumns columns) {
    return made_by_blocks(std::move(question), std::move(columns), *blocks, shift);
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
  const auto made = made_by_blocks(record.question, *columns, blocks,
                                   [&](const RegressionRequest&) { return shift; });
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
           .example = {{"y", "bonus"}, {"x", "salary,age"}, {"epsilon", "1"}},
           .fields = regression_fields(
               {{"blocks", "B",
                 "how many blocks people fall into (80 a coefficient / epsilon)"},
                {"interval", "", "spend half of epsilon on an interval for each"}}),
           .plan = plan_by_blocks,
           .read = read_regression}};
}

}  // namespace selvage
