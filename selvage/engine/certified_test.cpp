// From a question to a certificate that a third party can check, with a real ledger:
// for every verb, and against everybody who would change it afterwards.
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/digest.hpp"
#include "selvage/base/temporary_folder.hpp"
#include "selvage/base/utc_time.hpp"
#include "selvage/certificate/certificate_testing.hpp"
#include "selvage/engine/engine.hpp"
#include "selvage/source/table.hpp"
#include "selvage/verbs/plan_testing.hpp"
#include "selvage/verbs/verbs.hpp"
#include "selvage/verify/certificate_check.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;
using verify::Verdict;

class Certified : public testing::Test {
 protected:
  Certified() {
    std::filesystem::create_directory(folder_.file("by_id"));
    for (const std::string& name : {table(), table_by_id()}) {
      std::ofstream file(name);
      file << "id,age,dept,pay\n";
      for (int i = 0; i < 2000; ++i)
        file << i / 2 << ',' << i % 50 << ',' << (i % 4 == 0 ? "a" : "b") << ','
             << i % 1000 << '\n';
    }
  }

  // A ledger counts one unit of privacy, so what protects people has another one.
  std::string table() const { return folder_.file("people.csv"); }
  std::string table_by_id() const { return folder_.file("by_id/people.csv"); }
  std::string ledger() const { return table() + ".ledger"; }

  Result<Answered> asked(RequestText text, const LedgerChoice& choice = {}) const {
    text.table = text.person ? table_by_id() : table();
    const auto planned = plan_of(text);
    EXPECT_TRUE(planned) << planned.error().message;
    return answer(*planned, {}, bind_table, choice);
  }
  static std::string certificate_of(const Answered& answered, const SigningKey* key) {
    return certificate_text(answered.release, answered.record,
                            {"0.1.0", "a test", digest_of("")}, utc_time(), key);
  }
  std::string histogram_certificate(const SigningKey* key) const {
    const auto answered =
        asked({.verb = "histogram", .columns = {"age=0:50:10"}, .epsilon = "1"});
    EXPECT_TRUE(answered) << answered.error().message;
    return certificate_of(*answered, key);
  }
  // What a check finds wrong; empty if nothing is.
  static std::string wrong_in(const std::string& text) {
    const auto certificate = parse_certificate(text);
    if (!certificate) return certificate.error().message;
    for (const auto& check : verify::check_certificate(*certificate, verbs()))
      if (check.verdict == Verdict::wrong) return check.subject + ": " + check.finding;
    return {};
  }

  TemporaryFolder folder_;
};

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

TEST_F(Certified, EverySingleChangedByteIsFound) {
  const auto key = SigningKey::generate();
  ASSERT_TRUE(key);
  const std::string good = histogram_certificate(&*key);
  ASSERT_EQ(wrong_in(good), "");
  std::mt19937 random(20261115);
  for (int i = 0; i < 1000; ++i) {
    std::string bad = good;
    char& byte = bad[random() % bad.size()];
    byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1 + random() % 255));
    EXPECT_NE(wrong_in(bad), "") << i;
  }
  for (const std::string& bad :
       {good + "\n", good + " ", " " + good, good.substr(0, good.size() - 1)})
    EXPECT_NE(wrong_in(bad), "");
}

TEST_F(Certified, AnotherKeyCannotSignForThisOne) {
  const auto key = SigningKey::generate(), other = SigningKey::generate();
  ASSERT_TRUE(key && other);
  Json json = Json::parse(histogram_certificate(&*key));
  json["signature"]["public_key"] = other->public_key().text();
  EXPECT_EQ(wrong_in(canonical_json(json) + "\n"),
            "signature: the signature is not that of the named key");
}

