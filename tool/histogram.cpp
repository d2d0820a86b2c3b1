// selvage histogram TABLE --column NAME=LO:HI:STEP --epsilon E
#include <cctype>

#include <fmt/format.h>

#include "selvage/engine/engine.hpp"
#include "selvage/report/histogram_svg.hpp"
#include "selvage/report/histogram_text.hpp"
#include "selvage/source/parquet_file.hpp"
#include "tool/commands.hpp"
#include "tool/histogram_options.hpp"
#include "tool/output.hpp"
#include "tool/terminal.hpp"

namespace selvage::tool {
namespace {

Result<TableOptions> table_options(const Arguments& arguments) {
  TableOptions options;
  if (const auto text = arguments.value("--delimiter")) {
    const std::string delimiter = *text == "tab" || *text == "\\t" ? "\t" : *text;
    if (delimiter.size() != 1 || delimiter == "\"" || delimiter == "\n" ||
        delimiter == "\r")
      return Error{ErrorKind::invalid_request,
                   fmt::format("--delimiter '{}' is not one character; write for "
                               "example ';' or tab",
                               *text)};
    options.delimiter = delimiter[0];
  }
  if (const auto memory = arguments.value("--memory")) {
    const auto digits = memory->find_first_not_of("0123456789");
    const bool good = digits != std::string::npos && digits >= 1 && digits <= 6 &&
                      (memory->substr(digits) == "MB" || memory->substr(digits) == "GB");
    if (!good || std::stoi(*memory) == 0)
      return Error{ErrorKind::invalid_request,
                   fmt::format("--memory '{}' is not a size; write for example 400MB "
                               "or 2GB",
                               *memory)};
    options.memory = *memory;
  }
  return options;
}

ReleasedTable released_table(const Release& release) {
  ReleasedTable table{label_column(release),
                      {},
                      {{"count", {}}, {"lower", {}}, {"upper", {}}}};
  for (const auto& cell : release.cells) {
    table.labels.push_back(cell.label);
    table.numbers[0].second.push_back(cell.count);
    table.numbers[1].second.push_back(cell.lower);
    table.numbers[2].second.push_back(cell.upper);
  }
  return table;
}

std::string as_text(const Release& release, const std::string& format, bool to_file) {
  if (format == "json") return to_json_text(release);
  if (format == "csv") return to_csv_text(release);
  TextStyle style;
  if (!to_file)
    style = {.width = stdout_width(),
             .colour = colour_wanted(),
             .unicode = unicode_wanted()};
  return histogram_text(release, style);
}

// Every place a release goes to, opened before the table is.
struct Outputs {
  std::string format;
  std::optional<OutputFile> main, plot, json;

  Outcome write(const Release& release) {
    if (plot)
      if (auto done = plot->commit(histogram_svg(release)); !done) return done;
    if (json)
      if (auto done = json->commit(to_json_text(release)); !done) return done;
    if (!main) return print(as_text(release, format, false));
    if (format != "parquet") return main->commit(as_text(release, format, true));
    if (auto done = write_parquet(released_table(release), main->hidden_path()); !done)
      return done;
    return main->commit_written();
  }
};

Result<Outputs> open_outputs(const Arguments& arguments) {
  auto format = chosen_format(arguments, {"table", "json", "csv", "parquet"});
  if (!format) return format.error();
  Outputs outputs{*format, std::nullopt, std::nullopt, std::nullopt};
  if (outputs.format == "parquet" && !arguments.value("--out"))
    return Error{ErrorKind::invalid_request,
                 "--format parquet needs a file; add --out FILE.parquet"};
  const std::pair<const char*, std::optional<OutputFile>*> places[] = {
      {"--out", &outputs.main}, {"--plot", &outputs.plot}, {"--json", &outputs.json}};
  for (const auto& [option, place] : places) {
    const auto path = arguments.value(option);
    if (!path) continue;
    auto file = OutputFile::open(*path);
    if (!file) return file.error();
    place->emplace(*std::move(file));
  }
  if (outputs.format == "parquet" && outputs.main->hidden_path().empty())
    return Error{ErrorKind::invalid_request,
                 "--format parquet can only be written to a regular file"};
  return Result<Outputs>(std::move(outputs));
}

}  // namespace

const Command& histogram_command() {
  static const Command command{
      .name = "histogram",
      .summary = "count the people in each bin of a column, with private noise",
      .table_required = true,
      .options = {column_option(), epsilon_option(),
                  {"--format", "WORD", "table, json, csv or parquet (table)"},
                  {"--out", "FILE", "write there instead of to the screen"},
                  {"--plot", "FILE.svg", "also draw a picture"},
                  {"--json", "FILE", "also write the release as JSON"},
                  {"--delimiter", "CHAR", "of a text table (from its first line)"},
                  {"--memory", "SIZE", "the engine's limit (400MB)"}},
      .guarantee = "epsilon-differential privacy with delta 0, one person = one row: "
                   "nobody can tell\n  from the output whether any one row was in the "
                   "table, up to a factor exp(epsilon).",
      .example = {"selvage histogram payroll.csv --column salary=0:200000:10000 "
                  "--epsilon 1"}};
  return command;
}

Result<Finished> run_histogram(const Arguments& arguments) {
  const auto request = histogram_request(arguments);
  if (!request) return request.error();
  if (const auto plan = make_plan(*request); !plan) return plan.error();
  auto options = table_options(arguments);
  if (!options) return options.error();
  auto outputs = open_outputs(arguments);
  if (!outputs) return outputs.error();

  ProgressLine progress("counting");
  options->watch = [&](double share) {
    progress.show(share);
    return !interrupted();
  };
  const auto release = answer(*request, *options);
  progress.clear();
  if (!release) return release.error();
  if (interrupted())
    return Error{ErrorKind::interrupted, "stopped; nothing was written"};
  if (const auto done = outputs->write(*release); !done) return done.error();
  return Finished{};
}

}  // namespace selvage::tool
