// selvage audit VERB ...: the exact privacy curve of a plan and its promise.
#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/report/audit_text.hpp"
#include "selvage/verify/audit.hpp"
#include "tool/commands.hpp"
#include "tool/output.hpp"
#include "tool/plot.hpp"
#include "tool/question_options.hpp"
#include "tool/style.hpp"

namespace selvage::tool {
namespace {

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
    const auto drawn =
        write_plot(arguments, asked->planned.question, audit_chart(mechanism));
    if (!drawn) return drawn.error();
  }
  const auto done =
      print(asked->format == "json" ? to_json_text(audit)
                                    : audit_text(audit, by_class, terminal_style()));
  if (!done) return done.error();
  return Finished{audit.holds ? 0 : 1};
}

}  // namespace

Action audit_action(const Verb& verb) {
  return {
      .command = {.name = "audit " + verb.name,
                  .summary = "the exact privacy curve of a plan and its promise",
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
