#include "selvage/experiment/trials/trials.hpp"

#include <algorithm>
#include <atomic>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/threads.hpp"
#include "selvage/experiment/trials/trial_draws.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

// One kind of draw of a law and size: a place for the error of every table.
struct Cell {
  TrialStatistic statistic;
  Rational epsilon;
  Contender contender;
  std::vector<double> errors;
  std::vector<char> outside;
};

struct Block {
  const SampledLaw* law;
  std::int64_t rows;
  std::vector<Cell> cells;
};

Result<std::vector<Block>> blocks_of(const TrialsAsked& asked) {
  const auto runs = static_cast<std::size_t>(asked.runs);
  std::vector<Block> blocks;
  for (const SampledLaw& law : sampled_laws()) {
    const auto& names = asked.laws;
    if (!names.empty() &&
        std::find(names.begin(), names.end(), law.name) == names.end())
      continue;
    for (const std::int64_t rows : asked.rows) {
      std::vector<Cell> cells;
      for (const TrialStatistic statistic : asked.statistics)
        for (const Rational& epsilon : asked.epsilons) {
          auto all = asked.contending(statistic, law, rows, epsilon);
          if (!all) return all.error();
          for (Contender& one : *all)
            cells.push_back({statistic, epsilon, std::move(one),
                             std::vector<double>(runs), std::vector<char>(runs)});
        }
      blocks.push_back({&law, rows, std::move(cells)});
    }
  }
  return blocks;
}

void run_table(Block& block, std::uint64_t seed, std::size_t table) {
  const SampledRows rows(sampled_rows(*block.law, block.rows, mixed_seed(seed, 0)));
  SeededSource source(mixed_seed(seed, 1));
  for (Cell& cell : block.cells) {
    const auto answer = cell.contender.publish(rows, source);
    cell.errors[table] = error_of(cell.statistic, *block.law, rows, answer);
    cell.outside[table] = is_outside(rows, answer) ? 1 : 0;
  }
}

TrialResult result_of(const Block& block, const Cell& cell) {
  const auto runs = static_cast<double>(cell.errors.size());
  const auto none = std::count_if(cell.errors.begin(), cell.errors.end(),
                                  [](double error) { return std::isinf(error); });
  const auto outside = std::count(cell.outside.begin(), cell.outside.end(), 1);
  return {block.law->name,
          cell.statistic,
          cell.epsilon,
          block.rows,
          cell.contender.name,
          cell.contender.needs_bounds,
          at_share(cell.errors, 0.5),
          at_share(cell.errors, 0.95),
          1 - static_cast<double>(none) / runs,
          static_cast<double>(outside) / runs};
}

}  // namespace

Result<std::vector<TrialResult>> run_trials(const TrialsAsked& asked) {
  if (asked.runs < 2)
    return wrong(fmt::format("{} runs are too few; write 2 or more", asked.runs));
  auto blocks = blocks_of(asked);
  if (!blocks) return blocks.error();
  const auto runs = static_cast<std::uint64_t>(asked.runs);
  const std::uint64_t all = runs * blocks->size();
  std::atomic<std::uint64_t> next = 0;
  const auto work = [&](int) {
    // Large tables come last of every round: all threads end at about the same time.
    for (std::uint64_t i = next++; i < all; i = next++)
      run_table((*blocks)[i % blocks->size()], mixed_seed(asked.seed, i),
                static_cast<std::size_t>(i / blocks->size()));
  };
  const auto share = [&] {
    return static_cast<double>(std::min(next.load(), all)) / static_cast<double>(all);
  };
  if (!run_watched(threads_for(asked.threads), work, asked.watch, share,
                   [&] { next = all; }))
    return Error{ErrorKind::interrupted, "stopped; nothing was written"};

  std::vector<TrialResult> results;
  for (const Block& block : *blocks)
    for (const Cell& cell : block.cells) results.push_back(result_of(block, cell));
  std::stable_sort(
      results.begin(), results.end(), [](const TrialResult& a, const TrialResult& b) {
        return std::tie(a.statistic, a.epsilon) < std::tie(b.statistic, b.epsilon);
      });
  return results;
}

}  // namespace selvage
