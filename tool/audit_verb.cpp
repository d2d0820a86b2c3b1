// selvage audit VERB ...: the exact privacy curve of a plan against its promise.
#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/report/text.hpp"
#include "selvage/verify/audit.hpp"
#include "tool/commands.hpp"
#include "tool/output.hpp"
#include "tool/plot.hpp"
#include "tool/question_options.hpp"
#include "tool/terminal.hpp"

namespace selvage::tool {
namespace {

// Class by class: promised and exact.
std::string profile_table(const verify::Audit& audit) {
  std::string text =
      "Neighbours: a cell with this many people, and the same without one of them.\n\n"
      "             people  epsilon promised  epsilon exact <=  delta promised  delta "
      "exact <=  holds\n";
  for (const auto& check : audit.checks)
    text +=
        fmt::format("{:<7} {:>11}  {:>16}  {:>16}  {:>14}  {:>14}  {}\n", check.number,
                    thousands(check.count), check.epsilon.short_text(),
                    check.epsilon_exact.empty() ? "-" : check.epsilon_exact,
                    check.delta_promised.short_text(), check.delta.upper_text(6),
                    check.holds ? "yes" : "NO");
  return text;
}

std::string checks_table(const verify::Audit& audit) {
  std::string text =
      "Neighbours: a cell with this number, and the same without one person's "
      "part.\n\n"
      "            number        part      epsilon  delta promised  delta exact <=  "
      "holds\n";
  for (const auto& check : audit.checks)
    text += fmt::format("{:<7} {:>10}  {:>10}  {:>11}  {:>14}  {:>14}  {}\n",
                        check.number, thousands(check.count), thousands(check.removed),
                        check.epsilon.short_text(), check.delta_promised.short_text(),
                        check.delta.upper_text(6), check.holds ? "yes" : "NO");
  return text;
}

std::string as_table(const verify::Audit& audit, bool by_profile) {
  std::string text = by_profile ? profile_table(audit) : checks_table(audit);
  if (!audit.curve.empty())
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

Result<Finished> run_audit(const Verb& verb, const Arguments& arguments) {
  const auto asked = planned_question(verb, arguments);
  if (!asked) return asked.error();
  const Mechanism& mechanism = *asked->planned.plan;
  const verify::Audit audit = verify::audit(mechanism, {});
  const bool by_class = !mechanism.profile().empty();
  if (arguments.value("--plot")) {
    if (!by_class)
      return wrong(
          "--plot draws promised and exact epsilon by class size; add "
          "--profile, for example --profile 20:0.1,1");
    if (const auto drawn = write_plot(arguments, audit_chart(mechanism)); !drawn)
      return drawn.error();
  }
  const auto done =
      print(asked->format == "json" ? to_json_text(audit) : as_table(audit, by_class));
  if (!done) return done.error();
  return Finished{audit.holds ? 0 : 1};
}

}  // namespace

Action audit_action(const Verb& verb) {
  return {
      .command = {.name = "audit " + verb.name,
                  .summary = "the exact privacy curve of a plan against its promise",
                  .operand_required = false,
                  .options = planned_options(verb),
                  .guarantee =
                      "runs the code that adds the noise on every value its draws "
                      "can take, and adds\n  up the exact probabilities; exit code 0 "
                      "only if the promise holds.",
                  .example = {fmt::format("selvage audit {} {}", verb.name,
                                          example_question(verb))}},
      .run = [&verb](const Arguments& arguments) {
        return run_audit(verb, arguments);
      }};
}

}  // namespace selvage::tool
