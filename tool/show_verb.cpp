// selvage show RELEASE: a release that was made before, in every form, at no cost.
#include "tool/commands.hpp"
#include "tool/release_outputs.hpp"
#include "tool/stored_release.hpp"

namespace selvage::tool {
namespace {

Result<Finished> run_show(const Arguments& arguments) {
  auto one = stored_release(arguments.operand());
  if (!one) return one.error();
  const auto beside = counts_beside(arguments);
  if (!beside) return beside.error();
  if (const auto fits = check_beside(*beside, one->release); !fits) return fits.error();
  auto outputs = open_outputs(arguments, std::move(one->read),
                              one->release.question.domain.columns().size());
  if (!outputs) return outputs.error();
  if (const auto done = outputs->write(one->release); !done) return done.error();
  return Finished{};
}

}  // namespace

Action show_verb() {
  return {
      .command = {.name = "show",
                  .summary = "a release again: table, CSV, picture; nothing is spent",
                  .operand = "release",
                  .options = output_options(),
                  .guarantee =
                      "RELEASE is one in JSON, a certificate, or LEDGER:ENTRY. No "
                      "table is read and\n  nothing is charged: what was released "
                      "is shown in another form.",
                  .example = {"selvage show payroll.csv.ledger:1 --rows all",
                              "selvage show payroll.csv:1 --out salaries.csv"}},
      .run = run_show};
}

}  // namespace selvage::tool
