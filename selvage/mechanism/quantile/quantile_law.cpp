#include "selvage/mechanism/quantile/quantile_law.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "selvage/random/sampling/word_draws.hpp"

namespace selvage {
namespace {

constexpr unsigned kFirstPlaces = 192;
constexpr unsigned kMorePlaces = 64;

// The window's cells stay where they are, those around them follow: another order would
// give another cell to the words that were not decided, and another law.
Candidates followed_by_rest(const Candidates& window, Candidates all) {
  assert(all.complete());
  Candidates result{window.cells};
  const TiedCode first = window.cells.front().first, last = window.cells.back().last;
  for (const CandidateCell& cell : all.cells)
    if (cell.last < first || cell.first > last) result.cells.push_back(cell);
  return result;
}

}  // namespace

class QuantileLaw::Drawing : public Law::Sampler {
 public:
  explicit Drawing(const QuantileLaw& law)
      : law_(law),
        candidates_(law.candidates_),
        bounds_(std::in_place, law.terms_, candidates_, kFirstPlaces) {}

  void draw(std::span<std::int64_t> in_out, WordStream& words) override {
    for (auto& code : in_out) {
      const auto cell = cell_of(words);
      code = cell ? law_.told(within(*cell, words)) : 0;
    }
  }

 private:
  // None only where all rows are needed and cannot be read.
  std::optional<CandidateCell> cell_of(WordStream& words) {
    const Uint128 high = Uint128{words()} << 64;
    PartialReal u(high | words(), 128);
    u.append(words(), kFirstPlaces - 128);
    auto found = bounds_->at(u);
    if (!found && !candidates_.complete()) {  // more places would not help
      const auto rows = law_.all_(words);
      if (!rows) return std::nullopt;
      candidates_ = followed_by_rest(candidates_,
                                     candidates(*rows, law_.terms_.rank, law_.range_));
      bounds_.emplace(law_.terms_, candidates_, kFirstPlaces);
      found = bounds_->at(u);
    }
    while (!found) {
      u.append(words(), kMorePlaces);
      found = CellBounds(law_.terms_, candidates_, u.places()).at(u);
    }
    return candidates_.cells[*found];
  }

  TiedCode within(const CandidateCell& cell, WordStream& words) const {
    WordDraws<WordStream> draws(words);
    const Uint128 place = draws.below(law_.terms_.mass(cell));
    return law_.terms_.prior.at(cell.first, cell.last, place);
  }

  const QuantileLaw& law_;
  Candidates candidates_;
  std::optional<CellBounds> bounds_;
};

QuantileLaw::QuantileLaw(QuantileTerms terms, const SeenRows& rows,
                         const TiedRange& range, Told told, AllRows all)
    // No two laws that are there at one time are the same: each has its own rows.
    : Law(fmt::format("universal_quantile {}", fmt::ptr(this))),
      terms_(std::move(terms)),
      range_(range),
      told_(told),
      candidates_(candidates(rows, terms_.rank, range)),
      all_(std::move(all)) {
  assert(candidates_.complete() || all_);
  assert(told == Told::code ||
         terms_.prior.code_of(range.first) == terms_.prior.code_of(range.last));
}

QuantileLaw::QuantileLaw(QuantileTerms terms, const RankWindow& window, WholeWindow all)
    : QuantileLaw(terms, seen_rows(window), {terms.prior.lowest(), terms.prior.most()},
                  Told::code,
                  all ? AllRows([all](WordStream&) -> std::optional<SeenRows> {
                    const auto whole = all();
                    return whole ? std::optional(seen_rows(*whole)) : std::nullopt;
                  })
                      : nullptr) {}

std::int64_t QuantileLaw::told(TiedCode tied) const {
  const std::int64_t code = terms_.prior.code_of(tied);
  return told_ == Told::code
             ? code
             : static_cast<std::int64_t>(tied - terms_.prior.first_of(code));
}

std::unique_ptr<Law::Sampler> QuantileLaw::sampler() const {
  return std::make_unique<Drawing>(*this);
}

const QuantileLaw::Groups& QuantileLaw::groups() const {
  std::call_once(grouped_, [&] { groups_ = make_groups(); });
  return groups_;
}

// Where a group can begin, beside the beginnings of cells.
std::vector<TiedCode> QuantileLaw::cuts() const {
  const TiedPrior& prior = terms_.prior;
  std::vector<TiedCode> cuts;
  if (told_ == Told::ties) {
    const TiedCode last = std::min(range_.last, range_.first + 2 * kToldApart);
    for (TiedCode at = range_.first; at <= last; ++at) cuts.push_back(at);
    return cuts;
  }
  cuts.push_back(prior.first_of(prior.codes().most()));
  for (std::int64_t code = -kToldApart; code <= kToldApart + 1; ++code)
    cuts.push_back(prior.first_of(code));
  cuts.push_back(prior.first_of(prior.codes().lowest() + 1));
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

QuantileLaw::Groups QuantileLaw::make_groups() const {
  const TiedPrior& prior = terms_.prior;
  const std::vector<TiedCode> cuts = this->cuts();
  Groups result;
  Interval sum(0);
  const auto add = [&](std::int64_t first, const Rational& mass,
                       const Rational& penalty) {
    result.all.push_back({first, mass, penalty});
  };
  for (const CandidateCell& cell : candidates_.cells) {
    const Rational penalty = terms_.penalty(cell.off);
    TiedCode first = cell.first;
    for (auto cut = std::upper_bound(cuts.begin(), cuts.end(), first);
         cut != cuts.end() && *cut <= cell.last; ++cut) {
      if (*cut == first) continue;  // told twice
      add(told(first), to_rational(prior.mass(first, *cut - 1)), penalty);
      first = *cut;
    }
    add(told(first), to_rational(prior.mass(first, cell.last)), penalty);
  }
  for (const Group& group : result.all)
    sum = sum + Interval(group.mass) * exp(-group.penalty);
  if (!candidates_.complete()) {
    add(kOutside, to_rational(prior.total()), terms_.penalty_outside(candidates_));
    const Group& outside = result.all.back();
    sum = hull(sum, sum + Interval(outside.mass) * exp(-outside.penalty));
  }
  const Interval inverse = Interval(1) / sum;
  result.least = inverse.lower();
  result.most = inverse.upper();
  std::stable_sort(
      result.all.begin(), result.all.end(), [](const Group& a, const Group& b) {
        const auto log_weight = [](const Group& group) {
          return std::log(group.mass.to_double()) - group.penalty.to_double();
        };
        return log_weight(a) > log_weight(b);
      });
  result.rest.resize(result.all.size() + 1);
  for (std::size_t i = result.all.size(); i-- > 0;)
    result.rest[i] = result.rest[i + 1] + weight_of(result, i).value();
  return result;
}

Weight QuantileLaw::weight_of(const Groups& groups, std::size_t index) const {
  const Group& group = groups.all[index];
  const Rational least = group.first == kOutside ? Rational(0) : groups.least;
  return {
      group.mass, group.penalty, {{{Constant::Kind::between, least, groups.most}, 1}}};
}

std::optional<std::uint64_t> QuantileLaw::size(std::int64_t) const {
  return groups().all.size();
}

std::int64_t QuantileLaw::value(std::int64_t, std::uint64_t index) const {
  return groups().all[index].first;
}

Weight QuantileLaw::weight(std::int64_t, std::uint64_t index) const {
  return weight_of(groups(), index);
}

Interval QuantileLaw::rest(std::int64_t, std::uint64_t count) const {
  return groups().rest[count];
}

}  // namespace selvage
