#include "selvage/experiment/trials/bar_contenders.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "selvage/experiment/rivals/chosen_bars.hpp"
#include "selvage/experiment/rivals/dropped_bars.hpp"
#include "selvage/experiment/rivals/ranked_answer.hpp"
#include "selvage/random/random_source.hpp"
#include "selvage/verbs/verbs.hpp"

namespace selvage {
namespace {

// A table whose rows are whole numbers, as many of each as its bar is high.
class BarsReader : public Reader {
 public:
  BarsReader(Reading reading, Bars bars) : reading_(std::move(reading)), bars_(bars) {}
  const Reading& reading() const override { return reading_; }
  // Cell 0 is what lies below the first bin.
  Result<Cells> cells() override {
    Cells cells;
    for (std::size_t i = 0; i < bars_.size(); ++i)
      if (bars_[i] > 0) cells.sums.push_back({.cell = i + 1, .rows = bars_[i]});
    return cells;
  }

 private:
  Outcome each_row(const VisitRow& visit) override {
    for (std::size_t i = 0; i < bars_.size(); ++i) {
      const std::int64_t code =
          reading_.measure->grid.steps(static_cast<std::int64_t>(i) + 1);
      for (std::int64_t row = 0; row < bars_[i]; ++row) visit({.steps = code});
    }
    return Done{};
  }
  Reading reading_;
  Bars bars_;
};

// What a verb draws, made an answer.
using ReadDrawn = std::function<std::int64_t(const Drawn& drawn)>;

Result<BarContender> bars_by_verb(std::string name, const std::string& verb,
                                  Asked asked, const ReadDrawn& read, bool is_default) {
  const auto planned = find_verb(verb)->plan(asked);
  if (!planned) return planned.error();
  return BarContender{
      std::move(name),
      [plan = planned->plan, read](const BarTable& table, RandomSource& random) {
        BarsReader reader(plan->needs().reading, table.bars);
        const auto drawn = plan->run(reader, random);
        assert(drawn);  // memory can be read
        return read(*drawn);
      },
      is_default};
}

// A bin of its own for every bar, counted from 0.
std::int64_t drawn_bin(const Drawn& drawn) { return drawn.numbers[0][0] + 1; }

std::int64_t drawn_mode(const Drawn& drawn) {
  return drawn.cells.empty() ? 0 : static_cast<std::int64_t>(drawn.cells.front());
}

ReadDrawn read_counts(const BarAnswer& f) {
  return [f](const Drawn& drawn) {
    std::vector<std::int64_t> counts;
    for (const auto& of_bin : drawn.numbers) counts.push_back(of_bin[0]);
    return answer_in(f, counts);
  };
}

// A histogram, of which the answer is read off.
template <class Rival>
Result<BarContender> by_histogram(std::string name, const BarAnswer& f,
                                  const Result<Rival>& rival) {
  if (!rival) return rival.error();
  return BarContender{std::move(name),
                      [f, made = *rival](const BarTable& table, RandomSource& random) {
                        return answer_in(f, made.run(table.bars, random));
                      }};
}

template <class Rival>
Result<BarContender> by_answer(std::string name, const Result<Rival>& rival) {
  if (!rival) return rival.error();
  return BarContender{
      std::move(name), [made = *rival](const BarTable& table, RandomSource& random) {
        if constexpr (std::is_same_v<Rival, SmoothAnswer>)
          return made.run(table.bars, table.least_edits, random);
        else
          return std::max<std::int64_t>(0, made.run(table.bars, random));
      }};
}

}  // namespace

Result<std::vector<BarContender>> bar_contenders(const BarWorld& world,
                                                 const Rational& epsilon,
                                                 const Rational& delta) {
  const auto* highest = std::get_if<HighestBar>(&world.answer);
  const bool maximum = highest != nullptr && highest->least == 1;
  // The bins outside are those of the first and of the last bar; a mode is of cells.
  const bool in_bins = highest != nullptr;
  Asked asked{{"column", in_bins ? fmt::format("x=2:{}:1", world.bars)
                                 : fmt::format("x=1:{}:1", world.bars + 1)},
              {"epsilon", epsilon.text()}};
  Asked with_delta = asked;
  with_delta.give("delta", delta.text());
  std::vector<Result<BarContender>> all;
  if (maximum) {
    all.push_back(bars_by_verb("selvage", "max", asked, drawn_bin, true));
    Asked dropping = with_delta;
    dropping.give("mechanism", "drop-only");
    all.push_back(bars_by_verb("drop-only", "max", std::move(dropping),
                               read_counts(world.answer), false));
  } else if (highest != nullptr) {
    with_delta.give("at_least", std::to_string(highest->least));
    all.push_back(bars_by_verb("drop-only", "max-k", with_delta,
                               read_counts(world.answer), true));
  } else {
    all.push_back(bars_by_verb("drop-only", "mode", with_delta, drawn_mode, true));
  }
  all.push_back(by_histogram("drop-only, truncated Laplace", world.answer,
                             DroppedBars::truncated_laplace(epsilon, delta)));
  all.push_back(by_histogram("drop-only, the paper's noise", world.answer,
                             DroppedBars::rounded(epsilon, delta)));
  all.push_back(by_histogram<StabilityHistogram>("stability histogram", world.answer,
                                                 StabilityHistogram(epsilon, delta)));
  all.push_back(
      by_histogram<StabilityHistogram>("stability histogram, textbook", world.answer,
                                       StabilityHistogram(epsilon, delta, 2)));
  if (maximum) {
    asked.give("mechanism", "exponential");
    all.push_back(bars_by_verb("exponential, ranks", "max", asked, drawn_bin, false));
  } else {
    all.push_back(by_answer<RankedAnswer>("exponential, ranks",
                                          RankedAnswer(world.answer, epsilon)));
  }
  all.push_back(by_answer<ExponentialAnswer>(
      "exponential, error",
      ExponentialAnswer(world.answer, epsilon, static_cast<std::int64_t>(world.bars))));
  all.push_back(by_answer<ShownAnswer>("stable value",
                                       ShownAnswer(world.answer, epsilon, delta)));
  all.push_back(by_answer<StableAnswer>("stable value, threshold",
                                        StableAnswer(world.answer, epsilon, delta)));
  all.push_back(by_answer("smooth sensitivity",
                          SmoothAnswer::make(world.answer, epsilon, delta)));
  for (const bool all_compete : {true, false})
    all.push_back(by_histogram(
        all_compete ? "SanPoints, public bars" : "SanPoints", world.answer,
        ChosenBars::make(
            {.epsilon = epsilon, .delta = delta, .all_compete = all_compete})));
  all.push_back(
      BarContender{"any bar", [](const BarTable& table, RandomSource& random) {
                     std::uint64_t any = 0;
                     random.uniform_below(std::span(&any, 1), table.bars.size());
                     return static_cast<std::int64_t>(any) + 1;
                   }});
  std::vector<BarContender> made;
  for (auto& one : all) {
    if (!one) return one.error();
    made.push_back(*std::move(one));
  }
  return made;
}

}  // namespace selvage
