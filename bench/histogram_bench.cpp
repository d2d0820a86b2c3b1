// How a histogram of 10^7 rows compares with what the same engine does by itself, and a
// small one with the engine's start-up. Ratios of medians, side by side in one run:
// every measurement is a fresh child process, all kinds take turns.
//   histogram_bench [path of selvage] [rows]
#include <filesystem>
#include <fstream>

#include "bench/side_by_side.hpp"
#include "selvage/source/table.hpp"

namespace {

using namespace selvage::bench;

constexpr int kRounds = 9;
constexpr const char* kBins = "0:300000:5000";

// One untimed run to warm the caches, then the best of three.
double best_of_three(const std::function<void()>& work) {
  work();
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const auto start = Clock::now();
    work();
    best = std::min(best, seconds_since(start));
  }
  return best;
}

double sql_seconds(const std::string& sql) {
  PlainEngine engine;
  return best_of_three([&] { engine.run(sql); });
}

double selvage_seconds(const std::string& table, const std::string& column) {
  const selvage::Reading reading{
      *selvage::Domain::make({{column, *selvage::parse_values(kBins)}})};
  // Opened before, as the engine is for the plain queries.
  auto reader = selvage::bind_table(table, reading, {});
  if (!reader) std::abort();
  return best_of_three([&] {
    if (!(*reader)->cells()) std::abort();
  });
}

void make_parquet(const std::string& path, long rows) {
  in_child([&] {
    PlainEngine engine;
    // Heavy-tailed, some missing: exp of a sum of uniforms.
    engine.run(fmt::format(
        "COPY (SELECT CASE WHEN random() < 0.02 THEN NULL ELSE "
        "20000 * exp(1.5 * (random() + random() + random() - 1)) END AS salary, "
        "(random() * 400000)::BIGINT AS bonus FROM range({})) TO '{}' (FORMAT parquet)",
        rows, path));
    return 0.0;
  });
}

void large(const std::string& folder, long rows) {
  const std::string table = folder + "/rows.parquet";
  make_parquet(table, rows);
  for (const std::string column : {"salary", "bonus"}) {
    const std::string from = fmt::format("read_parquet('{}')", table);
    const std::string group = fmt::format(
        "SELECT floor(least(greatest({0}, -1), 300000) / 5000) AS bin, count(*) FROM "
        "{1} "
        "GROUP BY bin",
        column, from);
    std::vector<double> ours, grouped, summed;
    double memory = 0;
    for (int round = 0; round < kRounds; ++round) {
      const auto mine = in_child([&] { return selvage_seconds(table, column); });
      ours.push_back(mine.seconds);
      memory = std::max(memory, mine.megabytes);
      grouped.push_back(in_child([&] { return sql_seconds(group); }).seconds);
      summed.push_back(in_child([&] {
                         return sql_seconds(
                             fmt::format("SELECT sum({}) FROM {}", column, from));
                       }).seconds);
    }
    fmt::print("| {} ({}) | {:.0f} ms | {:.2f} | {:.2f} | {:.0f} MB |\n", column,
               column == "salary" ? "DOUBLE" : "BIGINT", median(ours) * 1e3,
               median(ours) / median(grouped), median(ours) / median(summed), memory);
  }
}

void small(const std::string& folder, const std::string& selvage) {
  const std::string table = folder + "/small.csv";
  std::ofstream file(table);
  file << "id,salary\n";
  for (int i = 0; i < 1000; ++i) file << i << ',' << i * 137 % 300000 << '\n';
  file.close();
  std::vector<double> ours, plain;
  for (int round = 0; round < 15; ++round) {
    ours.push_back(
        command_seconds({selvage, "histogram", table, "--column",
                         fmt::format("salary={}", kBins), "--epsilon", "1"}));
    plain.push_back(command_seconds({"/proc/self/exe", "--start-engine"}));
  }
  fmt::print(
      "\n1,000 rows of CSV, whole command: {:.0f} ms; a program that only opens "
      "the engine and closes it: {:.0f} ms; ratio {:.2f}\n",
      median(ours) * 1e3, median(plain) * 1e3, median(ours) / median(plain));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--start-engine") {
    PlainEngine engine;
    engine.run("SELECT 1");
    return 0;
  }
  const long rows = argc > 2 ? std::atol(argv[2]) : 10'000'000;
  std::string folder =
      (std::filesystem::temp_directory_path() / "selvage-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return 1;
  fmt::print(
      "Histogram of {} rows of Parquet, {} bins (medians of {} rounds)\n\n"
      "| column | selvage | / SQL GROUP BY | / sum(x) | memory |\n"
      "|---|---|---|---|---|\n",
      rows, 60, kRounds);
  std::fflush(stdout);
  large(folder, rows);
  if (argc > 1) small(folder, argv[1]);
  std::filesystem::remove_all(folder);
  return 0;
}
