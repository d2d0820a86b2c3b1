// From a question to a certificate that a third party can check, with a real ledger:
// for every verb.
#include <fmt/format.h>

#include "selvage/engine/certified_testing.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;
using verify::Verdict;

std::vector<RequestText> every_verb() {
  return {
      {.verb = "histogram", .columns = {"age=0:50:10"}, .epsilon = "1"},
      {.verb = "histogram", .columns = {"age=0:50:10", "dept=a,b"}, .epsilon = "0.3"},
      {.verb = "histogram",
       .columns = {"age=0:50:10"},
       .epsilon = "1",
       .delta = "1e-6",
       .person = "id",
       .rows_per_person = "2",
       .per_person = "first"},
      {.verb = "histogram",
       .columns = {"age=0:50:1"},
       .epsilon = "1",
       .delta = "1e-6",
       .noise = "gaussian",
       .person = "id",
       .rows_per_person = "40"},
      {.verb = "histogram",
       .columns = {"age=0:50:10"},
       .epsilon = "1",
       .delta = "1e-6",
       .noise = "gaussian"},
      {.verb = "histogram",
       .columns = {"dept=?"},
       .epsilon = "1",
       .delta = "1e-6",
       .person = "id",
       .rows_per_person = "2"},
      {.verb = "histogram",
       .columns = {"age=0:50:10"},
       .epsilon = "1/3",
       .where = "dept = 'a'",
       .fewer_than = "20"},
      {.verb = "count", .epsilon = "1"},
      {.verb = "count",
       .by = {"dept=?"},
       .epsilon = "1",
       .delta = "1e-6",
       .fewer_than = "90"},
      {.verb = "sum", .columns = {"pay"}, .bounds = "0:1000", .epsilon = "1"},
      {.verb = "sum",
       .columns = {"pay"},
       .by = {"dept=?"},
       .bounds = "-2.5:1000",
       .epsilon = "1",
       .delta = "1e-6"},
      {.verb = "mean",
       .columns = {"pay"},
       .by = {"dept=a,b"},
       .bounds = "0:1000",
       .epsilon = "1"},
      {.verb = "mean",
       .columns = {"pay"},
       .bounds = "0:1000",
       .epsilon = "1",
       .delta = "1e-6",
       .noise = "gaussian",
       .person = "id",
       .rows_per_person = "2"},
      {.verb = "mean",
       .columns = {"pay"},
       .by = {"dept=?"},
       .bounds = "0:1000",
       .epsilon = "1",
       .delta = "1e-6"},
      {.verb = "variance",
       .columns = {"pay"},
       .by = {"dept=a,b"},
       .bounds = "0:1000",
       .epsilon = "1"},
      {.verb = "variance",
       .columns = {"pay"},
       .bounds = "0:1",
       .epsilon = "1",
       .delta = "1e-6"}};
}

std::string rows_of(int people) {
  std::string rows = "salary,department,age,bonus,role,hours\n";
  for (int i = 0; i < people; ++i)
    rows +=
        fmt::format("{},{},{},{},{},{}\n", i * 50, i % 4 == 0 ? "fire" : "schools",
                    20 + i % 47, i % 701, i < 900 ? "clerk" : "driver", 30 + i % 11);
  return rows;
}

int people_of(const Verb& verb) {
  const auto field = [&](const char* name) {
    return std::find_if(verb.example.begin(), verb.example.end(),
                        [&](const auto& one) { return one.first == name; });
  };
  return field("average_case") == verb.example.end()
             ? 2000
             : std::stoi(field("people")->second);
}

// Each with the example that its help shows: a verb that is added is tried here too.
TEST_F(Certified, EveryVerbOfTheListGivesACertificateThatVerifies) {
  for (const Verb& verb : verbs()) {
    // A ledger for each: an average-case question is the first one about a table, and
    // the number of people that it names must be right.
    Asked asked{{"table", folder_.write(verb.name + ".csv", rows_of(people_of(verb)))}};
    for (const auto& [field, text] : verb.example) asked.give(field, text);
    auto planned = verb.plan(asked);
    ASSERT_TRUE(planned) << verb.name << planned.error().message;
    const auto answered = answer(*std::move(planned), {}, bind_table, {});
    ASSERT_TRUE(answered) << verb.name << answered.error().message;
    const std::string text = certificate_of(*answered, nullptr);
    EXPECT_EQ(wrong_in(text), "") << verb.name;
    const auto again = verify::certified_release(*parse_certificate(text), verbs());
    ASSERT_TRUE(again) << verb.name << again.error().message;
    EXPECT_EQ(to_json(*again, NumberForm::exact)["answer"],
              to_json(answered->release, NumberForm::exact)["answer"]);
  }
}

