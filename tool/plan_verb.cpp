// selvage plan VERB ...: price and accuracy, touching no data.
#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/experiment/profile_curves.hpp"
#include "selvage/report/plan_text.hpp"
#include "tool/commands.hpp"
#include "tool/output.hpp"
#include "tool/plot.hpp"
#include "tool/question_options.hpp"
#include "tool/release_outputs.hpp"
#include "tool/style.hpp"

namespace selvage::tool {
namespace {

Result<Finished> run_plan(const Verb& verb, const Arguments& arguments) {
  const auto asked = planned_question(verb, arguments);
  if (!asked) return asked.error();
  const Planned& planned = asked->planned;
  const auto beside = counts_beside(arguments);
  if (!beside) return beside.error();
  if (const auto fits = check_beside(*beside, planned); !fits) return fits.error();
  if (arguments.value("--plot")) {
    const auto profile = planned.plan->profile();
    if (profile.empty())
      return wrong(
          "--plot draws the error by the count under a profile; add --profile, for "
          "example --profile 20:0.1,1");
    const auto drawn = write_plot(arguments, planned.question,
                                  error_chart(profile, planned.plan->profile_delta()));
    if (!drawn) return drawn.error();
  }
  const auto done =
      print(asked->format == "json" ? plan_json_text(planned)
                                    : plan_text(planned, terminal_style()));
  if (!done) return done.error();
  return Finished{};
}

// What is made of counts afterwards costs nothing; a plan says whether it can be.
std::vector<Option> plan_options(const Verb& verb) {
  auto options = planned_options(verb);
  if (verb.name != "histogram" && verb.name != "count") return options;
  for (Option& option : output_options())
    if (option.name == "--consistent" || option.name == "--project" ||
        option.name == "--sparse" || option.name == "--total")
      options.push_back(std::move(option));
  return options;
}

}  // namespace

Action plan_action(const Verb& verb) {
  return {
      .command = {.name = "plan " + verb.name,
                  .summary = "price and accuracy, touching no data",
                  .operand_required = false,
                  .options = plan_options(verb),
                  .guarantee =
                      "no row is read and nothing is spent; the numbers are those of "
                      "the release\n  itself, computed from the request and, of a "
                      "table that is named, its types.",
                  .example = {fmt::format("selvage plan {} {}", verb.name,
                                          example_question(verb))}},
      .run = [&verb](const Arguments& arguments) { return run_plan(verb, arguments); }};
}

}  // namespace selvage::tool
