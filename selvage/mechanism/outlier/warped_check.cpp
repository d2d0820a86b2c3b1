#include "selvage/mechanism/outlier/warped_check.hpp"

#include <vector>

#include "selvage/mechanism/outlier/warped_law.hpp"
#include "selvage/mechanism/outlier/warped_walk.hpp"
#include "selvage/outcome/near_words.hpp"
#include "selvage/outcome/outcome_tree.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

// As many counts as a table is made for.
bool a_source_draws_by_it(const WarpedTable& table) {
  std::vector<std::int64_t> drawn(1003);
  for (std::size_t i = 0; i < drawn.size(); ++i)
    drawn[i] = static_cast<std::int64_t>(i);
  std::vector<std::int64_t> examined = drawn;
  SeededSource(1).draw(drawn,
                       std::make_shared<const WarpedLaw>(
                           std::make_shared<const WarpedGeometric>(table.law())));
  SeededWords words(1);
  table.draw(examined, words);
  return drawn == examined;
}

}  // namespace

bool warped_table_is_exact(const WarpedTable& table, const WarpedGeometric& law,
                           std::int64_t count) {
  struct Words {
    std::vector<std::uint64_t> given;
    SeededWords more{0};
    std::size_t taken = 0;
    std::uint64_t operator()() {
      const std::size_t i = taken++;
      return i < given.size() ? given[i] : more();
    }
  };
  const Rational unit = Rational::power_of_two(-64);
  const auto allows = [&](std::int64_t from, std::int64_t j, const Rational& low,
                          const Rational& width) {
    return (j <= law.least() || law.at_most(from, j - 1).lower() <= low) &&
           low + width <= law.at_most(from, j).upper();
  };
  const auto right = [&](std::uint64_t word) {
    const std::uint64_t more = 0x1234'5678'9abc'def0;
    Words words{{word, more}};
    std::int64_t j = count;
    table.draw(std::span(&j, 1), words);
    const Rational low = Rational::from_uint64(word) * unit;
    if (count > law.knee() && j <= law.knee())  // what follows is checked below
      return law.at_most(count, law.knee()).upper() >= low;
    if (words.taken > 2) return true;
    const bool prolonged = words.taken == 2;
    const Rational width = prolonged ? unit * unit : unit;
    return allows(count, j, prolonged ? low + Rational::from_uint64(more) * width : low,
                  width);
  };
  // Above the knee a first word may fall to it; then the next that does not rise from
  // there decides.
  if (count > law.knee()) {
    const auto falls = place_of(law.at_most(count, law.knee()).lower() / 2, 63, 0);
    const std::uint64_t third = std::uint64_t{3} << 60;
    const Interval stays = law.at_most(law.knee(), law.knee());
    SeededWords random(1);
    for (int i = 0; i < 64 && falls; ++i) {
      Words words{{*falls << 1, random(), third}};
      std::int64_t j = count;
      table.draw(std::span(&j, 1), words);
      const Rational second = Rational::from_uint64(words.given[1]) * unit;
      const bool refused = second >= stays.upper();
      if (!refused && second + unit > stays.lower()) continue;
      const Rational decider = refused ? Rational::from_uint64(third) * unit : second;
      if (words.taken > (refused ? 3u : 2u)) continue;  // more places were needed
      if (words.taken < (refused ? 3u : 2u) || j > law.knee() ||
          !allows(law.knee(), j, decider, unit))
        return false;
    }
  }
  constexpr std::int64_t kAround = 24;
  const std::int64_t start = std::max(count, law.least());
  for (std::int64_t i = -kAround; i <= kAround; ++i) {
    const std::int64_t j = start + (i < 0 ? -1 : 1) * i * i / 4;  // near and far
    if (j < law.least()) continue;
    const auto edge = place_of(law.at_most(count, j).lower(), 62, 0);
    if (!edge) continue;
    for (const std::uint64_t off : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u, 9u, 1000u})
      if (!right((*edge << 2) + off) || !right((*edge << 2) - off)) return false;
  }
  SeededWords random(static_cast<std::uint64_t>(count));
  for (int i = 0; i < 32; ++i)
    if (!right(random())) return false;
  return true;
}

bool warped_sampler_is_exact(const WarpedGeometric& law) {
  constexpr std::size_t kMostStretches = 6;
  std::vector<std::int64_t> counts = {0, 1};
  for (const auto& stretch : law.stretches()) {
    if (counts.size() > 2 + 3 * kMostStretches) break;
    for (const std::int64_t near : {-1, 0, 1}) counts.push_back(stretch.first + near);
  }
  const auto table = WarpedTable::make(law);
  if (table && !a_source_draws_by_it(*table)) return false;
  for (const std::int64_t count : counts) {
    if (count < 0) continue;
    const auto walked = law_of<TreeDraws>(
        {.cut = 1e-4, .paths = 400},
        [&](TreeDraws& draws) { return warped_walk(draws, law, count); });
    for (const auto& [j, mass] : walked.mass)
      if (!mass.single() || mass.single()->factor != law.mass(count, j)) return false;
    if (table && !warped_table_is_exact(*table, law, count)) return false;
  }
  return true;
}

}  // namespace selvage
