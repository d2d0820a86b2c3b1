// selvage histogram|count|sum|mean|variance TABLE ...: a private answer about a table.
#include <array>

#include <fmt/format.h>

#include "selvage/base/utc_time.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/certificate/certificate.hpp"
#include "selvage/engine/engine.hpp"
#include "selvage/report/release_svg.hpp"
#include "selvage/report/release_text.hpp"
#include "selvage/source/parquet_file.hpp"
#include "selvage/source/table_name.hpp"
#include "tool/commands.hpp"
#include "tool/output.hpp"
#include "tool/passphrase.hpp"
#include "tool/question_options.hpp"
#include "tool/terminal.hpp"

namespace selvage::tool {
namespace {

constexpr int kLeastMegabytes = 64;  // with less the engine cannot count at all

Error wrong(const std::string& why) { return {ErrorKind::invalid_request, why}; }

Result<TableOptions> table_options(const Arguments& arguments, TableFormat format) {
  TableOptions options;
  if (const auto text = arguments.value("--delimiter")) {
    const std::string delimiter = *text == "tab" || *text == "\\t" ? "\t" : *text;
    if (delimiter.size() != 1 || delimiter == "\"" || delimiter == "\n" ||
        delimiter == "\r")
      return wrong(
          fmt::format("--delimiter '{}' cannot separate fields; write one ASCII "
                      "character, for example ';' or tab",
                      *text));
    if (format != TableFormat::csv && format != TableFormat::tsv)
      return wrong(fmt::format("--delimiter is for .csv and .tsv tables, not for '{}'",
                               arguments.operand()));
    options.delimiter = delimiter[0];
  }
  if (const auto memory = arguments.value("--memory")) {
    const auto digits = memory->find_first_not_of("0123456789");
    const bool good =
        digits != std::string::npos && digits >= 1 && digits <= 6 &&
        (memory->substr(digits) == "MB" || memory->substr(digits) == "GB");
    if (!good)
      return wrong(
          fmt::format("--memory '{}' is not a size; write for example 400MB "
                      "or 2GB",
                      *memory));
    const int least = memory->ends_with("GB") ? 1 : kLeastMegabytes;
    if (std::stoi(*memory) < least)
      return wrong(fmt::format("--memory '{}' is too little; the least is {}MB",
                               *memory, kLeastMegabytes));
    options.memory = *memory;
  }
  options.temp = arguments.value_or("--temp", "");
  return options;
}

ReleasedTable released_table(const Release& release) {
  const Domain& domain = release.question.domain;
  ReleasedTable table;
  for (const std::string& name : label_columns(release))
    table.labels.emplace_back(name, std::vector<std::string>());
  table.numbers = {{number_name(release), {}}, {"lower", {}}, {"upper", {}}};
  table.unit = release.unit;
  for (const auto& [cell, number] : release.cells) {
    for (std::size_t c = 0; c < table.labels.size(); ++c)
      table.labels[c].second.push_back(domain.label(cell, c));
    table.numbers[0].second.push_back(number.value);
    table.numbers[1].second.push_back(number.lower);
    table.numbers[2].second.push_back(number.upper);
  }
  return table;
}

struct Look {
  std::string format;
  bool pivot = false;
};

std::string as_text(const Release& release, const Look& look, bool to_file) {
  if (look.format == "json") return to_json_text(release);
  if (look.format == "csv") return to_csv_text(release);
  TextStyle style;
  if (!to_file)
    style = {.width = stdout_width(),
             .colour = colour_wanted(),
             .unicode = unicode_wanted()};
  return release_text(release, style, look.pivot);
}

// Who answers for a certificate; known before anything is charged.
struct Issuer {
  std::optional<ProgramUsed> program;
  std::optional<SigningKey> key;
};

Result<Issuer> issuer_of(const Arguments& arguments) {
  Issuer issuer;
  const auto path = arguments.value("--key");
  if (!arguments.has("--certificate")) {
    if (path) return wrong("--key signs a certificate; add --certificate FILE");
    return issuer;
  }
  auto program = this_program();
  if (!program) return program.error();
  issuer.program = *std::move(program);
  if (!path) return issuer;
  auto key = SigningKey::read(*path, [&] {
    return ask_passphrase(arguments.value_or("--passphrase-file", ""),
                          fmt::format("Passphrase of {}: ", safe_text(*path)));
  });
  if (!key) return key.error();
  issuer.key.emplace(*std::move(key));
  return issuer;
}

Result<LedgerChoice> ledger_choice(const Arguments& arguments) {
  LedgerChoice choice{.version = arguments.value_or("--version", "")};
  if (arguments.value("--version") && choice.version.empty())
    return wrong("--version is empty; name a state of the table, for example 2026-10");
  if (!is_utf8(choice.version)) return wrong("--version is not UTF-8 text");
  const auto file = arguments.value("--ledger");
  if (!arguments.has("--no-ledger")) {
    if (!file) return choice;
    if (file->empty()) return wrong("--ledger names no file");
    choice.kind = LedgerChoice::Kind::named;
    choice.file = *file;
    return choice;
  }
  if (file) return wrong("--ledger and --no-ledger exclude each other; give one");
  if (!choice.version.empty())
    return wrong(
        "--version needs a ledger to remember the answer; leave out --no-ledger");
  choice.kind = LedgerChoice::Kind::none;
  return choice;
}

// Every place a release goes to, opened before the table is.
struct Outputs {
  Look look;
  std::optional<OutputFile> main, plot, json, certificate;

