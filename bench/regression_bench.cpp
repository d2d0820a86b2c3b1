// How a regression of 10^7 rows compares with one scan of the same columns by the
// engine itself: processor time, every measurement in a fresh child process, both kinds
// in turn. Then how the tests of a robust regression grow with the rows.
//   regression_bench [rows]
#include <time.h>

#include <filesystem>
#include <random>

#include "bench/side_by_side.hpp"
#include "selvage/mechanism/regression/regression.hpp"
#include "selvage/mechanism/robust_regression/cell_depth.hpp"
#include "selvage/mechanism/robust_regression/least_misses.hpp"
#include "selvage/mechanism/robust_regression/row_map.hpp"
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
      RegressionMechanism::make(question, {{{"age", "tenure"}}, Rational(1)});
  if (!mechanism) std::abort();
  auto reader = bind_table(table, (*mechanism)->needs().reading, {});
  auto random = make_system_source();
  if (!reader || !random) std::abort();
  return best_of_three([&] {
    if (!(*mechanism)->run(**reader, **random)) std::abort();
  });
}

// The least misses of a line with normal noise and the depths of its three cells, from
// numbers in memory. Cells are as wide as the mechanism makes them at epsilon 1. Of
// `tied` rows six in ten have y = 0: their lines meet where the least misses lie.
double tests_seconds(long rows, bool tied) {
  constexpr std::int64_t kTests = 3;
  std::mt19937_64 random(1);
  std::normal_distribution<> normal;
  NumberRows table;
  for (long i = 0; i < rows; ++i) {
    const double x = 40 + 10 * normal(random);
    const double y = tied && i % 10 < 6 ? 0 : 5 + 2 * x + normal(random);
    table.numbers.push_back(std::llround(y * 1e6));
    table.numbers.push_back(std::llround(x * 1e6));
  }
  RowShape shape{{40'000'000}, {8'000'000}, 0, 0};
  double width = 2400e6 * 1048576 / static_cast<double>(rows);
  while (width >= 2048) {
    width /= 2;
    ++shape.step_bits;
  }
  shape.width = static_cast<std::int64_t>(width);
  return best_of_three([&] {
    const auto lines = plane_lines(table, shape);
    const auto least = least_misses(lines);
    if (!least) std::abort();
    for (std::int64_t grid = 0; grid < kTests; ++grid) {
      PlaneCell cell{};
      const std::int64_t from = shape.width * grid / kTests;
      for (const std::size_t i : {0U, 1U}) {
        cell.low[i] = from + shape.width * least->cell(i, from, shape.width);
        cell.high[i] = cell.low[i] + shape.width;
      }
      // With ties the least misses lie on a side of the first grid's cell.
      if (cell_depth(lines, cell, 1'000'000) == 0 && !tied) std::abort();
    }
  });
}

void print_tests() {
  fmt::print(
      "\nThe tests of a robust regression, two coefficients (processor time, one "
      "thread)\n\n| rows | y | seconds | ns a row | times of a tenth of the rows "
      "|\n|---|---|---|---|---|\n");
  for (const bool tied : {false, true}) {
    double before = 0;
    for (const long rows : {10'000L, 100'000L, 1'000'000L}) {
      const double seconds =
          in_child([&] { return tests_seconds(rows, tied); }).seconds;
      fmt::print("| {} | {} | {:.4f} | {:.0f} | {} |\n", rows,
                 tied ? "0 in 6 of 10" : "normal", seconds,
                 seconds * 1e9 / static_cast<double>(rows),
                 before == 0 ? "" : fmt::format("{:.1f}", seconds / before));
      before = seconds;
    }
  }
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
  print_tests();
  return 0;
}
