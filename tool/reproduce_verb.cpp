// selvage reproduce NAME --out FOLDER: the experiments of a paper, computed anew, and
// of the program against others.
#include <filesystem>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/experiment/bound_free.hpp"
#include "selvage/experiment/flexible_accuracy.hpp"
#include "selvage/experiment/outlier_privacy.hpp"
#include "selvage/experiment/random_dp.hpp"
#include "selvage/experiment/robust_statistics.hpp"
#include "selvage/report/text.hpp"
#include "tool/commands.hpp"
#include "tool/file_place.hpp"
#include "tool/output.hpp"
#include "tool/terminal.hpp"

namespace selvage::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMostRuns = 1'000'000;
constexpr std::size_t kNameWidth = 20;  // of the files, in the list that is printed

struct Reproduction {
  std::string name, about;
  const char* runs;  // where no other number is asked
  Result<std::vector<MadeFile>> (*files)(const Repetition&);
  std::vector<std::int64_t> sizes = {};  // of its tables, where --rows takes some
};

// With a line on the terminal that tells how much is done.
template <class Asked>
Result<std::vector<MadeFile>> watched(
    const Repetition& repetition, Result<std::vector<MadeFile>> (*files)(const Asked&),
    Asked asked = {}) {
  ProgressLine progress("drawing tables");
  asked.seed = repetition.seed;
  asked.runs = repetition.runs;
  asked.watch = [&](double share) {
    progress.show(share);
    return !interrupted();
  };
  return files(asked);
}

Result<std::vector<MadeFile>> watched_bound_free(const Repetition& repetition) {
  return watched(repetition, bound_free_files);
}

Result<std::vector<MadeFile>> watched_robust_statistics(const Repetition& repetition) {
  RobustAsked asked;
  if (repetition.most_rows)
    std::erase_if(asked.rows,
                  [&](std::int64_t rows) { return rows > *repetition.most_rows; });
  return watched(repetition, robust_statistics_files, asked);
}

Result<std::vector<MadeFile>> watched_flexible(const Repetition& repetition) {
  return watched(repetition, flexible_accuracy_files);
}

const std::vector<Reproduction>& reproductions() {
  static const std::vector<Reproduction> all = {
      {"outlier-privacy",
       "Lui, Pass, \"Outlier Privacy\" (TCC 2015): its example, its mechanisms and W",
       "2000", outlier_privacy_files},
      {"bound-free",
       "medians, quantiles, means and maxima without bounds, against other mechanisms",
       "100", watched_bound_free},
      {"flexible-accuracy",
       "Bansal and others, \"Flexible Accuracy\": maxima and modes of "
       "histograms",
       "2000", watched_flexible},
      {"random-dp",
       "Hall, Rinaldo, Wasserman, \"Random Differential Privacy\" (2012): its examples",
       "400", random_dp_files},
      {"robust-statistics",
       "Dwork, Lei, \"Differential Privacy and Robust Statistics\" (STOC 2009)", "20",
       watched_robust_statistics, RobustAsked{}.rows}};
  return all;
}

// A folder of results holds nothing else, so that what is in it belongs together.
Outcome check_folder(const std::string& folder) {
  std::error_code problem;
  const auto status = fs::status(folder, problem);
  if (!fs::exists(status)) return Done{};
  if (!fs::is_directory(status))
    return wrong(fmt::format("--out '{}' is no folder; name a new one", folder));
  const bool empty = fs::is_empty(folder, problem);
  if (problem) return unreadable(fmt::format("cannot read the folder '{}'", folder));
  if (!empty)
    return wrong(fmt::format(
        "--out '{}' is not empty; name a new folder, or an empty one", folder));
  return Done{};
}

// All files or none: what was written before a failure is removed again.
Outcome write_files(const std::string& folder, const std::vector<MadeFile>& files) {
  std::error_code problem;
  const bool made = fs::create_directories(folder, problem);
  if (problem) return unreadable(fmt::format("cannot make the folder '{}'", folder));
  const auto undo = [&](std::size_t written) {
    for (std::size_t i = 0; i < written; ++i)
      fs::remove(fs::path(folder) / files[i].name, problem);
    if (made) fs::remove(folder, problem);
  };
  std::vector<OutputFile> open;
  std::optional<Error> error;
  std::size_t written = 0;
  for (const MadeFile& file : files) {
    auto one = OutputFile::open((fs::path(folder) / file.name).string());
    if (!one) {
      error = one.error();
      break;
    }
    open.push_back(*std::move(one));
  }
  for (; !error && written < files.size(); ++written)
    if (const auto done = open[written].commit(files[written].text); !done) {
      error = done.error();
      break;
    }
  if (!error) return Done{};
  open.clear();  // hidden files go first, so that the folder is empty
  undo(written);
  return *error;
}

