#include "selvage/engine/engine.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <tuple>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"
#include "selvage/mechanism/cells/cells_planning.hpp"
#include "selvage/source/parquet_file.hpp"
#include "selvage/source/table.hpp"
#include "selvage/verbs/plan_testing.hpp"

namespace selvage {
namespace {

// 100,000 rows of 50,000 people, two each.
class Engine : public ::testing::Test {
 protected:
  Engine() {
    path_ = std::filesystem::temp_directory_path() /
            ("selvage_engine_test_" + std::to_string(getpid()) + ".csv");
    std::ofstream file(path_);
    file << "id,age,dept,pay\n";
    for (int i = 0; i < 100'000; ++i)
      file << i / 2 << ',' << i % 50 << ',' << (i % 4 == 0 ? "a" : "b") << ','
           << i % 1000 << '\n';
  }
  ~Engine() override { std::filesystem::remove(path_); }

  RequestText text(const char* verb) const {
    return {.verb = verb, .table = path_.string(), .epsilon = "1"};
  }
  Planned histogram(const char* epsilon) const {
    RequestText asked = text("histogram");
    asked.columns = {"age=0:40:20"};
    asked.epsilon = epsilon;
    return *plan_of(asked);
  }
  static Release answered(const RequestText& asked) {
    const auto planned = plan_of(asked);
    EXPECT_TRUE(planned) << planned.error().message;
    auto answered = released(*planned);
    EXPECT_TRUE(answered) << answered.error().message;
    return *std::move(answered);
  }
  // Accounts are tested in certified_test.cpp.
  static Result<Release> released(const Planned& planned,
                                  const TableOptions& options = {}) {
    auto answered = answer(planned, options, bind_table, {LedgerChoice::Kind::none});
    if (!answered) return answered.error();
    return std::move(answered->release);
  }

  std::filesystem::path path_;
};

// The only number of the only row.
double number_of(const Release& release) {
  const Series& series = release.answer.numbers.at(0);
  return series.unit.to_double() * static_cast<double>(series.rows.at(0).value);
}

// Counts are 40,000, 40,000 and 20,000; at epsilon 1 the noise is beyond 30 with
// probability below 1e-12.
TEST_F(Engine, AnswersWithNoisyCountsIntervalsAndAVerifiedGuarantee) {
  const auto release = released(histogram("1"), {});
  ASSERT_TRUE(release) << release.error().message;
  ASSERT_EQ(release->answer.cells.size(), 5u);
  const std::int64_t truth[] = {0, 40'000, 40'000, 20'000, 0};
  for (std::size_t i = 0; i < 5; ++i) {
    const Estimate& number = release->answer.numbers[0].rows[i];
    EXPECT_NEAR(static_cast<double>(number.value), static_cast<double>(truth[i]), 30);
    EXPECT_GE(number.lower, 0);
    EXPECT_LE(number.lower, number.upper);
  }
  EXPECT_EQ(release->answer.domain.label(1, 0), "[0,20)");
  EXPECT_EQ(release->verification.level, VerificationLevel::exact_law);
  EXPECT_EQ(std::get<DpPromise>(release->derivations[0].conclusion.promise).epsilon,
            Rational(1));
  EXPECT_TRUE(holds(release->derivations[0]));
  ASSERT_TRUE(release->answer.total);
  EXPECT_NEAR(static_cast<double>(release->answer.total->value), 100'000, 150);
}

TEST_F(Engine, CountsPeopleOnceWhereTheyAreNamed) {
  RequestText asked = text("count");
  asked.person = "id";
  EXPECT_NEAR(number_of(answered(asked)), 50'000, 30);
  asked.rows_per_person = "2";
  EXPECT_NEAR(number_of(answered(asked)), 100'000, 60);
}

// Everybody's mean is 499.5; the noise of the sum is beyond 30 scales of 1000 with
// probability below 1e-12, over 100,000 rows.
TEST_F(Engine, SumsMeansAndVariancesOnTheGrid) {
  RequestText asked = text("mean");
  asked.columns = {"pay"};
  asked.bounds = "0:1000";
  const Release mean = answered(asked);
  EXPECT_NEAR(number_of(mean), 499.5, 0.7);
  EXPECT_FALSE(mean.error);
  asked.verb = "sum";
  const Release sum = answered(asked);
  EXPECT_NEAR(number_of(sum), 49'950'000, 30'000);
  asked.verb = "variance";
  const Release variance = answered(asked);
  EXPECT_NEAR(number_of(variance), 83'333, 1500);
}

TEST_F(Engine, UnknownKeysAreShownFromTheThresholdOn) {
  RequestText asked = text("histogram");
  asked.columns = {"dept=?"};
  asked.delta = "1e-6";
  const Release release = answered(asked);
  ASSERT_EQ(release.answer.cells.size(), 2u);
  EXPECT_EQ(release.answer.domain.label(release.answer.cells[0], 0), "a");
  EXPECT_EQ(release.question.asked[0], "?");
  EXPECT_EQ(release.answer.fewer_than, 15);
  EXPECT_FALSE(release.answer.total);
}

TEST_F(Engine, TwoColumnsHaveMarginsThatAddUp) {
  RequestText asked = text("histogram");
  asked.columns = {"dept=a,b", "age=0:40:20"};
  const Release release = answered(asked);
  ASSERT_EQ(release.answer.margins.size(), 2u);
  for (const auto& margin : release.answer.margins) {
    std::int64_t sum = 0;
    for (const Estimate& number : margin) sum += number.value;
    EXPECT_EQ(sum, release.answer.total->value);
  }
  EXPECT_GT(release.answer.total->upper - release.answer.total->value,
            release.error->bound);
}

TEST_F(Engine, AccuracyFindsTheLeastEpsilon) {
  RequestText asked = text("count");
  asked.epsilon.reset();
  asked.accuracy = "50@0.99";
  const auto request = parse_cells_request(asked.verb, asked_of(asked));
  ASSERT_TRUE(request);
  const auto plan = plan_request(*request);
  ASSERT_TRUE(plan);
  const Noise& noise = plan->numbers[0].added();
  EXPECT_LE(error_bound(noise, Rational(1, 100)), 50);
  // A thousandth less does not do.
  const Rational scale = std::get<LaplaceNoise>(noise).scale * Rational(1012, 1000);
  EXPECT_GT(error_bound(*laplace_noise(scale), Rational(1, 100)), 50);
  asked.verb = "mean";
  asked.columns = {"pay"};
  asked.bounds = "0:1000";
  asked.accuracy = "0.0001";
  const auto impossible =
      plan_request(*parse_cells_request(asked.verb, asked_of(asked)));
  ASSERT_FALSE(impossible);
  EXPECT_NE(impossible.error().message.find("no epsilon up to 1000"),
            std::string::npos);
}

// 40 releases of five cells: all equal to the truth has probability below 1e-60.
TEST_F(Engine, TwoAnswersHaveDifferentNoise) {
  bool differs = false;
  std::vector<std::int64_t> first;
  for (int i = 0; i < 40; ++i) {
    std::vector<std::int64_t> counts;
    const auto release = released(histogram("1"), {});
    ASSERT_TRUE(release);
    for (const Estimate& number : release->answer.numbers[0].rows)
      counts.push_back(number.value);
    if (first.empty()) first = counts;
    differs = differs || counts != first;
  }
  EXPECT_TRUE(differs);
}

// T60 through whole releases: at this epsilon a count is as it is, and no cap and no
// format moves anybody from one class to another.
TEST_F(Engine, UnderAProfileEverybodyKeepsTheirClass) {
  TemporaryFolder folder;
  std::string csv = "id,k\n", lines;
  ReleasedTable stored{{{"k", {}}}, {{{{"id", {}}}}}};
  for (int i = 0; i < 240; ++i) {
    const char* key = std::array{"a", "b", "c"}[static_cast<std::size_t>(i / 40) % 3];
    csv += fmt::format("0{},{}\n", i % 40, key);
    lines += fmt::format(R"({{"id": {}, "k": "{}"}})", i % 40, key) + "\n";
    stored.labels[0].second.emplace_back(key);
    stored.numbers[0].columns[0].second.push_back(i % 40);
  }
  const std::string parquet = folder.file("t.parquet");
  ASSERT_TRUE(write_parquet(stored, parquet));
  std::vector<std::int64_t> first;
  for (const std::string& table :
       {folder.write("t.csv", csv), folder.write("t.jsonl", lines), parquet})
    for (const auto& [rows, cells, how] :
         {std::tuple("1", "1", "sum"), std::tuple("1", "3", "sum"),
          std::tuple("1", "2", "first"), std::tuple("5", "1", "first")}) {
      const auto request = plan_of({.verb = "count",
                                    .table = table,
                                    .by = {"k=a,b"},
                                    .person = "id",
                                    .rows_per_person = rows,
                                    .cells_per_person = cells,
                                    .per_person = how,
                                    .profile = "5:400,500"});
      ASSERT_TRUE(request) << request.error().message;
      const auto answered =
          answer(*request, {}, bind_table, {LedgerChoice::Kind::none});
      ASSERT_TRUE(answered) << answered.error().message;
      const auto& counts = answered->release.drawn.numbers[0];
      if (first.empty()) first = counts;
      EXPECT_EQ(counts, first) << table << " " << rows << " " << cells << " " << how;
    }
  EXPECT_EQ(first[0] + first[1] + first[2], 40);
  EXPECT_LT(*std::max_element(first.begin(), first.end()), 30);  // people spread
}

std::vector<std::string> warnings_of(const Planned& planned) {
  return planned.plan->warnings(planned.confidence);
}

bool any_holds(const std::vector<std::string>& sentences, const char* words) {
  for (const std::string& sentence : sentences)
    if (sentence.find(words) != std::string::npos) return true;
  return false;
}

TEST_F(Engine, WarnsOfALargeEpsilonAndOfRowsTakenForPeople) {
  EXPECT_FALSE(any_holds(warnings_of(histogram("5")), "promises little"));
  EXPECT_TRUE(any_holds(warnings_of(histogram("20")), "epsilon 20 promises little"));
  EXPECT_TRUE(
      any_holds(warnings_of(histogram("1")), "every row is taken for a person"));
  RequestText asked = text("count");
  asked.person = "id";
  EXPECT_TRUE(warnings_of(*plan_of(asked)).empty());
}

// Of one person as many rows as the cap allows: the count is not that of all rows.
TEST_F(Engine, WarnsWhereverCapsCanCut) {
  RequestText asked = text("count");
  asked.person = "id";
  asked.rows_per_person = "100";
  EXPECT_TRUE(any_holds(warnings_of(*plan_of(asked)), "further rows are left out"));
  asked.rows_per_person = std::nullopt;
  asked.by = {"age=0:100:50"};
  EXPECT_TRUE(any_holds(warnings_of(*plan_of(asked)), "in 1 of them only"));
}

TEST_F(Engine, WarnsThatJsonLinesHaveNoHeader) {
  RequestText lines = text("count");
  for (const char* name : {"a.jsonl", "a.NDJSON"}) {
    lines.table = name;
    EXPECT_TRUE(any_holds(warnings_of(*plan_of(lines)), "no header"));
  }
}

// A plan spends nothing: only a release speaks of the ledger, after its other warnings.
TEST_F(Engine, AReleaseSaysThatNoLedgerWasKept) {
  const auto release = released(histogram("20"), {});
  ASSERT_TRUE(release);
  EXPECT_NE(release->warnings.back().find("no ledger was kept"), std::string::npos);
  EXPECT_FALSE(any_holds(warnings_of(histogram("20")), "ledger"));
}

TEST_F(Engine, AWrongRequestFailsBeforeTheFileIsOpened) {
  RequestText wrong = text("count");
  wrong.epsilon = "0";
  wrong.table = "no such file.csv";
  const auto planned = plan_of(wrong);
  ASSERT_FALSE(planned);
  EXPECT_EQ(planned.error().kind, ErrorKind::invalid_request);
}

}  // namespace
}  // namespace selvage