  Outcome write(const Answered& answered, const Issuer& issuer) {
    const Release& release = answered.release;
    if (certificate) {
      const auto text =
          certificate_text(release, answered.record, *issuer.program, utc_time(),
                           issuer.key ? &*issuer.key : nullptr);
      if (auto done = certificate->commit(text); !done) return done;
    }
    if (plot)
      if (auto done = plot->commit(release_svg(release)); !done) return done;
    if (json)
      if (auto done = json->commit(to_json_text(release)); !done) return done;
    if (!main) return print(as_text(release, look, false));
    if (look.format != "parquet") return main->commit(as_text(release, look, true));
    if (!write_parquet(released_table(release), main->hidden_path()))
      return main->refused();
    return main->commit_written();
  }
};

constexpr std::array kOutputOptions = {"--out", "--plot", "--json", "--certificate"};

struct Precious {
  std::string path, what;
};

// Files that this command reads, or that hold what must not be lost.
std::vector<Precious> precious_files(const Arguments& arguments, const Request& request,
                                     const TableName& table,
                                     const std::string& ledger) {
  std::vector<Precious> files = {{table.path, "the table itself"},
                                 {table.path + ".wal", "the log of the table"}};
  if (!ledger.empty()) {
    files.push_back({ledger, "the ledger"});
    for (const char* log : {"-wal", "-shm", "-journal"})
      files.push_back({ledger + log, "a part of the ledger"});
  }
  if (const auto key = arguments.value("--key")) {
    files.push_back({*key, "the key"});
    files.push_back({*key + ".pub", "the public key"});
  }
  for (const char* option : {"--passphrase-file", "--domain"})
    if (const auto file = arguments.value(option))
      files.push_back({*file, fmt::format("the file of {}", option)});
  for (const DomainColumn& column : request.plan.reading.domain.columns())
    if (const std::string text = column.text(); text.starts_with('@'))
      files.push_back({text.substr(1), "a list of keys"});
  return files;
}

// None of these is written over, and no two outputs over each other.
Outcome check_places(const Arguments& arguments,
                     const std::vector<Precious>& precious) {
  for (std::size_t i = 0; i < kOutputOptions.size(); ++i) {
    const auto path = arguments.value(kOutputOptions[i]);
    if (!path) continue;
    if (path->empty()) return wrong(fmt::format("{} names no file", kOutputOptions[i]));
    for (const auto& [other, what] : precious)
      if (same_file(*path, other))
        return wrong(fmt::format("{} '{}' is {}; name another file", kOutputOptions[i],
                                 *path, what));
    for (std::size_t k = 0; k < i; ++k)
      if (const auto other = arguments.value(kOutputOptions[k]);
          other && same_file(*other, *path))
        return wrong(fmt::format("{} and {} name the same file '{}'; name two",
                                 kOutputOptions[k], kOutputOptions[i], *path));
  }
  return Done{};
}

Result<Look> chosen_look(const Arguments& arguments) {
  auto format = chosen_format(arguments, {"table", "json", "csv", "parquet"});
  if (!format) return format.error();
  const std::string show = arguments.value_or("--show", "list");
  if (show != "list" && show != "pivot")
    return wrong(fmt::format("--show '{}' is not one of list, pivot", show));
  if (show == "pivot" && *format != "table")
    return wrong(fmt::format("--show pivot is a table to read, not {}", *format));
  return Look{*format, show == "pivot"};
}

Result<Outputs> open_outputs(const Arguments& arguments,
                             const std::vector<Precious>& precious) {
  const auto look = chosen_look(arguments);
  if (!look) return look.error();
  Outputs outputs{*look, std::nullopt, std::nullopt, std::nullopt, std::nullopt};
  if (outputs.look.format == "parquet" && !arguments.value("--out"))
    return wrong("--format parquet needs a file; add --out FILE.parquet");
  if (const auto done = check_places(arguments, precious); !done) return done.error();
  const std::array<std::optional<OutputFile>*, kOutputOptions.size()> places = {
      &outputs.main, &outputs.plot, &outputs.json, &outputs.certificate};
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto path = arguments.value(kOutputOptions[i]);
    if (!path) continue;
    auto file = OutputFile::open(*path);
    if (!file) return file.error();
    places[i]->emplace(*std::move(file));
  }
  if (outputs.look.format == "parquet" && outputs.main->hidden_path().empty())
    return wrong("--format parquet can only be written to a regular file");
  if (outputs.plot && !outputs.plot->hidden_path().empty() &&
      !arguments.value_or("--plot", "").ends_with(".svg"))
    return wrong(
        fmt::format("--plot '{}' does not end in .svg, and SVG is all that is "
                    "drawn",
                    arguments.value_or("--plot", "")));
  return Result<Outputs>(std::move(outputs));
}

Result<Finished> run_release(const std::string& statistic, const Arguments& arguments) {
  auto request = question_request(statistic, arguments);
  if (!request) return request.error();
  if (const auto plan = make_plan(*request); !plan) return plan.error();
  const auto table = parse_table_name(request->table);
  if (!table) return table.error();
  auto options = table_options(arguments, table->format);
  if (!options) return options.error();
  if (options->delimiter) request->delimiter = std::string(1, *options->delimiter);
  const auto ledger = ledger_choice(arguments);
  if (!ledger) return ledger.error();
  const auto issuer = issuer_of(arguments);
  if (!issuer) return issuer.error();
  listen_for_interrupt();  // from here on there are hidden files to take away
  auto outputs =
      open_outputs(arguments, precious_files(arguments, *request, *table,
                                             ledger->kind == LedgerChoice::Kind::none
                                                 ? std::string()
                                                 : ledger_file(*ledger, *table)));
  if (!outputs) return outputs.error();
  if (outputs->look.pivot && request->plan.reading.domain.columns().size() < 2)
    return wrong("--show pivot needs two columns or more");

  ProgressLine progress("counting");
  options->watch = [&](double share) {
    progress.show(share);
    return !interrupted();
  };
  const auto answered = answer(*request, *options, *ledger);
  progress.clear();
  if (!answered) return answered.error();
  const auto& note = answered->release.ledger;
  const std::string kept =
      note ? fmt::format("; the answer is kept as entry {} of the ledger '{}'",
                         note->entry, note->file)
           : "";
  if (interrupted())
    return Error{ErrorKind::interrupted, "stopped; nothing was written" + kept};
  if (const auto done = outputs->write(*answered, *issuer); !done)
    return Error{done.error().kind, done.error().message + kept};
  return Finished{};
}

std::string summary_of(const std::string& statistic) {
  if (statistic == "histogram")
    return "how many people are in each bin or key of columns";
  if (statistic == "count") return "how many there are, in all or by group";
  if (statistic == "sum") return "the sum of a column, in all or by group";
  if (statistic == "mean") return "the mean of a column, in all or by group";
  return "the variance of a column, in all or by group";
}

}  // namespace

