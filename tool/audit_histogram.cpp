// selvage audit histogram --column NAME=LO:HI:STEP --epsilon E
#include <fmt/format.h>

#include "selvage/engine/engine.hpp"
#include "selvage/report/text.hpp"
#include "selvage/verify/audit.hpp"
#include "tool/commands.hpp"
#include "tool/histogram_options.hpp"
#include "tool/output.hpp"
#include "tool/terminal.hpp"

namespace selvage::tool {
namespace {

std::string as_table(const verify::Audit& audit) {
  std::string text =
      "Neighbours: a cell with COUNT rows, and the same cell without one person's "
      "ROWS.\n\n"
      "      count  rows      epsilon  delta promised  delta exact (at most)  holds\n";
  for (const auto& check : audit.checks)
    text += fmt::format("{:>11}  {:>4}  {:>11}  {:>14}  {:>21}  {}\n",
                        thousands(check.count), check.removed,
                        check.epsilon.short_text(), check.delta_promised.text(),
                        check.delta.upper_text(6), check.holds ? "yes" : "NO");
  text +=
      "\nThe exact privacy curve of the worst neighbours:\n\n"
      "    epsilon  delta (at most)\n";
  for (const auto& point : audit.curve)
    text += fmt::format("{:>11}  {}\n", point.epsilon.short_text(),
                        point.delta.upper_text(6));
  text += "\n";
  for (const std::string& line : wrap(
           fmt::format("{} ({}: {}).",
                       audit.holds ? "The promise holds" : "THE PROMISE IS BROKEN",
                       level_name(audit.verification.level), audit.verification.detail),
           static_cast<std::size_t>(stdout_width())))
    text += line + "\n";
  return text;
}

}  // namespace

const Command& audit_histogram_command() {
  static const Command command{
      .name = "audit histogram",
      .summary = "the exact privacy curve of a plan against its promise",
      .table_required = false,
      .options = planned_options(),
      .guarantee =
          "runs the code that adds the noise on every value its draws can take, and "
          "adds\n  up the exact probabilities; exit code 0 only if the promise holds.",
      .example = {
          "selvage audit histogram --column salary=0:200000:10000 --epsilon 1"}};
  return command;
}

Result<Finished> run_audit_histogram(const Arguments& arguments) {
  const auto planned = planned_histogram(arguments);
  if (!planned) return planned.error();
  const verify::Audit audit = verify::audit(planned->plan, {});
  const auto done =
      print(planned->format == "json" ? to_json_text(audit) : as_table(audit));
  if (!done) return done.error();
  return Finished{audit.holds ? 0 : 1};
}

}  // namespace selvage::tool
