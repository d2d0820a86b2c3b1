// selvage synthesize RELEASE: rows that are made up from released counts, at no cost.
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/random/stream/keystream.hpp"
#include "selvage/random/stream/seeded_words.hpp"
#include "selvage/report/left_out.hpp"
#include "selvage/source/parquet_rows.hpp"
#include "selvage/synthesis/coded_text.hpp"
#include "selvage/synthesis/synthetic_rows.hpp"
#include "tool/commands.hpp"
#include "tool/output.hpp"
#include "tool/output_format.hpp"
#include "tool/stored_release.hpp"
#include "tool/terminal.hpp"

namespace selvage::tool {
namespace {

constexpr std::int64_t kMostDecimals = 9;

Result<SyntheticRequest> request_of(const Arguments& arguments) {
  SyntheticRequest request;
  if (arguments.has("--rows")) {
    const auto rows =
        whole_option(arguments, "--rows", "", 1, SyntheticRows::kMostRows);
    if (!rows) return rows.error();
    request.rows = *rows;
  }
  if (arguments.has("--decimals")) {
    const auto decimals = whole_option(arguments, "--decimals", "", 0, kMostDecimals);
    if (!decimals) return decimals.error();
    request.decimals = static_cast<int>(*decimals);
  }
  return request;
}

Result<FairWords> words_of(const Arguments& arguments) {
  if (arguments.has("--seed")) {
    const auto seed = whole_option(arguments, "--seed", "", 0,
                                   std::numeric_limits<std::int64_t>::max());
    if (!seed) return seed.error();
    return FairWords(SeededWords(static_cast<std::uint64_t>(*seed)));
  }
  auto stream = Keystream::make();
  if (!stream) return stream.error();
  const auto words = std::make_shared<Keystream>(*std::move(stream));
  return FairWords([words] { return (*words)(); });
}

// What is written, and where.
struct RowsFile {
  std::string format;
  std::optional<OutputFile> file;  // none: the screen
};

Result<RowsFile> open_rows_file(const Arguments& arguments,
                                std::vector<ReadFile> read) {
  const auto path = arguments.value("--out");
  if (const auto done =
          check_places(arguments, outputs_of(arguments, {"--out"}), std::move(read));
      !done)
    return done.error();
  auto format = chosen_format(arguments, {"csv", "tsv", "parquet"});
  if (!format) return format.error();
  if (*format == "parquet" && !path)
    return wrong("--format parquet needs a file; add --out FILE.parquet");
  RowsFile opened{*format, std::nullopt};
  if (!path) return Result<RowsFile>(std::move(opened));
  auto file = OutputFile::open(*path);
  if (!file) return file.error();
  opened.file.emplace(*std::move(file));
  if (*format == "parquet" && !opened.file->is_regular())
    return wrong("--format parquet can only be written to a regular file");
  return Result<RowsFile>(std::move(opened));
}

Outcome write_rows(SyntheticRows& rows, RowsFile& to) {
  const NextCodes next = [&](CodedBlock& block, std::size_t most) {
    rows.next(block, most);
  };
  if (to.format == "parquet") {
    if (!write_parquet(rows.columns(), next, to.file->writable_name()))
      return to.file->refused();
    return to.file->commit_written();
  }
  const WriteText write = [&](TextBlocks& text) {
    write_coded(rows.columns(), next, to.format == "tsv" ? '\t' : ',', text);
  };
  return to.file ? to.file->commit(write) : print(write);
}

Result<Finished> run_synthesize(const Arguments& arguments) {
  const auto request = request_of(arguments);
  if (!request) return request.error();
  auto words = words_of(arguments);
  if (!words) return words.error();
  auto stored = stored_release(arguments.operand());
  if (!stored) return stored.error();
  if (const auto hide = arguments.value("--hide")) {
    const auto left_out = parse_left_out(*hide);
    if (!left_out) return wrong(fmt::format("--hide {}", left_out.error().message));
    stored->release = without_places(stored->release, *left_out);
  }
  auto rows = SyntheticRows::make(stored->release.question.domain,
                                  stored->release.answer, *request, *std::move(words));
  if (!rows) return rows.error();
  auto to = open_rows_file(arguments, std::move(stored->read));
  if (!to) return to.error();
  if (const auto done = write_rows(*rows, *to); !done) return done.error();
  tell(
      fmt::format("selvage: note: {} rows were made from released counts, noise "
                  "included; none is a "
                  "row of the table\n",
                  rows->rows()));
  return Finished{};
}

}  // namespace

Action synthesize_verb() {
  return {.command =
              {.name = "synthesize",
               .summary = "made-up rows that follow released counts; nothing is spent",
               .operand = "release",
               .options = {{"--rows", "N", "how many (as many as the counts say)"},
                           {"--decimals", "N", "of numbers (0 where bins are whole)"},
                           {"--hide", "WORDS",
                            "leave out other, below, above, missing, or outside"},
                           {"--seed", "N", "the same rows again (fresh ones)"},
                           {"--format", "WORD", "csv, tsv or parquet (as FILE ends)"},
                           {"--out", "FILE", "write there instead of to the screen"}},
               .guarantee =
                   "RELEASE is one in JSON, a certificate, or LEDGER:ENTRY. Rows are "
                   "made of its\n  counts alone, so they are as private as the "
                   "release: no table is read, nothing\n  is charged.",
               .example = {"selvage synthesize payroll.csv:1 --out rows.parquet",
                           "selvage synthesize salaries.json --rows 100000 --out "
                           "rows.csv"}},
          .run = run_synthesize};
}

}  // namespace selvage::tool