Result<Finished> list() {
  std::string text = "What can be reproduced:\n\n";
  for (const Reproduction& one : reproductions())
    text += fmt::format("  {}\n      {}\n", one.name, one.about);
  text += fmt::format("\nWrite 'selvage reproduce {} --out FOLDER'.\n",
                      reproductions().front().name);
  if (const auto done = print(text); !done) return done.error();
  return Finished{};
}

Result<Finished> run_reproduce(const Arguments& arguments) {
  const std::string& name = arguments.operand();
  if (name.empty()) {
    if (arguments.has("--out"))
      return wrong(
          "nothing to reproduce is named; 'selvage reproduce' lists what can "
          "be");
    return list();
  }
  const Reproduction* wanted = nullptr;
  std::vector<std::string> names;
  for (const Reproduction& one : reproductions()) {
    if (one.name == name) wanted = &one;
    names.push_back(one.name);
  }
  if (wanted == nullptr) {
    const std::string hint = nearest_hint(name, names);
    return wrong(
        fmt::format("there is nothing '{}' to reproduce{}", name,
                    hint.empty() ? "; 'selvage reproduce' lists what there is" : hint));
  }
  const std::string folder = arguments.value_or("--out", "");
  if (folder.empty())
    return wrong(
        fmt::format("--out FOLDER is missing; write 'selvage reproduce {} "
                    "--out results'",
                    name));
  const auto seed = whole_option(arguments, "--seed", "1", 0, INT64_MAX);
  if (!seed) return seed.error();
  const auto runs = whole_option(arguments, "--runs", wanted->runs, 2, kMostRuns);
  if (!runs) return runs.error();
  Repetition repetition{.seed = static_cast<std::uint64_t>(*seed), .runs = *runs};
  if (arguments.has("--rows")) {
    if (wanted->sizes.empty())
      return wrong(fmt::format("'{}' takes no --rows; leave it out", name));
    const auto rows = whole_option(arguments, "--rows", "", wanted->sizes.front(),
                                   wanted->sizes.back());
    if (!rows) return rows.error();
    repetition.most_rows = *rows;
  }
  if (const auto may = may_write(folder, {}); !may)
    return wrong("--out " + may.error().message);
  if (const auto checked = check_folder(folder); !checked) return checked.error();
  const auto files = wanted->files(repetition);
  if (!files) return files.error();
  if (const auto done = write_files(folder, *files); !done) return done.error();
  std::string text;
  for (const MadeFile& file : *files) {
    std::string label = file.name;  // on the first line
    for (const std::string& line :
         wrap(file.about, static_cast<std::size_t>(stdout_width()) - kNameWidth - 1)) {
      text += fmt::format("{:<{}} {}\n", label, kNameWidth, line);
      label.clear();
    }
  }
  text += fmt::format("\nAll of it is in {}\n", safe_text(folder));
  if (const auto done = print(text); !done) return done.error();
  return Finished{};
}

}  // namespace

Action reproduce_verb() {
  return {
      .command = {.name = "reproduce",
                  .summary = "the experiments of a paper, computed anew",
                  .operand = "name",
                  .operand_required = false,
                  .options = {{"--out", "FOLDER",
                               "a new or empty folder for the results"},
                              {"--seed", "N",
                               "seed of the simulations: the same files again (1)"},
                              {"--runs", "N",
                               "tables (2000, bound-free: 100, robust-statistics: 20)"},
                              {"--rows", "N",
                               "of the largest table (robust-statistics: 100000)"}},
                  .guarantee =
                      "no table is read and nothing is spent; the seed makes draws "
                      "that anybody can\n  repeat, so nothing of this is a release.",
                  .example = {"selvage reproduce outlier-privacy --out results"}},
      .run = run_reproduce};
}

}  // namespace selvage::tool
