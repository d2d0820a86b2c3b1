// Contribution bounding of 10^7 rows of 10^6 people over two columns, at most 3 rows in
// 2 cells each, against the same bounding in SQL window functions: ratios of medians,
// side by side in one run.
//   persons_bench [rows] [people]
#include <filesystem>

#include "bench/side_by_side.hpp"
#include "selvage/source/table.hpp"

namespace {

using namespace selvage::bench;

constexpr int kRounds = 3;

void make_parquet(const std::string& path, long rows, long people) {
  in_child([&] {
    PlainEngine engine;
    engine.run(fmt::format(
        "COPY (SELECT (hash(i) % {1})::BIGINT AS person, "
        "printf('P%09d', hash(i) % {1}) AS name, (hash(i * 7 + 1) % 100)::BIGINT AS "
        "age, "
        "(hash(i * 13 + 5) % 50)::BIGINT AS tenure FROM range({0}) t(i)) TO '{2}' "
        "(FORMAT parquet)",
        rows, people, path));
    return 0.0;
  });
}

// Of each person's rows the 2 cells, then the 3 rows, with the smallest hash.
std::string bounded_sql(const std::string& table, const std::string& person) {
  return fmt::format(
      "SELECT a, t, count(*) FROM (SELECT a, t, row_number() OVER (PARTITION BY person "
      "ORDER BY row_hash) AS row FROM (SELECT *, hash(person, a, t, random()) AS "
      "row_hash FROM (SELECT *, dense_rank() OVER (PARTITION BY person ORDER BY "
      "hash(person, a, t, 42)) AS cell FROM (SELECT {} AS person, age // 10 AS a, "
      "tenure // 5 AS t FROM read_parquet('{}'))) WHERE cell <= 2)) WHERE row <= 3 "
      "GROUP BY a, t",
      person, table);
}

double sql_seconds(const std::string& sql, const std::string& memory) {
  PlainEngine engine;
  engine.run(fmt::format("SET memory_limit = '{}'", memory));
  const auto start = Clock::now();
  engine.run(sql);
  return seconds_since(start);
}

double selvage_seconds(const std::string& table, const std::string& person,
                       const std::string& memory) {
  const selvage::Reading reading{
      *selvage::Domain::make({{"age", *selvage::parse_values("0:100:10")},
                              {"tenure", *selvage::parse_values("0:50:5")}}),
      std::nullopt,
      {person, 3, 2}};
  const auto key = selvage::fresh_bounding_key();
  auto reader =
      selvage::bind_table(table, reading, {.memory = memory, .bounding_key = *key});
  if (!reader) std::abort();
  const auto start = Clock::now();
  if (!(*reader)->cells()) std::abort();
  return seconds_since(start);
}

}  // namespace

int main(int argc, char** argv) {
  const long rows = argc > 1 ? std::atol(argv[1]) : 10'000'000;
  const long people = argc > 2 ? std::atol(argv[2]) : rows / 10;
  std::string folder =
      (std::filesystem::temp_directory_path() / "selvage-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return 1;
  const std::string table = folder + "/rows.parquet";
  make_parquet(table, rows, people);
  fmt::print(
      "\nBounding {} rows of {} people to 3 rows in 2 cells (medians of {} rounds)\n\n"
      "| person | memory limit | selvage | memory used | / the same in SQL | / GROUP "
      "BY "
      "without bounding |\n|---|---|---|---|---|---|\n",
      rows, people, kRounds);
  for (const std::string person : {"person", "name"})
    for (const std::string memory : {"4GB", "400MB", "100MB"}) {
      std::vector<double> ours, sql, plain;
      double used = 0;
      for (int round = 0; round < kRounds; ++round) {
        const auto mine =
            in_child([&] { return selvage_seconds(table, person, memory); });
        ours.push_back(mine.seconds);
        used = std::max(used, mine.megabytes);
        // The window functions do not fit in less than about 3 GB.
        sql.push_back(in_child([&] {
                        return sql_seconds(bounded_sql(table, person), "16GB");
                      }).seconds);
        plain.push_back(
            in_child([&] {
              return sql_seconds(
                  fmt::format("SELECT age // 10, tenure // 5, count(*) FROM "
                              "read_parquet('{}') GROUP BY ALL",
                              table),
                  "4GB");
            }).seconds);
      }
      fmt::print("| {} | {} | {:.2f} s | {:.0f} MB | {:.2f} | {:.1f} |\n",
                 person == "person" ? "BIGINT" : "VARCHAR", memory, median(ours), used,
                 median(ours) / median(sql), median(ours) / median(plain));
      std::fflush(stdout);
    }
  std::filesystem::remove_all(folder);
  return 0;
}
