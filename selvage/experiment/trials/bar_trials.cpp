#include "selvage/experiment/trials/bar_trials.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/threads.hpp"
#include "selvage/experiment/trials/trial_draws.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

constexpr double kTwoSided95 = 1.959963984540054;

// One kind of draw of a world: a place for the errors of every table.
struct BarCell {
  Rational epsilon;
  BarContender contender;
  std::vector<std::int32_t> actual, flexible;
};

using BarBlock = std::vector<BarCell>;  // of one world

Result<std::vector<BarBlock>> bar_blocks_of(const BarTrialsAsked& asked) {
  const auto runs = static_cast<std::size_t>(asked.runs);
  std::vector<BarBlock> blocks;
  for (const BarWorld& world : bar_worlds()) {
    BarBlock& block = blocks.emplace_back();
    for (const Rational& epsilon : asked.epsilons) {
      auto all = bar_contenders(world, epsilon, asked.delta);
      if (!all) return all.error();
      for (BarContender& one : *all)
        block.push_back({epsilon, std::move(one), std::vector<std::int32_t>(runs),
                         std::vector<std::int32_t>(runs)});
    }
  }
  return blocks;
}

// All contenders have the same table, each with its own draws.
void run_bar_table(const BarTrialsAsked& asked, const BarWorld& world, BarBlock& block,
                   std::uint64_t seed, std::size_t run) {
  SeededWords words(mixed_seed(seed, 0));
  BarTable table{world.draw(words), {}};
  table.least_edits = least_edits_in(world.answer, table.bars);
  const std::int64_t truth = answer_in(world.answer, table.bars);
  const auto reached = reached_answers(world.answer, table.bars, asked.share);
  SeededSource source(mixed_seed(seed, 1));
  for (BarCell& cell : block) {
    const std::int64_t answer = cell.contender.publish(table, source);
    cell.actual[run] = static_cast<std::int32_t>(std::abs(answer - truth));
    cell.flexible[run] = static_cast<std::int32_t>(flexible_error_of(reached, answer));
  }
}

BarErrors bar_errors_of(std::vector<std::int32_t> errors, std::size_t bars) {
  const auto runs = static_cast<double>(errors.size());
  const double percent = 100 / static_cast<double>(bars);
  double sum = 0, squares = 0;
  for (const double error : errors) sum += error;
  const double mean = sum / runs;
  for (const double error : errors) squares += (error - mean) * (error - mean);
  const double half = kTwoSided95 * std::sqrt(squares / (runs - 1) / runs);
  std::sort(errors.begin(), errors.end());
  const auto at = [&](double share) {
    return percent * errors[static_cast<std::size_t>(share * runs)];
  };
  return {percent * mean, percent * std::max(0.0, mean - half), percent * (mean + half),
          at(0.5), at(0.95)};
}

}  // namespace

Result<std::vector<BarTrialResult>> run_bar_trials(const BarTrialsAsked& asked) {
  if (asked.runs < 2)
    return wrong(fmt::format("{} runs are too few; write 2 or more", asked.runs));
  auto blocks = bar_blocks_of(asked);
  if (!blocks) return blocks.error();
  const auto runs = static_cast<std::uint64_t>(asked.runs);
  const std::uint64_t all = runs * blocks->size();
  std::atomic<std::uint64_t> next = 0;
  const auto work = [&](int) {
    for (std::uint64_t i = next++; i < all; i = next++) {
      const std::uint64_t world = i % blocks->size();
      run_bar_table(asked, bar_worlds()[world], (*blocks)[world],
                    mixed_seed(asked.seed, i),
                    static_cast<std::size_t>(i / blocks->size()));
    }
  };
  const auto share = [&] {
    return static_cast<double>(std::min(next.load(), all)) / static_cast<double>(all);
  };
  if (!run_watched(threads_for(asked.threads), work, asked.watch, share,
                   [&] { next = all; }))
    return Error{ErrorKind::interrupted, "stopped; nothing was written"};

  std::vector<BarTrialResult> results;
  for (std::size_t world = 0; world < blocks->size(); ++world) {
    const BarBlock& block = (*blocks)[world];
    const std::size_t contenders = block.size() / asked.epsilons.size();
    for (std::size_t c = 0; c < contenders; ++c)
      for (std::size_t e = 0; e < asked.epsilons.size(); ++e) {
        const BarCell& cell = block[e * contenders + c];
        const std::size_t bars = bar_worlds()[world].bars;
        results.push_back({world, cell.epsilon, cell.contender.name,
                           cell.contender.is_default, bar_errors_of(cell.actual, bars),
                           bar_errors_of(cell.flexible, bars)});
      }
  }
  return results;
}

}  // namespace selvage
