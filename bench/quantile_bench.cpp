// Quantiles of a large table beside the same engine's own exact ones: whole commands,
// which take turns, and what they cost the processor (user and system, all threads).
//   quantile_bench PATH_OF_SELVAGE [rows] [rounds]
#include <filesystem>
#include <fstream>

#include "bench/side_by_side.hpp"

namespace {

using namespace selvage::bench;

constexpr int kGroups = 1000;

// Heavy-tailed, some missing: exp of a sum of uniforms.
void make_tables(const std::string& folder, long rows) {
  in_child([&] {
    PlainEngine engine;
    engine.run(fmt::format(
        "COPY (SELECT CASE WHEN random() < 0.02 THEN NULL ELSE "
        "20000 * exp(1.5 * (random() + random() + random() - 1)) END AS salary, "
        "(random() * {})::INTEGER AS team FROM range({})) TO '{}/rows.parquet' (FORMAT "
        "parquet)",
        kGroups - 1, rows, folder));
    engine.run(fmt::format("ATTACH '{}/rows.duckdb' AS stored", folder));
    engine.run(fmt::format(
        "CREATE TABLE stored.rows AS SELECT * FROM '{}/rows.parquet'", folder));
    return 0.0;
  });
  std::ofstream keys(folder + "/teams.txt");
  for (int team = 0; team < kGroups; ++team) keys << team << '\n';
}

struct Task {
  const char* name;
  std::string sql;                 // of a table {}
  std::vector<std::string> asked;  // of selvage: the verb, then options
};

std::vector<Task> tasks(const std::string& folder) {
  return {
      {"median", "SELECT quantile_disc(salary, 0.5) FROM {}", {"median"}},
      {"quartiles", "SELECT quantile_disc(salary, [0.25, 0.5, 0.75]) FROM {}", {"iqr"}},
      {"median by 1,000 groups",
       "SELECT team, quantile_disc(salary, 0.5) FROM {} GROUP BY team",
       {"median", "--by", fmt::format("team=@{}/teams.txt", folder)}}};
}

struct Costs {
  std::vector<double> processor, clock;
  double megabytes = 0;
  void add(const Cost& cost) {
    processor.push_back(cost.processor);
    clock.push_back(cost.clock);
    megabytes = std::max(megabytes, cost.megabytes);
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && std::string(argv[1]) == "--engine") {
    PlainEngine engine;
    if (*argv[2] != '\0') engine.run(fmt::format("ATTACH '{}' AS stored", argv[2]));
    engine.run(argv[3]);
    return 0;
  }
  if (argc < 2) return 2;
  const long rows = argc > 2 ? std::atol(argv[2]) : 20'000'000;
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 3;
  std::string folder =
      (std::filesystem::temp_directory_path() / "selvage-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return 1;
  make_tables(folder, rows);
  fmt::print(
      "Quantiles of {} rows beside the engine's own `quantile_disc`: seconds of the "
      "processor (of the clock), medians of {} rounds, and the largest memory\n\n"
      "| table | | DuckDB | selvage | ratio |\n|---|---|---|---|---|\n",
      rows, rounds);
  for (const bool stored : {false, true})
    for (const Task& task : tasks(folder)) {
      const std::string database = stored ? folder + "/rows.duckdb" : "";
      const std::string sql = fmt::format(
          fmt::runtime(task.sql),
          stored ? "stored.rows" : fmt::format("'{}/rows.parquet'", folder));
      std::vector<std::string> ours = {
          argv[1],
          task.asked[0],
          stored ? database + ":rows" : folder + "/rows.parquet",
          "--column",
          "salary",
          "--epsilon",
          "1"};
      ours.insert(ours.end(), task.asked.begin() + 1, task.asked.end());
      Costs engine, selvage;
      for (int round = 0; round < rounds; ++round) {
        engine.add(command_cost({"/proc/self/exe", "--engine", database, sql}));
        selvage.add(command_cost(ours));
      }
      fmt::print(
          "| {} | {} | {:.2f} s ({:.2f}), {:.0f} MB | {:.2f} s ({:.2f}), {:.0f} "
          "MB | {:.2f} |\n",
          stored ? "DuckDB" : "Parquet", task.name, median(engine.processor),
          median(engine.clock), engine.megabytes, median(selvage.processor),
          median(selvage.clock), selvage.megabytes,
          median(selvage.processor) / median(engine.processor));
      std::fflush(stdout);
    }
  std::filesystem::remove_all(folder);
  return 0;
}
