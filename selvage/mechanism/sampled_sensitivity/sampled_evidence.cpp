// Tables that differ in one row, as how many pairs lie within the scales and as values,
// run by the shipped code. [T331, T332]
#include <algorithm>

#include <fmt/format.h>

#include "selvage/mechanism/sampled_sensitivity/sampled.hpp"

namespace selvage {
namespace {

using Within = std::vector<std::int64_t>;

// All pairs within the scale at `place`, and of the scales before it as many as leave
// the next one just good enough.
Within steep(const SampledTerms& terms, std::size_t place, std::int64_t before) {
  Within within(terms.scales.size(), terms.numbers.pairs);
  for (std::size_t i = 0; i < place; ++i) within[i] = before;
  return within;
}

// One row more or less within every scale but the last.
Within moved(Within within, const SampledTerms& terms, std::int64_t by) {
  for (std::size_t i = 0; i + 1 < within.size(); ++i)
    within[i] = std::clamp<std::int64_t>(within[i] + by, 0, terms.numbers.pairs);
  return within;
}

}  // namespace

// The draw of the scale, all of it; the noise of a scale, for values that move by all
// that it hides, as far as it can be walked. That together they keep the promise says
// T331, of which it is derived.
Evidence SampledMechanism::evidence(Effort effort) const {
  Evidence evidence;
  const std::size_t last = terms_.scales.size() - 1;
  std::vector<std::size_t> places = {last / 2, last};
  if (effort == Effort::audit) places = {1, last / 4, last / 2, last - 1, last};
  const std::int64_t enough = terms_.covered + terms_.numbers.moved;
  std::vector<std::pair<Within, Within>> tables;
  for (const std::size_t place : places)
    for (const std::int64_t before : {std::int64_t{0}, enough - 1, terms_.rank - 1}) {
      const Within one = steep(terms_, place, before);
      tables.emplace_back(one, moved(one, terms_, -terms_.numbers.moved));
    }
  if (!asked().smooth)
    for (const auto& [one, other] : tables) {
      const auto scale_of = [this](const Within& within) {
        return [this, within](RandomSource& random) {
          const std::size_t scale = drawn_scale(within, random);
          return Drawn{{0}, {}, {{static_cast<std::int64_t>(scale)}}};
        };
      };
      evidence.pairs.push_back({.number = "scale",
                                .people = asked().people,
                                .removed = 1,
                                .with = scale_of(one),
                                .without = scale_of(other),
                                .epsilon = terms_.choice,
                                .delta = 0});
    }
  const auto noise_pair = [&](const Rational& scale, std::int64_t shift) {
    const auto from = [this, scale](std::int64_t value) {
      return [this, scale, value](RandomSource& random) {
        return Drawn{{0}, {}, {noisy(std::span(&value, 1), scale, random)}};
      };
    };
    evidence.pairs.push_back({.number = model().numbers[0].name,
                              .people = asked().people,
                              .removed = 1,
                              .with = from(shift),
                              .without = from(0),
                              .epsilon = terms_.noise,
                              .delta = 0,
                              .most_walked = 256});
  };
  for (const std::size_t place : places)
    if (!asked().smooth)
      noise_pair(terms_.noise_scale(model(), place), terms_.hidden(model(), place));
    else  // all pairs lie at this scale, and so does the row
      noise_pair(terms_.smooth_noise_scale(model(), steep(terms_, place, 0)),
                 (model().per_distance * terms_.scales[place] + model().beside)
                     .floor()
                     .to_int64()
                     .value());
  if (asked().smooth)
    evidence.probes.push_back({[this, tables] {
      const bool holds =
          std::all_of(tables.begin(), tables.end(), [&](const auto& two) {
            const Rational one = terms_.smooth_noise_scale(model(), two.first),
                           other = terms_.smooth_noise_scale(model(), two.second);
            return one * terms_.decay <= other && other * terms_.decay <= one;
          });
      return Probed{holds, "one row changes the scale by no more than its decay"};
    }});
  evidence.speaks_for_all = false;
  evidence.says = [pairs = evidence.pairs.size(),
                   gamma = terms_.gamma](const Walked& walked) {
    return fmt::format(
        "given ideal draws, the code was run on {} outcomes of {} pairs of tables "
        "whose replaced row lies within the scale; that a row does not with "
        "probability {} at most is theorem T330",
        walked.outcomes, pairs, gamma.text());
  };
  return evidence;
}

}  // namespace selvage
