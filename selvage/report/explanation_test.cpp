#include "selvage/report/explanation.hpp"

#include <gtest/gtest.h>

#include "selvage/base/digest.hpp"

namespace selvage {
namespace {

Certificate certificate(const std::string& column, const Person& person,
                        const SigningKey* key = nullptr) {
  const Release release{
      .question = {"histogram",
                   "payroll.csv",
                   *Domain::make({{column, *parse_values("20:45:10")}}),
                   {"20:45:10"},
                   {},
                   person},
      .answer = {.domain = *Domain::make({{column, *parse_values("20:45:10")}}),
                 .cells = {0, 1},
                 .numbers = {{"count", 1, {{-3, 0, 4}, {17, 10, 24}}}}},
      .drawn = {},
      .derivations = {discrete_laplace_cells(1, 1)},
      .accuracy = {},
      .error = ErrorStatement{*Rational::parse("0.850919"), 3, Rational(19, 20)},
      .confidence = Rational(19, 20),
      .mechanism = {.name = "discrete_laplace",
                    .reason = "the only way",
                    .law = nlohmann::ordered_json::parse(
                        R"({"numbers": [{"name": "count", "noise": "discrete_laplace",
                                         "scale": "1", "per_row": 1, "divisor": 1}],
                            "together": null,
                            "share": {"rows": 1, "cells": 1, "rows_in_cell": 1},
                            "threshold": null})"),
                    .shown = nlohmann::ordered_json::parse(
                        R"({"totals": true, "margins": [], "promised": {}})")},
      .verification = {VerificationLevel::exact_law, "all draws were run"},
      .warnings = {"no ledger was kept"}};
  auto parsed = parse_certificate(certificate_text(release, std::nullopt,
                                                   {"0.1.0", "a test", digest_of("")},
                                                   "2026-03-01T12:00:00Z", key));
  EXPECT_TRUE(parsed) << parsed.error().message;
  return *std::move(parsed);
}

std::string page(const Certificate& of) {
  return explanation_text(explain(of, nullptr, {"All fits."}, {"Nobody signed."}), 80,
                          Script::unicode);
}

// One line without line ends, to look for sentences in.
std::string flat(std::string text) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  std::string result;
  for (const char c : text)
    if (c != ' ' || result.empty() || result.back() != ' ') result += c;
  return result;
}

TEST(Explanation, SaysWhatABoardMustKnow) {
  const std::string text = flat(page(certificate("age", {"employee_id", 3, 2})));
  for (const char* part :
       {"by age (20:45:10), from the table named 'payroll.csv'. 2 numbers were "
        "published.",
        "All rows with the same employee_id are one person. At most 3 rows of each "
        "person, in at most 2 cells, went into the numbers; further rows were left out "
        "before anything was counted.",
        "Every person, from everybody who sees the published numbers, whatever else "
        "they know, even all other rows of the table.",
        "Epsilon 1 and delta 0. Whether any one person is in the table or not changes "
        "the "
        "odds of anything that is published by at most 2.72 to 1.",
        "can be brought to 73.2 % at most",
        "People in small groups get the same promise as all others",
        "rows beyond the caps were left out",
        "off by 0.851 on average, and by at most 3",
        "No ledger was kept for this release.", "All fits.",
        "It cannot see that the table was the one named", "Warned: no ledger was kept.",
        "Nobody signed this certificate of 2026-03-01T12:00:00Z.",
        "selvage 0.1.0, a test"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

// Such sentences are hard to read, here as in the rest of what is printed.
TEST(Explanation, NoSentenceBeginsWithOf) {
  for (const Person& person : {Person{}, Person{"employee_id", 1, 1}}) {
    const std::string text = flat(page(certificate("age", person)));
    EXPECT_EQ(text.find(". Of "), std::string::npos) << text;
  }
}

TEST(Explanation, LinesFitTheWidth) {
  const std::string text = page(certificate("age", {}));
  std::size_t start = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos;
       start = end + 1, end = text.find('\n', start))
    EXPECT_LE(places(text.substr(start, end - start)), 80U);
}

TEST(Explanation, NamesTheKeyThatSigned) {
  const auto key = SigningKey::generate();
  ASSERT_TRUE(key);
  const std::string text = flat(page(certificate("age", {}, &*key)));
  EXPECT_NE(text.find(key->public_key().text()), std::string::npos);
  EXPECT_NE(text.find(key->public_key().fingerprint()), std::string::npos);
}

TEST(Explanation, NamesCannotBreakThePage) {
  const Certificate hostile =
      certificate("<script>alert(1)</script>\x1b[2J", {"a\"&<b>", 1, 1});
  const Explanation explained = explain(hostile, nullptr, {}, {});
  const std::string html = explanation_html(explained);
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find('\x1b'), std::string::npos);
  EXPECT_NE(html.find("&lt;script&gt;"), std::string::npos);
  EXPECT_EQ(page(hostile).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace selvage
