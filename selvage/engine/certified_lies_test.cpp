// Certificates against everybody who would change them afterwards.
#include "selvage/engine/certified_testing.hpp"

#include <functional>
#include <random>

#include "selvage/base/canonical_json.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

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