TEST_F(Certified, EveryVerbGivesACertificateThatVerifies) {
  const auto key = SigningKey::generate();
  ASSERT_TRUE(key);
  std::int64_t entries = 0, by_id = 0;
  for (const RequestText& text : every_verb()) {
    const auto answered = asked(text);
    ASSERT_TRUE(answered) << answered.error().message;
    const auto certificate = parse_certificate(certificate_of(*answered, &*key));
    ASSERT_TRUE(certificate) << text.verb << certificate.error().message;
    for (const auto& check : verify::check_certificate(*certificate, verbs()))
      EXPECT_EQ(check.verdict, Verdict::holds)
          << text.verb << " " << check.subject << ": " << check.finding;
    EXPECT_EQ(certificate->json["ledger"]["entry"]["id"],
              text.person ? ++by_id : ++entries);
    const auto alone = asked(text, {LedgerChoice::Kind::none});
    ASSERT_TRUE(alone);
    EXPECT_EQ(wrong_in(certificate_of(*alone, nullptr)), "");
    EXPECT_EQ(parse_certificate(certificate_of(*alone, nullptr))->json["ledger"],
              nullptr);
  }
  EXPECT_TRUE(Ledger::open(ledger())->check());
  EXPECT_TRUE(Ledger::open(table_by_id() + ".ledger")->check());
}

TEST_F(Certified, TheSameQuestionOnTheSameVersionIsAnsweredOnce) {
  for (RequestText text : every_verb()) {
    text.version = "2026-10";
    const auto first = asked(text), again = asked(text);
    ASSERT_TRUE(first && again);
    EXPECT_FALSE(first->release.ledger->answered_before);
    EXPECT_TRUE(again->release.ledger->answered_before);
    EXPECT_EQ(again->record->entry.id, first->record->entry.id);
    EXPECT_EQ(again->release.drawn.numbers, first->release.drawn.numbers);
    Json one = to_json(first->release, NumberForm::exact);
    Json two = to_json(again->release, NumberForm::exact);
    one.erase("ledger");
    two.erase("ledger");
    EXPECT_EQ(one, two);
    EXPECT_EQ(wrong_in(certificate_of(*again, nullptr)), "");
  }
  // Other error bars are the same question; another epsilon is another one.
  RequestText text = every_verb()[0];
  text.version = "2026-10";
  text.confidence = "0.5";
  EXPECT_TRUE(asked(text)->release.ledger->answered_before);
  text.epsilon = "0.9";
  EXPECT_FALSE(asked(text)->release.ledger->answered_before);
  text.version = "2026-11";
  EXPECT_FALSE(asked(text)->release.ledger->answered_before);
  text.version = std::nullopt;
  EXPECT_FALSE(asked(text)->release.ledger->answered_before);
  EXPECT_FALSE(asked(text)->release.ledger->answered_before);
}

TEST_F(Certified, ALedgerOfReplacedPersonsCountsTheirPromise) {
  const std::string path = folder_.file("replaced");
  ASSERT_TRUE(Ledger::create(path, {.table = "people",
                                    .caps = LedgerCaps{2, *Rational::parse("1e-4")},
                                    .neighbours = Neighbours::replace_person,
                                    .accounting = Accounting::sum,
                                    .unit = {"id"}}));
  const LedgerChoice named{LedgerChoice::Kind::named, path};
  RequestText text = every_verb()[5];
  text.epsilon = "0.6";
  const auto answered = asked(text, named);
  ASSERT_TRUE(answered) << answered.error().message;
  EXPECT_EQ(wrong_in(certificate_of(*answered, nullptr)), "");
  const auto& dp =
      std::get<DpPromise>(answered->record->spent.capped->conclusion.promise);
  EXPECT_EQ(dp.epsilon, Rational(6, 5));
  EXPECT_GT(dp.delta, *Rational::parse("2e-6"));
  EXPECT_EQ(asked(text, named).error().kind, ErrorKind::budget_exceeded);
}