// Without a ledger its part of the checks cannot help.
TEST_F(Certified, LiesAboutTheDomainAreFoundWithoutALedger) {
  std::ofstream(folder_.file("keys.txt")) << "a\nb\n";
  const auto lie = [&](RequestText text, const std::function<void(Json&)>& change) {
    text.person = "id";
    text.rows_per_person = "9";
    text.per_person = "first";
    const auto answered = asked(text, {LedgerChoice::Kind::none});
    EXPECT_TRUE(answered) << answered.error().message;
    Json json = Json::parse(certificate_of(*answered, nullptr));
    EXPECT_EQ(wrong_in(forged(json)), "");
    change(json);
    return wrong_in(forged(json));
  };
  const RequestText bins{
      .verb = "histogram", .columns = {"age=0:50:10"}, .epsilon = "1"};
  const RequestText file{.verb = "histogram",
                         .columns = {"dept=@" + folder_.file("keys.txt")},
                         .epsilon = "1"};
  const RequestText unknown{
      .verb = "histogram", .columns = {"dept=?"}, .epsilon = "1", .delta = "1e-6"};
  for (const RequestText& text : {bins, file}) {
    EXPECT_NE(lie(text, [](Json& j) { j["answer"].erase(1); }), "");
    EXPECT_NE(
        lie(text, [](Json& j) { j["answer"][0]["cell"] = j["answer"][1]["cell"]; }),
        "");
    EXPECT_NE(lie(text, [](Json& j) { j["answer"][0]["cell"] = {{"x", "y"}}; }), "");
    EXPECT_NE(lie(text, [](Json& j) { j["question"]["columns"][0]["domain"] = "?"; }),
              "");
  }
  EXPECT_NE(lie(unknown, [](Json& j) { j["fewer_than"] = nullptr; }), "");
  EXPECT_NE(lie(unknown, [](Json& j) { j["fewer_than"] = 3; }), "");
  EXPECT_NE(lie(unknown, [](Json& j) { j["answer"][0]["count"] = 1; }), "");
  EXPECT_NE(lie(unknown,
                [](Json& j) {
                  j["question"]["columns"][0]["keys"] = digest_of("");
                  j["mechanism"]["threshold"] = nullptr;
                }),
            "");
}

// A forger makes the digest anew; without a ledger there is no seal to make.
TEST_F(Certified, WhatWasTakenAwayIsFound) {
  const auto answered = asked({.verb = "histogram",
                               .columns = {"age=0:50:10"},
                               .epsilon = "1",
                               .where = "dept = 'a'"},
                              {LedgerChoice::Kind::none});
  ASSERT_TRUE(answered);
  const std::string text = certificate_of(*answered, nullptr);
  ASSERT_EQ(wrong_in(text), "");
  const auto after = [&](const std::function<void(Json&)>& change) {
    Json json = Json::parse(text);
    change(json);
    return wrong_in(forged(json));
  };
  EXPECT_EQ(after([](Json& j) { j["warnings"] = Json::array(); }),
            "warnings: a warning is missing, or one is there that should not be");
  EXPECT_EQ(after([](Json& j) { j["total"] = nullptr; }),
            "answer: the total is missing, or is not that of the cells");
  EXPECT_EQ(after([](Json& j) { j["error"][0]["count"] = 0; }),
            "answer: the stated error is not that of the law");
  EXPECT_EQ(after([](Json& j) { j["question"]["where"] = "no predicate"; }),
            "question: the rows are chosen by something that is no test in its own "
            "form");
  EXPECT_EQ(after([](Json& j) { j["privacy_unit"] = "people of id"; }),
            "question: another unit of privacy is named than the question protects");
  EXPECT_NE(after([](Json& j) { j["confidence"] = "0.950"; }), "");
  // True, and not about this release: twice the noise for twice the sensitivity.
  EXPECT_EQ(after([](Json& j) {
              for (Json& input : j["derivation"][0]["inputs"]) input["number"] = "2";
            }),
            "mechanism: the derivations are not about the mechanism, the caps and the "
            "bounds of this release");
  EXPECT_NE(after([](Json& j) { j["derivation"].push_back(j["derivation"][0]); }), "");
}

