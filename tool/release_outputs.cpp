#include "tool/release_outputs.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/release/bin_ends.hpp"
#include "selvage/release/consistent.hpp"
#include "selvage/release/delimited_text.hpp"
#include "selvage/release/projected.hpp"
#include "selvage/report/left_out.hpp"
#include "selvage/report/release_svg.hpp"
#include "selvage/report/release_text.hpp"
#include "selvage/report/release_xlsx.hpp"
#include "selvage/report/wording.hpp"
#include "selvage/source/parquet_file.hpp"
#include "tool/output_format.hpp"
#include "tool/style.hpp"
#include "tool/terminal.hpp"

namespace selvage::tool {
namespace {

// Of projected counts: their sums stay far from the ends of 64 bits.
constexpr std::int64_t kMostTotal = std::int64_t{1} << 61;

constexpr std::array kOutputOptions = {"--out", "--plot", "--json", "--certificate"};
constexpr std::size_t kAllRows = 1'000'000'000;

void add_ends(const Release& release, ReleasedTable& table) {
  BinEnds bins(release);
  for (std::size_t c = 0; c < bins.columns().size(); ++c) {
    const auto& [from_name, to_name, kind] = bins.columns()[c];
    const char* type = kind == BinEnds::Kind::number ? "DOUBLE"
                       : kind == BinEnds::Kind::date ? "DATE"
                                                     : "TIMESTAMP";
    ReleasedEnds from{from_name, type}, to{to_name, type};
    for (const std::uint64_t cell : release.answer.cells) {
      auto [low, high] = bins.ends(cell, c);
      from.texts.push_back(std::move(low));
      to.texts.push_back(std::move(high));
    }
    table.ends.push_back(std::move(from));
    table.ends.push_back(std::move(to));
  }
}

ReleasedTable released_table(const Release& release) {
  const Answer& answer = release.answer;
  ReleasedTable table;
  for (const std::string& name : label_columns(release))
    table.labels.emplace_back(name, std::vector<std::string>());
  for (const std::uint64_t cell : answer.cells)
    for (std::size_t c = 0; c < table.labels.size(); ++c)
      table.labels[c].second.push_back(answer.domain.label(cell, c));
  add_ends(release, table);
  for (std::size_t s = 0; s < answer.numbers.size(); ++s) {
    const Series& series = answer.numbers[s];
    const NumberColumns names = number_columns(release, s);
    const OpenEnds ends = open_ends_of(release, s);
    ReleasedNumbers numbers{{{names.value, {}}}, series.unit};
    if (series.places)
      numbers.real = [&series](std::int64_t place) {
        return series.number(place).to_double();
      };
    if (series.moments) numbers.microseconds = series.moments->microseconds();
    for (const std::string& end : {names.lower, names.upper})
      if (!end.empty()) numbers.columns.push_back({end, {}});
    numbers.known_name = names.known;
    numbers.beyond_name = names.beyond;
    for (const Estimate& number : series.rows) {
      const std::int64_t all[] = {ends.edge(number.value), number.lower, number.upper};
      for (std::size_t c = 0; c < numbers.columns.size(); ++c)
        numbers.columns[c].second.push_back(all[c]);
      if (series.may_be_unknown) numbers.known.push_back(number.known);
      numbers.has_interval.push_back(number.has_interval);
      if (ends.any())
        numbers.beyond.emplace_back(number.known ? ends.beyond(number.value) : "");
    }
    table.numbers.push_back(std::move(numbers));
  }
  return table;
}

void write_shown(const Release& release, const Look& look, const Speech& speech,
                 bool to_file, TextBlocks& text) {
  if (look.format == "csv") return write_delimited(release, ',', text);
  if (look.format == "tsv") return write_delimited(release, '\t', text);
  TextStyle style;
  if (!to_file) style = terminal_style();
  style.most_rows = look.most_rows;
  style.speech = speech;
  text.add(release_text(release, style, look.pivot));
}

// What is printed is seen where errors are seen.
bool output_is_error_output() {
  struct stat out {
  }, error{};
  return stdout_is_terminal() ||
         (fstat(STDOUT_FILENO, &out) == 0 && fstat(STDERR_FILENO, &error) == 0 &&
          out.st_dev == error.st_dev && out.st_ino == error.st_ino);
}

void tell_notices(const Release& release, const Speech& speech) {
  for (const Note& note : notices(release, speech))
    tell(fmt::format("selvage: {}: {}\n", note.name, safe_text(note.words)));
}

Result<std::size_t> most_rows(const Arguments& arguments) {
  const auto rows = arguments.value("--rows");
  if (!rows) return TextStyle{}.most_rows;
  if (*rows == "all") return kAllRows;
  const bool digits = !rows->empty() && rows->size() <= 9 &&
                      rows->find_first_not_of("0123456789") == std::string::npos;
  if (!digits || std::stoul(*rows) == 0)
    return wrong(
        fmt::format("--rows '{}' is neither a number of lines nor 'all'", *rows));
  return std::stoul(*rows);
}

Result<Look> chosen_look(const Arguments& arguments) {
  auto format =
      chosen_format(arguments, {"table", "json", "csv", "tsv", "xlsx", "parquet"});
  if (!format) return format.error();
  const std::string show = arguments.value_or("--show", "list");
  if (show != "list" && show != "pivot")
    return wrong(fmt::format("--show '{}' is not one of list, pivot", show));
  if (show == "pivot" && *format != "table")
    return wrong(fmt::format("--show pivot is a table to read, not {}", *format));
  const auto rows = most_rows(arguments);
  if (!rows) return rows.error();
  Look look{*format, show == "pivot", *rows, arguments.has("--rows"),
            arguments.value_or("--title", "")};
  const auto beside = counts_beside(arguments);
  if (!beside) return beside.error();
  look.beside = *beside;
  if (arguments.has("--total")) {
    const auto total = whole_option(arguments, "--total", "0", 0, kMostTotal);
    if (!total) return total.error();
    look.total = *total;
  }
  if (const auto hide = arguments.value("--hide")) {
    auto words = parse_left_out(*hide);
    if (!words) return wrong(fmt::format("--hide {}", words.error().message));
    look.hidden = *std::move(words);
  }
  return look;
}

Outcome check_outputs(const Arguments& arguments, std::vector<ReadFile> reads) {
  const auto outputs =
      outputs_of(arguments, {kOutputOptions.begin(), kOutputOptions.end()});
  // Before anything is charged: an answer that cannot be shown is a loss.
  if (!arguments.has("--out") && !stdout_is_open())
    return unreadable("standard output is closed; open it, or write --out FILE");
  if (auto done = check_places(arguments, outputs, std::move(reads)); !done)
    return done;
  for (const auto& [option, what] :
       {std::pair{"--plot", "SVG"}, {"--json", "JSON"}, {"--certificate", "JSON"}})
    if (auto done = check_ending(arguments, option, what); !done) return done;
  return Done{};
}

std::optional<Release> with_beside(const Look& look, const Release& release) {
  switch (look.beside) {
    case CountsBeside::none:
      return std::nullopt;
    case CountsBeside::consistent:
      return with_consistent(release);
    case CountsBeside::projected:
      return with_projected(release, std::nullopt, look.total);
    case CountsBeside::sparse:
      break;
  }
  const auto least = sparse_threshold(release.mechanism.parameters, true,
                                      release.answer.domain.cells());
  return with_projected(release, *least, look.total);
}

}  // namespace

Result<CountsBeside> counts_beside(const Arguments& arguments) {
  CountsBeside found = CountsBeside::none;
  for (const auto& [option, beside] :
       {std::pair{"--consistent", CountsBeside::consistent},
        {"--project", CountsBeside::projected},
        {"--sparse", CountsBeside::sparse}}) {
    if (!arguments.has(option)) continue;
    if (found != CountsBeside::none)
      return wrong("give one of --consistent, --project and --sparse");
    found = beside;
  }
  if (arguments.has("--total") && found != CountsBeside::projected &&
      found != CountsBeside::sparse)
    return wrong(
        "--total is the public total of --project or --sparse; add one of them, or "
        "leave it out");
  return found;
}

Outcome check_beside(CountsBeside beside, const Release& release) {
  if (beside == CountsBeside::none) return Done{};
  if (beside == CountsBeside::consistent) return check_consistent(release);
  if (auto fits = check_projected(release); !fits) return fits;
  if (beside != CountsBeside::sparse) return Done{};
  const auto least =
      sparse_threshold(release.mechanism.parameters, release.error.has_value(),
                       release.answer.domain.cells());
  return least ? Outcome(Done{}) : Outcome(least.error());
}

Outcome check_beside(CountsBeside beside, const Planned& planned) {
  if (beside == CountsBeside::none) return Done{};
  const Mechanism& plan = *planned.plan;
  const Question& question = planned.question;
  const bool all_cells = !plan.fewer_than() && !question.domain.has_unknown_keys();
  const auto errors = plan.errors(std::nullopt, planned.confidence);
  const bool same_noise = errors.size() == 1 && !errors[0].count;
  if (beside == CountsBeside::consistent)
    return check_consistent(question, all_cells, same_noise);
  if (auto fits = check_projected(question, all_cells); !fits) return fits;
  if (beside != CountsBeside::sparse) return Done{};
  const auto least =
      sparse_threshold(plan.parameters(), same_noise, question.domain.cells());
  return least ? Outcome(Done{}) : Outcome(least.error());
}

std::vector<Option> output_options(bool counts, bool groups) {
  std::vector<Option> options = {
      {"--show", "WORD", "list, or pivot: the last column across (list)"},
      {"--rows", "N", "lines of a table or a picture, or all (60)"},
      {"--format", "WORD", "table, json, csv, tsv, xlsx or parquet (as FILE ends)"},
      {"--hide", "WORDS", "do not show other, below, above, missing, or outside"},
      {"--consistent", "", "also whole counts, not negative, that add up"},
      {"--project", "", "also the nearest whole counts with a total"},
      {"--sparse", "", "the same for tables with few full cells"},
      {"--total", "N", "with these two: the total, which everybody knows"},
      {"--title", "TEXT", "above the table and the picture"},
      {"--out", "FILE", "write there instead of to the screen"},
      {"--plot", "FILE.svg", "also draw a picture"},
      {"--json", "FILE", "also write the release as JSON"}};
  for (Option& option : options)
    for (const char* beside : {"--consistent", "--project", "--sparse", "--total"})
      if (option.name == beside) option.listed = counts;
  options.front().listed = groups;
  return options;
}

// JSON holds all that was released, whatever is shown beside it.
Outcome Outputs::write(const Release& made) {
  const std::optional<Release> more = with_beside(look, made);
  const Release& release = more ? *more : made;
  Speech speech = kSpeech;
  speech.title = look.title;
  if (look.rows_asked) speech.most_rows = look.most_rows;
  std::optional<Release> part;
  if (!look.hidden.empty()) {
    part = without_places(release, look.hidden);
    speech.whole = &release;
    speech.left_out = left_out_sentence(release, *part, look.hidden);
  }
  const Release& shown = part ? *part : release;
  if (main || look.format != "table" || !output_is_error_output())
    tell_notices(release, speech);
  if (plot)
    if (auto done = plot->commit(release_svg(shown, speech)); !done) return done;
  if (json)
    if (auto done = json->commit([&](TextBlocks& text) { write_json(release, text); });
        !done)
      return done;
  if (look.format == "xlsx" && main) {
    const auto workbook = release_xlsx(shown);
    return workbook ? main->commit(*workbook) : Outcome(main->refused());
  }
  if (look.format == "parquet" && main) {
    if (!write_parquet(released_table(shown), main->writable_name()))
      return main->refused();
    return main->commit_written();
  }
  const WriteText write = [&](TextBlocks& text) {
    if (look.format == "json")
      write_json(release, text);
    else
      write_shown(shown, look, speech, main.has_value(), text);
  };
  return main ? main->commit(write) : print(write);
}

Result<Outputs> open_outputs(const Arguments& arguments, std::vector<ReadFile> reads,
                             std::size_t columns) {
  if (const auto done = check_outputs(arguments, std::move(reads)); !done)
    return done.error();
  const auto look = chosen_look(arguments);
  if (!look) return look.error();
  if (look->pivot && columns < 2)
    return wrong("--show pivot needs two columns or more");
  for (const char* format : {"parquet", "xlsx"})
    if (look->format == format && !arguments.value("--out"))
      return wrong(
          fmt::format("--format {0} needs a file; add --out FILE.{0}", format));
  Outputs outputs{*look, std::nullopt, std::nullopt, std::nullopt, std::nullopt};
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
  return Result<Outputs>(std::move(outputs));
}

}  // namespace selvage::tool
