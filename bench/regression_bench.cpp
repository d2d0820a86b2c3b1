// How a regression of 10^7 rows compares with one scan of the same columns by the
// engine itself: processor time, every measurement in a fresh child process, both kinds
// in turn.
//   regression_bench [rows]
#include <time.h>

#include <filesystem>

#include "bench/side_by_side.hpp"
#include "selvage/mechanism/regression/regression.hpp"
#include "selvage/random/sampling/system_source.hpp"
#include "selvage/source/table.hpp"

namespace {

using namespace selvage;
using namespace selvage::bench;

constexpr int kRounds = 5;

double processor_seconds() {
  timespec now{};
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) != 0) std::abort();
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Of all threads: one untimed run to warm the caches, then the best of three.
double best_of_three(const std::function<void()>& work) {
  work();
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const double start = processor_seconds();
    work();
    best = std::min(best, processor_seconds() - start);
  }
  return best;
}

double regression_seconds(const std::string& table, bool named) {
  Question question = question_about("regression", *Domain::make({}));
  question.column = "wage";
  if (named) question.person = Person::with_all_rows("id");
  const auto mechanism =
      RegressionMechanism::make(question, {{"age", "tenure"}, Rational(1)});
  if (!mechanism) std::abort();
  auto reader = bind_table(table, (*mechanism)->needs().reading, {});
  auto random = make_system_source();
  if (!reader || !random) std::abort();
  return best_of_three([&] {
    if (!(*mechanism)->run(**reader, **random)) std::abort();
  });
}

void make_parquet(const std::string& path, long rows) {
  in_child([&] {
    PlainEngine engine;
    engine.run(fmt::format(
        "COPY (SELECT i AS id, age, tenure, 20000 + 300 * age + 500 * tenure + 9000 * "
        "(random() + random() - 1) AS wage FROM (SELECT i, 18 + (random() * "
        "45)::INTEGER AS age, random() * 30 AS tenure FROM range({}) t(i))) TO '{}' "
        "(FORMAT parquet)",
        rows, path));
    return 0.0;
  });
}

}  // namespace

int main(int argc, char** argv) {
  const long rows = argc > 1 ? std::atol(argv[1]) : 10'000'000;
  std::string folder =
      (std::filesystem::temp_directory_path() / "selvage-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return 1;
  const std::string table = folder + "/rows.parquet";
  make_parquet(table, rows);
  std::vector<double> ours, named, scanned, with_names;
  for (int round = 0; round < kRounds; ++round) {
    const auto plain = [&](const char* sums) {
      return in_child([&] {
               PlainEngine engine;
               return best_of_three([&] {
                 engine.run(
                     fmt::format("SELECT {} FROM read_parquet('{}')", sums, table));
               });
             })
          .seconds;
    };
    scanned.push_back(plain("sum(wage), sum(age), sum(tenure)"));
    with_names.push_back(plain("sum(wage), sum(age), sum(tenure), sum(id)"));
    ours.push_back(in_child([&] { return regression_seconds(table, false); }).seconds);
    named.push_back(in_child([&] { return regression_seconds(table, true); }).seconds);
  }
  fmt::print(
      "Regression of {} rows of Parquet on two columns (processor time, medians of {} "
      "rounds)\n\n| people | selvage | sums of the columns | ratio "
      "|\n|---|---|---|---|\n"
      "| every row | {:.2f} s | {:.2f} s | {:.2f} |\n"
      "| by a column | {:.2f} s | {:.2f} s | {:.2f} |\n",
      rows, kRounds, median(ours), median(scanned), median(ours) / median(scanned),
      median(named), median(with_names), median(named) / median(with_names));
  std::filesystem::remove_all(folder);
  return 0;
}