// 2^64 - 2 is -2 to whoever counts modulo 2^64.
TEST_F(Certified, ANumberBeyond64BitsIsNoCount) {
  constexpr std::uint64_t kWrapped = 18446744073709551614U;
  const auto answered = asked({.verb = "count", .epsilon = "1"});
  ASSERT_TRUE(answered);
  Json json = Json::parse(certificate_of(*answered, nullptr));
  json["drawn"]["numbers"][0][0] = -2;
  const auto negative = parse_certificate(forged(json));
  ASSERT_TRUE(negative);
  const auto stored = Ledger::open(ledger())->answer_of(answered->record->entry.id);
  ASSERT_TRUE(stored && *stored);
  Json kept = Json::parse((*stored)->json);
  kept["numbers"][0][0] = -2;
  EXPECT_TRUE(verify::is_stored_answer(*negative, kept.dump()));
  kept["numbers"][0][0] = kWrapped;
  EXPECT_FALSE(verify::is_stored_answer(*negative, kept.dump()));
  json["drawn"]["numbers"][0][0] = kWrapped;
  EXPECT_FALSE(parse_certificate(forged(json)));
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

// What would take minutes is not begun, and not taken for right.
TEST_F(Certified, ADerivationThatWouldTakeTooLongIsNotConfirmed) {
  Json json = Json::parse(histogram_certificate(nullptr));
  const Guarantee loss{LaplaceLossPromise{65'536, 65'536},
                       Neighbours::add_remove_person};
  Derivation heavy{"composition_by_privacy_loss",
                   {{"delta", *Rational::parse("1e-6")}, {"step", Rational(1, 1000)}},
                   {},
                   {DpPromise{1, *Rational::parse("1e-6")}, loss.neighbours}};
  for (int i = 1; i <= 200; ++i) {
    heavy.premises.push_back({"discrete_laplace_loss",
                              {{"scale", 65'536}, {"sensitivity", 65'536}},
                              {},
                              loss});
    heavy.inputs.emplace_back("times_" + std::to_string(i), 1 << 30);
  }
  json["derivation"][0] = to_json(heavy);
  json["guarantees"][0] = to_json(heavy.conclusion);
  EXPECT_EQ(
      wrong_in(forged(json)),
      "derivation: it would take too long to compute anew, so nothing is confirmed");
}

TEST_F(Certified, WhatIsNoRuleOrNoInputOfItIsSaid) {
  const Json good = Json::parse(histogram_certificate(nullptr));
  const auto with_inputs = [&](const char* inputs) {
    Json json = good;
    json["derivation"][0]["inputs"] = Json::parse(inputs);
    return wrong_in(forged(json));
  };
  const std::string scale = R"({"name": "scale", "number": "1"})";
  const std::string rows = R"({"name": "sensitivity", "number": "1"})";
  const auto list = [](const std::string& a, const std::string& b) {
    return "[" + a + ", " + b + "]";
  };
  EXPECT_EQ(with_inputs(list(scale, rows).c_str()), "");
  const std::string of_rule = " of discrete_laplace_cells is ";
  const std::string place =
      of_rule + "missing or not in its place; write scale, sensitivity";
  EXPECT_EQ(with_inputs(list(rows, scale).c_str()),
            "derivation: the input scale" + place);
  EXPECT_EQ(with_inputs(("[" + scale + "]").c_str()),
            "derivation: the input sensitivity" + place);
  EXPECT_EQ(with_inputs(list(R"({"name": "scale", "text": "1"})", rows).c_str()),
            "derivation: the input scale" + of_rule + "a text and should be a number");
  Json other = good;
  other["derivation"][0]["rule"] = "no_such_rule";
  other["derivation"][0]["theorem"] = "";
  EXPECT_EQ(wrong_in(forged(other)), "derivation: there is no rule no_such_rule");
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

// Nothing is known of a group that may be empty: both ways to lie about it are found.
// At this confidence an empty one is taken for a full one once in 10^9 times.
TEST_F(Certified, WhatIsNotKnownIsCertifiedAsUnknown) {
  const auto answered = asked({.verb = "mean",
                               .columns = {"pay"},
                               .by = {"dept=a,navy"},
                               .bounds = "0:1000",
                               .epsilon = "1",
                               .confidence = "0.999999999"});
  ASSERT_TRUE(answered) << answered.error().message;
  const Json good = Json::parse(certificate_of(*answered, nullptr));
  ASSERT_EQ(wrong_in(forged(good)), "");
  ASSERT_FALSE(good["answer"][0]["value"].is_null());
  ASSERT_TRUE(good["answer"][1]["value"].is_null());
  ASSERT_TRUE(good["answer"][1]["interval"].is_null());
  Json shown = good, hidden = good, half = good;
  shown["answer"][1]["value"] = "500";
  shown["answer"][1]["interval"] = {"0", "1000"};
  hidden["answer"][0]["value"] = nullptr;
  hidden["answer"][0]["interval"] = nullptr;
  half["answer"][1]["interval"] = {"0", "1000"};
  for (const Json& lie : {shown, hidden, half}) EXPECT_NE(wrong_in(forged(lie)), "");
}

// The digest is no secret: what a liar can redo must be found by recomputing.
TEST_F(Certified, EveryLieIsFoundThoughTheDigestFits) {
  const Json good = Json::parse(histogram_certificate(nullptr));
  ASSERT_EQ(wrong_in(forged(good)), "");
  const auto lie = [&](const std::function<void(Json&)>& change) {
    Json json = good;
    change(json);
    EXPECT_NE(json, good);
    return wrong_in(forged(json));
  };
  const auto everywhere = [](Json& json, const char* epsilon) {
    json["guarantees"][0]["epsilon"] = epsilon;
    json["derivation"][0]["conclusion"]["epsilon"] = epsilon;
  };
  EXPECT_NE(lie([&](Json& j) { j["guarantees"][0]["epsilon"] = "0.5"; }), "");
  EXPECT_NE(lie([&](Json& j) { everywhere(j, "0.5"); }), "");
  EXPECT_NE(lie([&](Json& j) {  // a whole other derivation, consistent in itself
              everywhere(j, "0.5");
              j["derivation"][0]["inputs"][0]["number"] = "2";
            }),
            "");
  EXPECT_NE(lie([&](Json& j) {  // and the noise with it: then the error bars are wrong
              everywhere(j, "0.5");
              j["derivation"][0]["inputs"][0]["number"] = "2";
              j["mechanism"]["numbers"][0]["scale"] = "2";
            }),
            "");
  EXPECT_NE(lie([](Json& j) { j["mechanism"]["share"]["rows"] = 2; }), "");
  EXPECT_NE(lie([](Json& j) { j["mechanism"]["numbers"][0]["per_row"] = 2; }), "");
  EXPECT_NE(lie([](Json& j) { j["derivation"][0]["theorem"] = "T5"; }), "");
  EXPECT_NE(lie([](Json& j) { j["answer"][0]["interval"][1] = 999; }), "");
  EXPECT_NE(lie([](Json& j) { j["answer"][2]["count"] = 12345678; }), "");
  EXPECT_NE(lie([](Json& j) { j["answer"].erase(j["answer"].size() - 1); }), "");
  EXPECT_NE(lie([](Json& j) { j["total"]["count"] = 12345678; }), "");
  EXPECT_NE(lie([](Json& j) { j["error"][0]["bound"] = 1; }), "");
  EXPECT_NE(lie([](Json& j) { j["accuracy"][0]["gamma"] = "0.01"; }), "");
  EXPECT_NE(lie([](Json& j) { j["confidence"] = "0.99"; }), "");
  EXPECT_NE(lie([](Json& j) { j["question"]["columns"][0]["domain"] = "0:50:5"; }), "");
  EXPECT_NE(lie([](Json& j) { j["question"]["where"] = "age > 3"; }), "");
  EXPECT_NE(lie([](Json& j) { j["ledger"]["entry"]["id"] = 2; }), "");
  EXPECT_NE(lie([](Json& j) { j["ledger"]["entry"]["version"] = "x"; }), "");
  EXPECT_NE(lie([](Json& j) { j["ledger"]["terms"]["table"] = "x"; }), "");
  EXPECT_NE(lie([](Json& j) { j["ledger"]["spent"]["entries"] = 0; }), "");
  EXPECT_NE(lie([](Json& j) {
              j["ledger"]["spent"]["overall"]["conclusion"]["epsilon"] = "0.1";
            }),
            "");
  EXPECT_NE(lie([](Json& j) { j["ledger"]["entry"]["counted"] = nullptr; }), "");
  EXPECT_NE(lie([](Json& j) { j["ledger"]["spent"]["unanswered"] = 5; }), "");
  EXPECT_NE(lie([](Json& j) { j["ledger"]["spent"]["refused"] = "no reason"; }), "");
  EXPECT_NE(lie([](Json& j) { j["ledger"]["spent"]["overall"]["theorem"] = "T1"; }),
            "");
  EXPECT_NE(lie([](Json& j) { j["ledger"]["terms"]["accounting"] = "adaptive"; }), "");
  EXPECT_NE(lie([](Json& j) { j["ledger"]["terms"]["epsilon"] = "9"; }), "");
  EXPECT_NE(lie([](Json& j) { j["issued"] = "1999-01-01T00:00:00Z"; }), "");
  EXPECT_NE(lie([](Json& j) { j["question"]["table"] = "other.csv"; }), "");
  EXPECT_NE(lie([](Json& j) { j["mechanism"]["name"] = "discrete_gaussian"; }), "");
  EXPECT_NE(lie([](Json& j) { j["accuracy"][0]["metric"] = "relative error"; }), "");
  EXPECT_NE(lie([](Json& j) { j["unit"] = "2"; }), "");
  EXPECT_NE(lie([](Json& j) { j["more"] = 1; }), "");
  EXPECT_NE(lie([](Json& j) { j.erase("warnings"); }), "");
}

}  // namespace
}  // namespace selvage
