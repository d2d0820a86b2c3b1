// selvage distance A B --theta T: how far two public histograms are apart when a share
// of the people may be left out. No table is read and nothing is spent.
#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/distance/key_transport.hpp"
#include "selvage/distance/line_transport.hpp"
#include "selvage/report/distance_report.hpp"
#include "tool/commands.hpp"
#include "tool/file_place.hpp"
#include "tool/histogram_file.hpp"
#include "tool/output.hpp"
#include "tool/output_format.hpp"
#include "tool/terminal.hpp"

namespace selvage::tool {
namespace {

constexpr std::size_t kMostBarsForWholeProfile = 2000;  // of both together
constexpr std::int64_t kShares = 1000;

Error different_grounds(const HistogramFile& a, const HistogramFile& b,
                        const std::string& why) {
  return wrong(fmt::format("'{}' and '{}' are histograms of different ground sets: {}",
                           a.path, b.path, why));
}

Result<Rational> theta_of(const Arguments& arguments) {
  const std::string text = arguments.value_or("--theta", "0");
  const auto theta = Rational::parse(text);
  if (!theta || theta->sign() < 0 || *theta > 1)
    return wrong(fmt::format(
        "--theta '{}' is no share from 0 to 1; write for example 0.05 or 1/20", text));
  return *theta;
}

// None if the labels are the same; else one that only one of them has, and where.
std::optional<Error> fault_of_labels(const HistogramFile& a, const HistogramFile& b) {
  for (const auto& [one, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    std::map<std::string, int> known;
    for (const HistogramRow& row : other->rows) known[row.label] = 1;
    for (const HistogramRow& row : one->rows)
      if (!known.contains(row.label))
        return different_grounds(
            a, b,
            fmt::format("'{}' is in {} alone; {}", row.label.substr(0, 40), one->path,
                        a.bins ? "compare histograms with the same bins"
                               : "list every key in both, with the count 0 where "
                                 "nobody has it"));
  }
  return std::nullopt;
}

std::optional<Error> fault_of_grounds(const HistogramFile& a, const HistogramFile& b) {
  const auto kind = [](const HistogramFile& file) {
    return std::string(file.ground == Ground::numbers ? "numbers"
                       : file.ground == Ground::dates ? "dates"
                                                      : "keys") +
           (file.bins ? " in bins" : "");
  };
  if (kind(a) != kind(b))
    return different_grounds(
        a, b, fmt::format("the first has {} and the second {}", kind(a), kind(b)));
  if (a.bins || a.ground == Ground::keys) return fault_of_labels(a, b);
  return std::nullopt;
}

// The least D such that all places are whole multiples of 1/D.
Rational common_denominator(const HistogramFile& a, const HistogramFile& b) {
  constexpr std::size_t kMostBits = 200;  // too many for 64 bits, and soon slow
  Rational scale = 1;
  for (const HistogramFile* file : {&a, &b})
    for (const HistogramRow& row : file->rows)
      if (scale.bits() < kMostBits) scale = scale * (scale * *row.place).denominator();
  return scale;
}

std::optional<LineHistogram> on_line(const HistogramFile& file, const Rational& scale) {
  std::vector<LineBar> bars;
  for (const HistogramRow& row : file.rows) {
    const auto place = (scale * *row.place).to_int64();
    if (!place) return std::nullopt;
    bars.push_back({*place, row.count});
  }
  return line_histogram(std::move(bars));
}

Outcome compare_on_line(const HistogramFile& a, const HistogramFile& b,
                        DistanceReport& report) {
  const Rational scale = common_denominator(a, b);
  auto from = on_line(a, scale), to = on_line(b, scale);
  if (!from || !to)
    return wrong(fmt::format(
        "the values of '{}' and '{}' have too many digits together; round them to "
        "18 digits or fewer",
        a.path, b.path));
  report.from.places = from->size();
  report.to.places = to->size();
  const auto pair = LineTransport::make(*std::move(from), *std::move(to));
  if (!pair) return pair.error();
  if (report.from.places + report.to.places > kMostBarsForWholeProfile)
    report.shares = kShares;
  report.profile = pair->profile(report.shares);
  if (report.shares > 0) {  // and exactly at the loss that was asked for
    const std::int64_t asked = pair->infinity(report.theta);
    const LossStep step = {asked, pair->loss(asked)};
    const auto after = std::find_if(
        report.profile.begin(), report.profile.end(),
        [&](const LossStep& one) { return one.distance >= step.distance; });
    if (after == report.profile.end() || !(*after == step))
      report.profile.insert(after, step);
  }
  for (LossStep& step : report.profile) step.distance = step.distance / scale;
  auto average = pair->average();
  if (!average) {  // then at the losses that are shown
    auto some = pair->average_at(shown_losses(report.theta));
    if (some)
      average = *std::move(some);
    else
      report.notes.push_back(some.error().message);
    report.mean_is_whole = false;
  }
  if (average) report.average = average->scaled(scale);
  return Done{};
}

Outcome compare_keys(const HistogramFile& a, const HistogramFile& b,
                     DistanceReport& report) {
  std::map<std::string, std::int64_t> other;
  for (const HistogramRow& row : b.rows) other[row.label] = row.count;
  std::vector<std::int64_t> from, to;
  for (const HistogramRow& row : a.rows) {
    from.push_back(row.count);
    to.push_back(other[row.label]);
  }
  const auto count_places = [](const std::vector<std::int64_t>& counts) {
    return static_cast<std::size_t>(
        std::count_if(counts.begin(), counts.end(), [](auto one) { return one > 0; }));
  };
  report.from.places = count_places(from);
  report.to.places = count_places(to);
  const auto pair = KeyTransport::make(from, to);
  if (!pair) return pair.error();
  report.profile = pair->profile();
  report.average = pair->average();
  return Done{};
}

std::int64_t people_in(const HistogramFile& file) {
  std::int64_t people = 0;
  for (const HistogramRow& row : file.rows) people += row.count;
  return people;
}

Result<DistanceReport> compare(const HistogramFile& a, const HistogramFile& b,
                               const Rational& theta) {
  if (auto fault = fault_of_grounds(a, b)) return *fault;
  const bool keys = a.ground == Ground::keys;
  DistanceReport report{.from = {a.path, people_in(a), 0},
                        .to = {b.path, people_in(b), 0},
                        .ground = keys                        ? "keys"
                                  : a.ground == Ground::dates ? "days"
                                  : a.bins                    ? "bins"
                                                              : "numbers",
                        .theta = theta,
                        .profile = {},
                        .average = {}};
  for (const HistogramFile* file : {&a, &b})
    report.notes.insert(report.notes.end(), file->notes.begin(), file->notes.end());
  const auto done = keys ? compare_keys(a, b, report) : compare_on_line(a, b, report);
  if (!done) return done.error();
  return report;
}

Result<Finished> run_distance(const Arguments& arguments) {
  const auto theta = theta_of(arguments);
  if (!theta) return theta.error();
  const auto format = chosen_format(arguments, {"table", "csv", "json"});
  if (!format) return format.error();
  if (const auto done = check_ending(arguments, "--plot", "SVG"); !done)
    return done.error();
  std::vector<ReadFile> files = {{arguments.operand(), "the first histogram"},
                                 {arguments.second_operand(), "the second histogram"}};
  const auto a = read_histogram(arguments.operand());
  if (!a) return a.error();
  const auto b = read_histogram(arguments.second_operand());
  if (!b) return b.error();
  for (const HistogramFile* file : {&*a, &*b})
    files.insert(files.end(), file->read.begin(), file->read.end());
  const auto places =
      check_places(arguments, outputs_of(arguments, {"--out", "--plot"}), files);
  if (!places) return places.error();
  const auto report = compare(*a, *b, *theta);
  if (!report) return report.error();
  const std::string text =
      *format == "json" ? distance_json(*report).dump(2) + "\n"
      : *format == "csv"
          ? distance_csv(*report)
          : distance_text(*report, static_cast<std::size_t>(stdout_width()));
  std::vector<std::pair<OutputFile, std::string>> outputs;
  for (const auto& [option, written] :
       {std::pair("--out", text),
        std::pair("--plot", arguments.has("--plot")
                                ? curves_svg(distance_chart(*report))
                                : std::string())}) {
    const auto path = arguments.value(option);
    if (!path) continue;
    auto file = OutputFile::open(*path);
    if (!file) return file.error();
    outputs.emplace_back(*std::move(file), written);
  }
  for (auto& [file, written] : outputs)
    if (const auto done = file.commit(written); !done) return done.error();
  if (!arguments.has("--out"))
    if (const auto done = print(text); !done) return done.error();
  return Finished{};
}

}  // namespace

Action distance_verb() {
  return {
      .command =
          {.name = "distance",
           .summary = "how far two public histograms are apart, with a loss",
           .operand = "histogram",
           .second_operand = "other",
           .options = {{"--theta", "SHARE", "of the people that may be left out (0)"},
                       {"--plot", "FILE.svg", "draw the distance for every share"},
                       {"--format", "WORD", "table, csv or json (as FILE ends, table)"},
                       {"--out", "FILE", "write there instead of to the screen"}},
           .guarantee = "both are public: files with columns value and count, releases "
                        "in JSON or "
                        "CSV,\n  certificates, or entries of a ledger, LEDGER:ENTRY. "
                        "No table is "
                        "read and\n  nothing is spent. Every distance is exact.",
           .example = {"selvage distance june.csv july.csv --theta 0.05 --plot "
                       "change.svg"}},
      .run = run_distance};
}

}  // namespace selvage::tool
