#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/guarantee/key_threshold.hpp"
#include "selvage/guarantee/zcdp.hpp"
#include "selvage/ledger/ledger_chain.hpp"
#include "selvage/ledger/ledger_testing.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

// Whoever has the lines can recompute the chain without the file.
TEST(LedgerExport, LinesHoldAllThatTheSealsCover) {
  const TemporaryFolder folder;
  auto ledger = Ledger::create(folder.file("p.ledger"),
                               {.table = "t", .caps = LedgerCaps{5, number("1e-6")}});
  ASSERT_TRUE(ledger);
  ASSERT_TRUE(ledger->charge(laplace_charge(9, "{\"q\":\"é\"}", "v")));
  ASSERT_TRUE(ledger->charge({"{}", "", {discrete_gaussian_cells(30, 1)}}));
  ASSERT_TRUE(ledger->charge(laplace_charge(9)));
  ASSERT_TRUE(ledger->store_answer(2, "{\"value\":3}"));
  const auto lines = ledger->export_json_lines();
  ASSERT_TRUE(lines);
  std::istringstream stream(*lines);
  std::string line;
  ASSERT_TRUE(std::getline(stream, line));
  const auto text = [](const Json& json, const char* name) {
    return json[name].get<std::string>();
  };
  const Json terms = Json::parse(line);
  std::string before = seal_of(
      SealedTerms{text(terms, "created"), text(terms, "table"), text(terms, "epsilon"),
                  text(terms, "delta"), text(terms, "rho"), text(terms, "profile"),
                  text(terms, "neighbours"), text(terms, "accounting"),
                  text(terms, "privacy_unit")});
  EXPECT_EQ(before, terms["seal"]);
  int entries = 0;
  while (std::getline(stream, line)) {
    const Json json = Json::parse(line);
    EXPECT_EQ(json["entry"], ++entries);
    before = seal_of(
        {json["entry"].get<std::int64_t>(), text(json, "time"), text(json, "question"),
         text(json, "version"), text(json, "counted"), text(json, "other")},
        before);
    EXPECT_EQ(before, json["seal"]);
    EXPECT_EQ(json["answer"].is_null(), entries != 2);
  }
  EXPECT_EQ(entries, 3);
  EXPECT_EQ(before, ledger->head()->hash);
}

TEST(LedgerExport, EventsAreThoseOfDpAccounting) {
  const TemporaryFolder folder;
  auto ledger = Ledger::create(folder.file("p.ledger"),
                               {.table = "t", .caps = LedgerCaps{50, number("1e-3")}});
  ASSERT_TRUE(ledger);
  const auto dp = *dp_from_zcdp(discrete_gaussian_cells(103, 4), number("1e-5"));
  ASSERT_TRUE(
      ledger->charge_all(std::vector<Charge>{{"", "", {discrete_laplace_cells(3, 2)}},
                                             {"", "", {discrete_gaussian_cells(30, 1)}},
                                             {"", "", {discrete_laplace_cells(3, 2)}},
                                             {"", "", {dp}}}));
  const auto text = ledger->export_dp_events();
  ASSERT_TRUE(text);
  const Json all = Json::parse(*text);
  EXPECT_EQ(all["module_name"], "dp_accounting.dp_event");
  EXPECT_EQ(all["class_name"], "ComposedDpEvent");
  const Json& events = all["events"];
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[0]["class_name"], "SelfComposedDpEvent");
  EXPECT_EQ(events[0]["count"], 2);
  EXPECT_EQ(events[0]["event"]["class_name"], "DiscreteLaplaceDpEvent");
  EXPECT_EQ(events[0]["event"]["sensitivity"], 2);
  const double third = events[0]["event"]["noise_parameter"];
  EXPECT_GE(Rational::from_double(third), Rational(1, 3));  // never less than spent
  EXPECT_NEAR(third, 1.0 / 3, 1e-15);
  EXPECT_EQ(events[1]["event"]["class_name"], "ZCDpEvent");
  EXPECT_NEAR(events[1]["event"]["rho"].get<double>(), 1.0 / 60, 1e-15);
  // A noise of variance 30 is too small for the continuous one to stand for it.
  EXPECT_EQ(events[2]["event"]["class_name"], "GaussianDpEvent");
  EXPECT_LE(events[2]["event"]["noise_multiplier"].get<double>(), 5);  // sqrt(100 / 4)
  EXPECT_NEAR(events[2]["event"]["noise_multiplier"].get<double>(), 5, 1e-7);
}

// An average-case promise is none for everybody.
TEST(LedgerExport, WhatHasNoEpsilonIsNotPrivate) {
  const TemporaryFolder folder;
  auto ledger = Ledger::create(folder.file("p.ledger"),
                               {.table = "t", .accounting = Accounting::sum});
  ASSERT_TRUE(ledger);
  const Derivation average{"given", {}, {}, {RandomDpPromise{1, 0, Rational(1, 20)}}};
  ASSERT_TRUE(ledger->charge({"", "", {average}, true}));
  const Json events = Json::parse(*ledger->export_dp_events())["events"];
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0]["class_name"], "NonPrivateDpEvent");
}

TEST(LedgerExport, WhatHasNoEventIsUnsupported) {
  const TemporaryFolder folder;
  auto ledger = Ledger::create(folder.file("p.ledger"),
                               {.table = "t", .caps = LedgerCaps{50, number("1e-3")}});
  ASSERT_TRUE(ledger);
  const auto keys = key_threshold(2, 40, {.rows = 1, .cells = 1, .rows_in_cell = 1});
  const auto half = discrete_laplace_cells(2, 1);
  ASSERT_TRUE(ledger->charge({"", "", {keys}}));
  ASSERT_TRUE(ledger->charge({"", "", {*basic_composition({half, half})}}));
  const Json events = Json::parse(*ledger->export_dp_events())["events"];
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[0]["event"]["class_name"], "UnsupportedDpEvent");
  EXPECT_EQ(events[1]["event"]["class_name"], "DiscreteLaplaceDpEvent");
  EXPECT_EQ(events[2]["event"]["noise_parameter"], 0.5);
}

}  // namespace
}  // namespace selvage
