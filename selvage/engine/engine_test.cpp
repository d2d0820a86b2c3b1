#include "selvage/engine/engine.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace selvage {
namespace {

class Engine : public ::testing::Test {
 protected:
  Engine() {
    path_ = std::filesystem::temp_directory_path() /
            ("selvage_engine_test_" + std::to_string(getpid()) + ".csv");
    std::ofstream file(path_);
    file << "id,age\n";
    for (int i = 0; i < 100'000; ++i) file << i << ',' << i % 50 << '\n';
  }
  ~Engine() override { std::filesystem::remove(path_); }

  Request request(const char* epsilon) const {
    return *parse_request({path_.string(), "age=0:40:20", epsilon});
  }

  std::filesystem::path path_;
};

// Counts are 40,000, 40,000 and 20,000; at epsilon 1 the noise is beyond 30 with
// probability below 1e-12.
TEST_F(Engine, AnswersWithNoisyCountsIntervalsAndAVerifiedGuarantee) {
  const auto release = answer(request("1"), {});
  ASSERT_TRUE(release) << release.error().message;
  ASSERT_EQ(release->cells.size(), 5u);
  const std::int64_t truth[] = {0, 40'000, 40'000, 20'000, 0};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(static_cast<double>(release->cells[i].count),
                static_cast<double>(truth[i]), 30);
    EXPECT_GE(release->cells[i].lower, 0);
    EXPECT_LE(release->cells[i].lower, release->cells[i].upper);
  }
  EXPECT_EQ(release->cells[1].label, "[0,20)");
  EXPECT_EQ(release->verification.level, VerificationLevel::exact_law);
  EXPECT_EQ(std::get<DpPromise>(release->derivations[0].conclusion.promise).epsilon,
            Rational(1));
  EXPECT_TRUE(holds(release->derivations[0]));
}

// 40 releases of five cells: all equal to the truth has probability below 1e-60.
TEST_F(Engine, TwoAnswersHaveDifferentNoise) {
  bool differs = false;
  std::vector<std::int64_t> first;
  for (int i = 0; i < 40; ++i) {
    std::vector<std::int64_t> counts;
    const auto release = answer(request("1"), {});
    ASSERT_TRUE(release);
    for (const auto& cell : release->cells) counts.push_back(cell.count);
    if (first.empty()) first = counts;
    differs = differs || counts != first;
  }
  EXPECT_TRUE(differs);
}

TEST_F(Engine, WarnsOfALargeEpsilon) {
  EXPECT_EQ(warnings(request("5")).size(), 0u);
  const auto large = warnings(request("20"));
  ASSERT_EQ(large.size(), 1u);
  EXPECT_NE(large[0].find("epsilon 20 promises little"), std::string::npos);
}

TEST_F(Engine, WarnsThatJsonLinesHaveNoHeader) {
  Request lines = request("1");
  for (const char* name : {"a.jsonl", "a.NDJSON"}) {
    lines.table = name;
    ASSERT_EQ(warnings(lines).size(), 1u);
    EXPECT_NE(warnings(lines)[0].find("no header"), std::string::npos);
  }
}

// A plan spends nothing: only a release speaks of the ledger, after its other warnings.
TEST_F(Engine, AReleaseSaysThatNoLedgerWasKept) {
  const auto release = answer(request("20"), {});
  ASSERT_TRUE(release);
  ASSERT_EQ(release->warnings.size(), 2u);
  EXPECT_EQ(release->warnings[0], warnings(request("20"))[0]);
  EXPECT_NE(release->warnings[1].find("no ledger was kept"), std::string::npos);
}

TEST_F(Engine, AWrongRequestFailsBeforeTheFileIsOpened) {
  Request wrong = request("1");
  wrong.epsilon = 0;
  wrong.table = "no such file.csv";
  const auto release = answer(wrong, {});
  ASSERT_FALSE(release);
  EXPECT_EQ(release.error().kind, ErrorKind::invalid_request);
}

}  // namespace
}  // namespace selvage
