// For tests: many processes at one ledger, and processes that are killed at it.
#pragma once
#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "selvage/ledger/ledger_testing.hpp"

namespace selvage {

// Each process tries `tries` charges of epsilon 1/scale, and says what came of each.
inline void race(int processes, int tries, std::int64_t scale, const Rational& cap) {
  const TemporaryFolder folder;
  const std::string path = folder.file("race.ledger");
  ASSERT_TRUE(Ledger::create(path, {.table = "t", .caps = LedgerCaps{cap, 0}}));
  std::vector<std::unique_ptr<Child>> children;
  for (int p = 0; p < processes; ++p)
    children.push_back(std::make_unique<Child>([&, p](int pipe) {
      auto ledger = Ledger::open(path);
      for (int i = 0; ledger && i < tries; ++i) {
        const auto place =
            ledger->charge(laplace_charge(scale, fmt::format("[{},{}]", p, i)));
        if (place)
          say(pipe, fmt::format("{} {}\n", place->id, place->hash));
        else
          say(pipe, place.error().kind == ErrorKind::budget_exceeded
                        ? "refused -\n"
                        : fmt::format("error {}\n", place.error().message));
      }
      if (!ledger) say(pipe, "error " + ledger.error().message + "\n");
    }));
  std::map<std::int64_t, std::string> charged;
  std::int64_t refused = 0;
  for (auto& child : children) {
    std::istringstream said(child->rest());
    for (std::string word, hash; said >> word >> hash;) {
      ASSERT_NE(word, "error") << said.str();
      if (word == "refused") {
        ++refused;
        continue;
      }
      EXPECT_TRUE(charged.emplace(std::stoll(word), hash).second) << "twice " << word;
    }
    EXPECT_EQ(child->wait(), 0);
  }

  const std::int64_t all = std::int64_t{processes} * tries;
  const std::int64_t fit = std::min(all, *(cap * scale).floor().to_int64());
  auto ledger = Ledger::open(path);
  ASSERT_TRUE(ledger);
  const auto checked = ledger->check();
  EXPECT_TRUE(checked) << checked.error().message;
  const auto history = ledger->history();
  const auto spent = ledger->spent();
  ASSERT_TRUE(history && spent);
  EXPECT_EQ(static_cast<std::int64_t>(history->size()), fit);
  EXPECT_EQ(static_cast<std::int64_t>(charged.size()), fit);
  EXPECT_EQ(refused, all - fit);
  for (const LedgerEntry& entry : *history)
    EXPECT_EQ(charged[entry.place.id], entry.place.hash);
  EXPECT_EQ(*spent->overall(), (DpPromise{Rational(fit, scale), 0}));
}

// A child charges and answers until it is killed; what it was told must be there.
inline void kill_rounds(int rounds, unsigned seed) {
  const TemporaryFolder folder;
  const std::string path = folder.file("killed.ledger");
  ASSERT_TRUE(Ledger::create(path, {.table = "t", .caps = LedgerCaps{1000, 0}}));
  std::mt19937 random(seed);
  std::size_t charged_before = 0, answered_before = 0;
  for (int round = 0; round < rounds; ++round) {
    Child child([&](int pipe) {
      auto ledger = Ledger::open(path);
      for (int i = 0; ledger; ++i) {
        const auto place = ledger->charge(
            laplace_charge(1000, fmt::format("[{},{}]", round, i), "label"));
        if (!place) break;
        say(pipe, fmt::format("charged {} {}\n", place->id, place->hash));
        if (!ledger->store_answer(place->id, fmt::format("{{\"value\":{}}}", i))) break;
        say(pipe, fmt::format("answered {} {}\n", place->id, place->hash));
      }
    });
    // The moment: after some of its words, and a little later.
    std::string said = child.read(random() % 3000);
    usleep(static_cast<useconds_t>(random() % 2000));
    child.end(SIGKILL);
    said += child.rest();

    auto ledger = Ledger::open(path);
    ASSERT_TRUE(ledger) << ledger.error().message;
    const auto checked = ledger->check();
    ASSERT_TRUE(checked) << checked.error().message;
    const auto history = ledger->history();
    ASSERT_TRUE(history);
    std::istringstream words(said);
    std::size_t charges = 0, answers = 0;
    for (std::string what, id, hash; words >> what >> id >> hash;) {
      if (hash.size() < 64) break;  // the word in which it was killed
      ASSERT_LE(std::stoull(id), history->size());
      const LedgerEntry& entry = (*history)[std::stoull(id) - 1];
      EXPECT_EQ(entry.place.hash, hash);
      if (what == "answered") {
        EXPECT_TRUE(entry.answered);
      }
      ++(what == "charged" ? charges : answers);
    }
    std::size_t answered = 0;
    for (const LedgerEntry& entry : *history) answered += entry.answered.has_value();
    // What was told is there, and at most the one step in which it was killed besides.
    EXPECT_GE(history->size(), charged_before + charges);
    EXPECT_LE(history->size(), charged_before + charges + 1);
    EXPECT_GE(answered, answered_before + answers);
    EXPECT_LE(answered, answered_before + answers + 1);
    charged_before = history->size();
    answered_before = answered;
  }
}

}  // namespace selvage
