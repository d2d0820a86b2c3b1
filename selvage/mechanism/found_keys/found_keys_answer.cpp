// What can be drawn, and the answer that follows from it: that of the other mechanism
// for each released key, and the count that released it.
#include <cassert>
#include <numeric>

#include "selvage/mechanism/cells/cells_answer.hpp"
#include "selvage/mechanism/found_keys/found_keys.hpp"

namespace selvage {

Drawn FoundKeysMechanism::drawn_keys(const Drawn& drawn) const {
  return {drawn.cells, drawn.keys, {drawn.numbers.back()}};
}

Drawn FoundKeysMechanism::drawn_groups(const Drawn& drawn, std::size_t first,
                                       std::size_t groups) const {
  Drawn part;
  part.cells.resize(groups);
  std::iota(part.cells.begin(), part.cells.end(), 0);
  for (std::size_t i = 0; i + 1 < drawn.numbers.size(); ++i) {
    const auto begin = drawn.numbers[i].begin() + static_cast<std::ptrdiff_t>(first);
    part.numbers.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(groups));
  }
  return part;
}

bool FoundKeysMechanism::can_draw(const Drawn& drawn) const {
  if (drawn.numbers.empty()) return false;
  for (const auto& numbers : drawn.numbers)
    if (numbers.size() != drawn.cells.size()) return false;
  if (!keys_.can_draw(drawn_keys(drawn))) return false;
  if (drawn.cells.empty()) return drawn.numbers.size() == 1;
  bool can = true;
  each_part(drawn.cells.size(),
            [&](const Mechanism& plan, std::size_t first, std::size_t groups) {
              return can = plan.can_draw(drawn_groups(drawn, first, groups));
            });
  return can;
}

Answer FoundKeysMechanism::answer(const Drawn& drawn,
                                  const Rational& confidence) const {
  assert(can_draw(drawn));
  Answer counted = keys_.answer(drawn_keys(drawn), confidence);
  Answer answer{.domain = counted.domain,
                .cells = drawn.cells,
                .numbers = {},
                .fewer_than = fewer_than()};
  each_part(drawn.cells.size(), [&](const Mechanism& plan, std::size_t first,
                                    std::size_t groups) {
    const Answer part = plan.answer(drawn_groups(drawn, first, groups), confidence);
    if (first == 0) answer.numbers = part.numbers;
    for (std::size_t i = 0; first > 0 && i < part.numbers.size(); ++i)
      answer.numbers[i].rows.insert(answer.numbers[i].rows.end(),
                                    part.numbers[i].rows.begin(),
                                    part.numbers[i].rows.end());
    return true;
  });
  for (Series& series : answer.numbers) series.total.reset();
  counted.numbers.front().name = kKeyCount;
  answer.numbers.push_back(std::move(counted.numbers.front()));
  return answer;
}

Quantity FoundKeysMechanism::quantity(const Series& number,
                                      const Rational& confidence) const {
  return number.name == kKeyCount ? count_of_numbers(question_)
                                  : known_.plan->quantity(number, confidence);
}

std::vector<AccuracyDerivation> FoundKeysMechanism::accuracy_derivations(
    const Rational& confidence) const {
  const auto* aside = dynamic_cast<const SetsAside*>(known_.plan.get());
  return aside == nullptr ? std::vector<AccuracyDerivation>()
                          : aside->accuracy_derivations(confidence);
}

std::vector<OpenEnds> FoundKeysMechanism::range_ends() const {
  const auto* aside = dynamic_cast<const SetsAside*>(known_.plan.get());
  return aside == nullptr ? std::vector<OpenEnds>() : aside->range_ends();
}

// The count of a key, which is the last number, has none.
std::vector<OpenEnds> FoundKeysMechanism::open_ends() const {
  const auto* aside = dynamic_cast<const SetsAside*>(known_.plan.get());
  if (aside == nullptr) return {};
  auto all = aside->open_ends();
  if (!all.empty()) all.emplace_back();
  return all;
}

}  // namespace selvage
