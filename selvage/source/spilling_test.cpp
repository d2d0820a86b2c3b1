// Rows of people that do not fit in memory, and readings that are stopped.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "selvage/source/table_testing.hpp"

namespace selvage {
namespace {

class Spilling : public TableFiles {
 protected:
  // What lies in the folder for temporary files.
  std::vector<std::filesystem::path> spilled() const {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(temp_))
      paths.push_back(entry.path());
    return paths;
  }
  Spilling() { std::filesystem::create_directory(temp_); }

  std::string temp_ = folder_.file("temp");
};

// 2 * 10^6 rows of 24 bytes are sorted in 32 MB.
TEST_F(Spilling, WhatDoesNotFitInMemoryIsPutInAPrivateFolder) {
  const std::string table = parquet(
      "SELECT (hash(i % 1000000) >> 1)::BIGINT AS p, (hash(i + 1) % 40)::INTEGER AS n "
      "FROM "
      "range(2000000) r(i)");
  const Reading question = reading({column("n", "0:30:10")}, measure("n"), {"p", 2, 2});
  const Labelled expected =
      cells_of(table, question, {.memory = "2GB", .bounding_key = fixed_key(8)});
  bool on_disk = false;
  int times = 0;
  {
    auto reader = bind_table(table, question,
                             {.memory = "32MB",
                              .temp = temp_,
                              .bounding_key = fixed_key(8),
                              .watch = [&](double) {
                                ++times;
                                for (const auto& folder : spilled())
                                  on_disk =
                                      on_disk || !std::filesystem::is_empty(folder);
                                return true;
                              }});
    ASSERT_TRUE(reader) << reader.error().message;
    ASSERT_EQ(spilled().size(), 1u);
    EXPECT_EQ(std::filesystem::status(spilled()[0]).permissions(),
              std::filesystem::perms::owner_all);
    const auto cells = (*reader)->cells();
    ASSERT_TRUE(cells) << cells.error().message;
    EXPECT_EQ(labelled(*cells, question), expected);
  }
  EXPECT_TRUE(spilled().empty());
  EXPECT_TRUE(on_disk || times < 3);  // a fast machine is not watched
}

// 10^6 rows of 32 bytes: they are held in 2 GB, and sorted by the engine in 24 MB.
TEST_F(Spilling, PeopleOfATextFileDoNotFitEither) {
  const std::string path = folder_.file("t.csv");
  maker().run(
      "COPY (SELECT 'person ' || (hash(i) % 150000)::VARCHAR AS p, (hash(i + 1) % "
      "40)::INTEGER AS n FROM range(1000000) r(i)) TO " +
      quoted_text(path) + " (FORMAT csv, HEADER)");
  const Reading question = reading({column("n", "0:30:10")}, measure("n"), {"p", 2, 2});
  const auto sums = [&](const char* memory) {
    return cells_of(
        path, question,
        {.memory = memory, .threads = 1, .temp = temp_, .bounding_key = fixed_key(8)});
  };
  EXPECT_EQ(sums("24MB"), sums("2GB"));
  EXPECT_TRUE(spilled().empty());
}

TEST_F(Spilling, AFolderThatCannotBeWrittenIsNamedBeforeTheScan) {
  const std::string text = folder_.write("t.csv", "p,x\na,1\n"),
                    file = parquet("SELECT 'a' AS p, 1 AS x"),
                    absent = folder_.file("absent"), shut = folder_.file("shut");
  std::filesystem::create_directory(shut);
  // Others may enter and read, and not write.
  std::filesystem::permissions(folder_.file("."), std::filesystem::perms(0755));
  std::filesystem::permissions(shut, std::filesystem::perms(0555));
  const Reading question = reading({column("x", "0:3:1")}, {}, {"p"});
  const uid_t self = geteuid();
  for (const std::string& table : {text, file})
    for (const auto& [temp, why] :
         {std::pair(absent, "No such file or directory"),
          std::pair(text, "Not a directory"), std::pair(shut, "Permission denied")}) {
      ASSERT_EQ(seteuid(self == 0 ? 65534 : self), 0);
      const Error error = refusal(table, question, {.temp = temp});
      ASSERT_EQ(seteuid(self), 0);
      EXPECT_EQ(error.kind, ErrorKind::unreadable);
      EXPECT_EQ(
          error.message,
          fmt::format("cannot make a folder for temporary files in '{}': {}; name "
                      "another with `temp`",
                      temp, why));
      // Where no rows are sorted by person, nothing is put anywhere.
      EXPECT_TRUE(bind_table(table, asked("x"), {.temp = temp}));
    }
}

// Where no row passes the filter, the engine gets none to sort, and waits.
TEST_F(Spilling, AWatchSeesTheShareOfAFileThatIsLeftOut) {
  const std::string text = folder_.file("t.csv");
  maker().run("COPY (SELECT 'person ' || i AS p, 5 AS x FROM range(2000000) r(i)) TO " +
              quoted_text(text) + " (FORMAT csv, HEADER)");
  double most = 0;
  int times = 0;
  TableOptions watched = where("x < 0");
  watched.watch = [&](double share) {
    most = std::max(most, share);
    ++times;
    return true;
  };
  EXPECT_EQ(total(counts(text, reading({column("x", "0:30:10")}, {}, {"p"}), watched)),
            0);
  EXPECT_TRUE(most > 0 || times < 2) << times;  // a fast machine is not watched
}

TEST_F(Spilling, AWatchStopsASortByPersonAndNothingIsLeft) {
  const std::string file = parquet(
      "SELECT 'person ' || hash(i)::VARCHAR AS p, i % 40 AS x FROM range(1000000) "
      "r(i)");
  const std::string text = folder_.file("t.csv");
  maker().run(fmt::format("COPY (FROM {}) TO {} (FORMAT csv, HEADER)",
                          quoted_text(file), quoted_text(text)));
  for (const std::string& table : {file, text})
    for (const char* person : {"p", ""}) {
      const Reading question = reading({column("x", "0:30:10")}, {}, {person});
      bool called = false;
      const auto cells =
          count(table, question, {.temp = temp_, .watch = [&](double share) {
                                    EXPECT_LE(share, 1);
                                    called = true;
                                    return false;
                                  }});
      if (called) {
        ASSERT_FALSE(cells) << table << person;
        EXPECT_EQ(cells.error().kind, ErrorKind::interrupted);
      } else {
        EXPECT_TRUE(cells);  // a fast machine was done before
      }
      EXPECT_TRUE(spilled().empty());
    }
}

}  // namespace
}  // namespace selvage
