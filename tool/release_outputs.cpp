#include "tool/release_outputs.hpp"

#include <array>

#include <fmt/format.h>

#include "selvage/base/utc_time.hpp"
#include "selvage/report/release_svg.hpp"
#include "selvage/report/release_text.hpp"
#include "selvage/source/parquet_file.hpp"
#include "tool/file_place.hpp"
#include "tool/passphrase.hpp"
#include "tool/question_options.hpp"
#include "tool/terminal.hpp"

namespace selvage::tool {
namespace {

Error wrong(const std::string& why) { return {ErrorKind::invalid_request, why}; }

ReleasedTable released_table(const Release& release) {
  const Domain& domain = release.question.domain;
  ReleasedTable table;
  for (const std::string& name : label_columns(release))
    table.labels.emplace_back(name, std::vector<std::string>());
  table.numbers = {{number_name(release), {}}, {"lower", {}}, {"upper", {}}};
  table.unit = release.unit;
  if (may_be_unknown(release)) table.known.emplace();
  for (const auto& [cell, number] : release.cells) {
    for (std::size_t c = 0; c < table.labels.size(); ++c)
      table.labels[c].second.push_back(domain.label(cell, c));
    table.numbers[0].second.push_back(number.value);
    table.numbers[1].second.push_back(number.lower);
    table.numbers[2].second.push_back(number.upper);
    if (table.known) table.known->push_back(number.known);
  }
  return table;
}

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

constexpr std::array kOutputOptions = {"--out", "--plot", "--json", "--certificate"};

// Files that this command writes, reads, or that hold what must not be lost.
std::vector<UsedFile> used_files(const Arguments& arguments, const Request& request,
                                 const TableName& table, const std::string& ledger) {
  std::vector<UsedFile> files;
  for (const char* option : kOutputOptions)
    if (const auto path = arguments.value(option)) files.push_back({*path, {}, option});
  if (!arguments.has("--out"))
    files.push_back({"/dev/stdout", "the file that the output goes to"});
  files.push_back({table.path, "the table itself"});
  files.push_back({table.path + ".wal", "the log of the table"});
  if (!ledger.empty())
    for (UsedFile& file : files_of_ledger(ledger)) files.push_back(std::move(file));
  if (const auto key = arguments.value("--key")) {
    files.push_back({*key, "the key"});
    files.push_back({*key + ".pub", "the public key"});
  }
  for (const char* option : {"--passphrase-file", "--domain"})
    if (const auto file = arguments.value(option))
      files.push_back({*file, fmt::format("the file of {}", option)});
  if (const auto profile = arguments.value("--profile");
      profile && profile->starts_with('@'))
    files.push_back({profile->substr(1), "the file of --profile"});
  for (const DomainColumn& column : request.plan.reading.domain.columns())
    if (const std::string text = column.text(); text.starts_with('@'))
      files.push_back({text.substr(1), "a list of keys"});
  return files;
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

}  // namespace

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

Outcome Outputs::write(const Answered& answered, const Issuer& issuer) {
  const Release& release = answered.release;
  if (certificate) {
    const auto text = certificate_text(release, answered.record, *issuer.program,
                                       utc_time(), issuer.key ? &*issuer.key : nullptr);
    if (auto done = certificate->commit(text); !done) return done;
  }
  if (plot)
    if (auto done = plot->commit(release_svg(release)); !done) return done;
  if (json)
    if (auto done = json->commit(to_json_text(release)); !done) return done;
  if (!main) return print(as_text(release, look, false));
  if (look.format != "parquet") return main->commit(as_text(release, look, true));
  if (!write_parquet(released_table(release), main->writable_name()))
    return main->refused();
  return main->commit_written();
}

Result<Outputs> open_outputs(const Arguments& arguments, const Request& request,
                             const TableName& table, const std::string& ledger) {
  const auto look = chosen_look(arguments);
  if (!look) return look.error();
  Outputs outputs{*look, std::nullopt, std::nullopt, std::nullopt, std::nullopt};
  if (outputs.look.format == "parquet" && !arguments.value("--out"))
    return wrong("--format parquet needs a file; add --out FILE.parquet");
  if (const auto done = check_places(used_files(arguments, request, table, ledger));
      !done)
    return done.error();
  const std::array<std::optional<OutputFile>*, kOutputOptions.size()> places = {
      &outputs.main, &outputs.plot, &outputs.json, &outputs.certificate};
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto path = arguments.value(kOutputOptions[i]);
    if (!path) continue;
    auto file = OutputFile::open(*path);
    if (!file) return file.error();
    places[i]->emplace(*std::move(file));
  }
  if (outputs.look.format == "parquet" && !outputs.main->is_regular())
    return wrong("--format parquet can only be written to a regular file");
  if (outputs.plot && outputs.plot->is_regular() &&
      !arguments.value_or("--plot", "").ends_with(".svg"))
    return wrong(
        fmt::format("--plot '{}' does not end in .svg, and SVG is all that is "
                    "drawn",
                    arguments.value_or("--plot", "")));
  if (outputs.look.pivot && request.plan.reading.domain.columns().size() < 2)
    return wrong("--show pivot needs two columns or more");
  return Result<Outputs>(std::move(outputs));
}

}  // namespace selvage::tool
