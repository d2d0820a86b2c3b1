// What bounding people costs in every format: seconds of the processor (user and
// system, all threads) and of the clock, at most 3 rows in 2 cells each. Other builds
// of this program take turns with it on the same files.
//   person_formats_bench [rows] [people] [other builds...]
#include <filesystem>

#include "bench/side_by_side.hpp"
#include "selvage/source/table.hpp"

namespace {

using namespace selvage::bench;

constexpr int kRounds = 3;
constexpr const char* kOnce = "--once";

void make_tables(const std::string& folder, long rows, long people) {
  in_child([&] {
    PlainEngine engine;
    engine.run(fmt::format("ATTACH '{}/rows.duckdb' AS made", folder));
    engine.run(fmt::format(
        "CREATE TABLE made.rows AS SELECT (hash(i) % {1})::BIGINT AS person, "
        "printf('P%09d', hash(i) % {1}) AS name, (hash(i * 7 + 1) % 100)::BIGINT AS "
        "age, (hash(i * 13 + 5) % 50)::BIGINT AS tenure, "
        "((hash(i * 3 + 2) % 100000) / 100)::DOUBLE AS wage FROM range({0}) t(i)",
        rows, people));
    engine.run(fmt::format("COPY made.rows TO '{}/rows.parquet'", folder));
    engine.run(fmt::format("COPY made.rows TO '{}/rows.csv'", folder));
    engine.run(fmt::format("COPY made.rows TO '{}/rows.jsonl' (FORMAT json)", folder));
    engine.run("DETACH made");
    return 0.0;
  });
}

// One reading, in a process of its own.
int read_once(const std::string& table, const std::string& person, bool measured) {
  std::optional<selvage::Measure> wage;
  if (measured)
    wage = selvage::Measure{"wage",
                            *selvage::Grid::finest("0:1000", selvage::Grid::kSums)};
  const selvage::Reading reading{
      *selvage::Domain::make({{"age", *selvage::parse_values("0:100:10")},
                              {"tenure", *selvage::parse_values("0:50:5")}}),
      wage,
      {person, 3, 2}};
  const auto key = selvage::fresh_bounding_key();
  auto reader = selvage::bind_table(table, reading, {.bounding_key = *key});
  return reader && (*reader)->cells() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 5 && std::string(argv[1]) == kOnce)
    return read_once(argv[2], argv[3], argv[4] == std::string("1"));
  const long rows = argc > 1 ? std::atol(argv[1]) : 10'000'000;
  const long people = argc > 2 ? std::atol(argv[2]) : rows / 10;
  std::vector<std::string> programs = {"/proc/self/exe"};
  for (int i = 3; i < argc; ++i) programs.push_back(argv[i]);
  std::string folder =
      (std::filesystem::temp_directory_path() / "selvage-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return 1;
  make_tables(folder, rows, people);
  fmt::print(
      "\nBounding {} rows of {} people: seconds of the processor (of the clock), "
      "medians of {} rounds\n\n| person | measure | format | this build |",
      rows, people, kRounds);
  for (std::size_t i = 1; i < programs.size(); ++i) fmt::print(" {} |", programs[i]);
  fmt::print("\n|---|---|---|---|");
  for (std::size_t i = 1; i < programs.size(); ++i) fmt::print("---|");
  fmt::print("\n");
  for (const std::string person : {"person", "name", ""})
    for (const bool measured : {false, true})
      for (const char* table :
           {"rows.parquet", "rows.duckdb:rows", "rows.csv", "rows.jsonl"}) {
        std::vector<std::vector<double>> processor(programs.size()),
            clock(programs.size());
        for (int round = 0; round < kRounds; ++round)
          for (std::size_t i = 0; i < programs.size(); ++i) {
            const Cost cost = command_cost({programs[i], kOnce, folder + "/" + table,
                                            person, measured ? "1" : "0"});
            processor[i].push_back(cost.processor);
            clock[i].push_back(cost.clock);
          }
        fmt::print("| {} | {} | {} |",
                   person.empty()       ? "every row"
                   : person == "person" ? "BIGINT"
                                        : "VARCHAR",
                   measured ? "yes" : "no", table);
        for (std::size_t i = 0; i < programs.size(); ++i)
          fmt::print(" {:.2f} ({:.2f}) |", median(processor[i]), median(clock[i]));
        fmt::print("\n");
        std::fflush(stdout);
      }
  std::filesystem::remove_all(folder);
  return 0;
}
