#include "selvage/engine/engine.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/interval.hpp"
#include "selvage/mechanism/laplace_histogram.hpp"
#include "selvage/noise/system_source.hpp"
#include "selvage/source/table_name.hpp"
#include "selvage/verify/audit.hpp"

namespace selvage {
namespace {

const Rational kLargeEpsilon(5);

// A true count is never negative, so an interval may be cut at 0 and still holds it.
ReleasedCell released(const Plan& plan, std::size_t cell, std::int64_t count) {
  const std::int64_t lower = count - plan.error.bound, upper = count + plan.error.bound;
  return {plan.domain.bins.label(cell), count, std::max<std::int64_t>(0, lower),
          std::max<std::int64_t>(0, upper)};
}

std::string where_text(const Request& request) {
  return request.where ? predicate_text(*request.where) : std::string();
}

Release certify(const Request& request, const Plan& plan,
                const Verification& verification, const CellsAnswer& answer) {
  Release release{.question = {"histogram", request.table, plan.domain, "one row",
                               where_text(request)},
                  .cells = {},
                  .derivations = plan.derivations,
                  .accuracy = plan.accuracy,
                  .error = plan.error,
                  .mechanism = {plan.mechanism, plan.parameters},
                  .verification = verification,
                  .warnings = warnings(request)};
  release.warnings.emplace_back(
      "no ledger was kept: add up the epsilons of all releases about these people");
  for (std::size_t cell = 0; cell < answer.counts.size(); ++cell)
    release.cells.push_back(released(plan, cell, answer.counts[cell]));
  return release;
}

}  // namespace

Result<Plan> make_plan(const Request& request) {
  return plan_laplace_histogram(request.domain, {.epsilon = request.epsilon});
}

Result<Release> answer(const Request& request, const TableOptions& options) {
  const auto plan = make_plan(request);  // no data yet
  if (!plan) return plan.error();
  const auto verification = verify::verify_for_release(*plan);
  if (!verification) return verification.error();
  const auto random = make_system_source();  // no entropy, no release
  if (!random) return random.error();
  TableOptions rows = options;
  rows.where = request.where;
  const auto table = bind_table(request.table, request.domain, rows);  // schema only
  if (!table) return table.error();
  // Here the ledger will be charged: spend first, look second.
  const auto answer = run(*plan, **table, **random);
  if (!answer) return answer.error();
  return certify(request, *plan, *verification, *answer);
}

std::vector<std::string> warnings(const Request& request) {
  std::vector<std::string> result;
  if (request.epsilon > kLargeEpsilon)
    result.push_back(fmt::format(
        "epsilon {} promises little: one person may change the odds of an output by a "
        "factor of {}",
        request.epsilon.text(), exp(Interval(request.epsilon)).upper_text(2)));
  const auto table = parse_table_name(request.table);
  if (table && table->format == TableFormat::json_lines)
    result.emplace_back(
        "JSON lines have no header: a misspelt column counts everybody as missing");
  return result;
}

}  // namespace selvage