const std::vector<std::string>& statistics() {
  static const std::vector<std::string> names = {"histogram", "count", "sum", "mean",
                                                 "variance"};
  return names;
}

Verb release_verb(const std::string& statistic) {
  std::vector<Option> options = question_options(statistic);
  const std::vector<Option> outputs = {
      {"--show", "WORD", "list, or pivot: the last column across (list)"},
      {"--format", "WORD", "table, json, csv or parquet (as FILE ends)"},
      {"--out", "FILE", "write there instead of to the screen"},
      {"--plot", "FILE.svg", "also draw a picture"},
      {"--json", "FILE", "also write the release as JSON"},
      {"--certificate", "FILE", "also write what others need to check it"},
      {"--key", "FILE", "sign the certificate with this key"},
      {"--passphrase-file", "FILE", "of the key (asked for at the terminal)"},
      {"--ledger", "FILE", "charge this one (TABLE.ledger, made without caps)"},
      {"--no-ledger", "", "keep no account; the certificate says so"},
      {"--version", "LABEL", "of the table: the same question is answered once"},
      {"--delimiter", "CHAR", "of a text table (from its first line)"},
      {"--memory", "SIZE", "the engine's limit (400MB)"},
      {"--temp", "FOLDER", "for what does not fit in memory (the system's)"}};
  options.insert(options.end(), outputs.begin(), outputs.end());
  return {.command = {.name = statistic,
                      .summary = summary_of(statistic),
                      .operand_required = true,
                      .options = std::move(options),
                      .guarantee =
                          "(epsilon, delta)-differential privacy, delta 0 unless asked "
                          "for: whether\n  any one person (--person; else one row) is "
                          "in the table or not changes the\n  odds of any output by at "
                          "most a factor exp(epsilon).",
                      .example = {fmt::format("selvage {} payroll.csv {}", statistic,
                                              example_question(statistic))}},
          .run = [statistic](const Arguments& arguments) {
            return run_release(statistic, arguments);
          }};
}

}  // namespace selvage::tool