// The caps bind by the number of cells, though not all are listed.
TEST_F(Certified, HiddenCellsAreCountedByTheDomain) {
  for (RequestText text : {RequestText{.verb = "count",
                          .epsilon = "0.1",
                          .person = "id",
                          .rows_per_person = "7",
                          .cells_per_person = "40",
                          .fewer_than = "20"},
                           RequestText{.verb = "histogram",
                           .columns = {"dept=a,b"},
                           .epsilon = "1",
                           .person = "id",
                           .rows_per_person = "7",
                           .cells_per_person = "40",
                           .per_person = "first",
                           .fewer_than = "20"}}) {
    const auto answered = asked(text);
    ASSERT_TRUE(answered) << answered.error().message;
    EXPECT_EQ(wrong_in(certificate_of(*answered, nullptr)), "") << text.verb;
  }
}

// A delta is promised to six digits, however small it is.
TEST_F(Certified, SmallDeltasAreConfirmed) {
  for (const char* delta : {"1e-9", "1e-12", "1e-20"})
    for (const char* epsilon : {"1", "0.1", "0.05"}) {
      const auto answered = asked({.verb = "count",
                                   .epsilon = epsilon,
                                   .delta = delta,
                                   .noise = "gaussian",
                                   .person = "id"},
                                  {LedgerChoice::Kind::none});
      ASSERT_TRUE(answered) << epsilon << delta << answered.error().message;
    }
}

TEST_F(Certified, ARefusalSpendsNothing) {
  const std::string path = folder_.file("caps");
  ASSERT_TRUE(Ledger::create(path, {.table = "people", .caps = LedgerCaps{1, 0}}));
  const LedgerChoice named{LedgerChoice::Kind::named, path};
  RequestText text = every_verb()[0];
  text.epsilon = "0.6";
  ASSERT_TRUE(asked(text, named));
  const auto refused = asked(text, named);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::budget_exceeded);
  EXPECT_EQ(Ledger::open(path)->head()->id, 1);
}

TEST_F(Certified, TheStoredAnswerIsCompared) {
  for (const RequestText& text : every_verb()) {
    const auto answered = asked(text);
    ASSERT_TRUE(answered);
    const std::string good = certificate_of(*answered, nullptr);
    auto account = Ledger::open(text.person ? table_by_id() + ".ledger" : ledger());
    const auto stored = account->answer_of(answered->record->entry.id);
    ASSERT_TRUE(stored && *stored);
    EXPECT_TRUE(verify::is_stored_answer(*parse_certificate(good), (*stored)->json));
    Json moved = Json::parse(good);
    if (moved["drawn"]["cells"].is_array()) {
      moved["drawn"]["cells"].push_back(1'000'000);
      EXPECT_FALSE(
          verify::is_stored_answer(*parse_certificate(forged(moved)), (*stored)->json));
    }
    Json json = Json::parse((*stored)->json);
    if (json["numbers"][0].empty()) continue;
    json["numbers"][0][0] = json["numbers"][0][0].get<std::int64_t>() + 1;
    EXPECT_FALSE(verify::is_stored_answer(*parse_certificate(good), json.dump()));
    EXPECT_FALSE(verify::is_stored_answer(*parse_certificate(good), "{}"));
  }
}

// Many different releases that compose within themselves are not too much to check.
TEST_F(Certified, ManyGaussianReleasesVerify) {
  std::string last;
  for (int i = 10; i < 22; ++i) {
    const auto answered = asked({.verb = "count",
                                 .epsilon = "0." + std::to_string(i),
                                 .delta = "1e-6",
                                 .noise = "gaussian"});
    ASSERT_TRUE(answered);
    last = certificate_of(*answered, nullptr);
  }
  const auto certificate = parse_certificate(last);
  ASSERT_TRUE(certificate);
  for (const auto& check : verify::check_certificate(*certificate, verbs()))
    EXPECT_TRUE(check.verdict == Verdict::holds || check.subject == "signature")
        << check.subject << ": " << check.finding;
}

TEST_F(Certified, AnotherTableIsAnotherQuestion) {
  std::filesystem::create_directory(folder_.file("b"));
  std::ofstream(folder_.file("b/people.csv")) << "id,age,dept,pay\n1,2,a,3\n";
  const std::string path = folder_.file("both");
  ASSERT_TRUE(Ledger::create(path, {.table = "people", .caps = LedgerCaps{3, 0}}));
  const LedgerChoice named{LedgerChoice::Kind::named, path};
  RequestText text{.verb = "count", .table = table(), .epsilon = "1", .version = "v"};
  ASSERT_TRUE(answer(*plan_of(text), {}, bind_table, named));
  text.table = folder_.file("b/people.csv");
  const auto other = answer(*plan_of(text), {}, bind_table, named);
  ASSERT_TRUE(other);
  EXPECT_FALSE(other->release.ledger->answered_before);
}

}  // namespace
}  // namespace selvage
