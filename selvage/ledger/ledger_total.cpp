#include "selvage/ledger/ledger_total.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/interval.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/guarantee/budget_filter.hpp"
#include "selvage/guarantee/zcdp.hpp"
#include "selvage/profile/profile.hpp"

namespace selvage {
namespace {

bool is_dp(const Derivation& release) {
  return std::holds_alternative<DpPromise>(release.conclusion.promise);
}

bool is_zcdp(const Derivation& release) {
  return std::holds_alternative<ZcdpPromise>(release.conclusion.promise);
}

DpPromise budget_of(const LedgerTerms& terms) {
  return {terms.caps->epsilon, terms.caps->delta};
}

bool fits(const Result<Derivation>& total, const LedgerTerms& terms) {
  if (!total) return false;
  const auto& promise = std::get<DpPromise>(total->conclusion.promise);
  return promise.epsilon <= terms.caps->epsilon && promise.delta <= terms.caps->delta;
}

// Fails where a promise is not dp.
Result<Derivation> sum_of(const std::vector<RepeatedRelease>& releases) {
  std::vector<Derivation> premises;
  std::vector<std::int64_t> times;
  for (const auto& [release, count] : releases) {
    premises.push_back(release);
    times.push_back(count);
  }
  return basic_composition(std::move(premises), times);
}

// Fails where a release has no rho, and for delta 0.
Result<Derivation> by_zcdp(const std::vector<RepeatedRelease>& releases,
                           const Rational& delta) {
  std::vector<Derivation> premises;
  std::vector<std::int64_t> times;
  for (auto& [release, count] : by_rhos(releases)) {
    auto node = is_zcdp(release) ? Result<Derivation>(release) : zcdp_from_dp(release);
    if (!node) return node.error();
    premises.push_back(*std::move(node));
    times.push_back(count);
  }
  auto sum = zcdp_composition(std::move(premises), times);
  if (!sum) return sum.error();
  return dp_from_zcdp(*std::move(sum), delta);
}

// What one release adds to a budget in rho; none where it has no rho.
std::optional<Rational> rho_of(const Derivation& release) {
  const auto sums = budget_sums({{release, 1}});
  if (!sums || sums->other_delta.sign() != 0) return std::nullopt;
  return sums->rho;
}

std::string amount(const DpPromise& promise) {
  return promise.delta.sign() == 0
             ? fmt::format("epsilon {}", promised_text(promise.epsilon))
             : fmt::format("epsilon {} with delta {}", promised_text(promise.epsilon),
                           promised_text(promise.delta));
}

std::string amount(const Derivation& release) {
  if (const auto* zcdp = std::get_if<ZcdpPromise>(&release.conclusion.promise))
    return fmt::format("rho {}", promised_text(zcdp->rho));
  return amount(std::get<DpPromise>(release.conclusion.promise));
}

// How much releases are, for a sentence.
struct Amount {
  DpPromise promise;
  std::string name;
};

// The least of the two ways of the filter, whether it fits or not.
std::optional<Amount> adaptive_amount(const std::vector<RepeatedRelease>& releases,
                                      const LedgerTerms& terms) {
  const auto sums = budget_sums(releases);
  if (!sums) return std::nullopt;
  const DpPromise budget = budget_of(terms);
  std::optional<Amount> least;
  if (sums->all_dp) least = {{sums->epsilon, sums->delta}, "sum"};
  const bool sum_fits = sums->all_dp && sums->epsilon <= budget.epsilon;
  if (!sum_fits && budget.delta.sign() > 0) {
    const Rational share = delta_for_rhos(budget);
    const Rational epsilon =
        epsilon_from_zcdp(sums->rho, share, order_for_delta(sums->rho, share));
    if (!least || epsilon < least->promise.epsilon)
      least = {{epsilon, sums->other_delta + share}, "concentrated"};
  }
  return least;
}

std::optional<Amount> amount_of(const std::vector<RepeatedRelease>& releases,
                                const LedgerTerms& terms) {
  if (releases.empty()) return std::nullopt;
  if (terms.accounting == Accounting::adaptive) return adaptive_amount(releases, terms);
  const auto total = ledger_total(releases, terms);
  if (!total) return std::nullopt;
  return Amount{total->promise(), total->name};
}

// Why less delta is there than the cap says; empty where that is not the reason.
std::string about_half(const std::vector<RepeatedRelease>& all,
                       const LedgerTerms& terms) {
  if (terms.accounting != Accounting::adaptive) return "";
  const auto sums = budget_sums(all);
  const Rational half = delta_for_releases(budget_of(terms));
  if (!sums || sums->other_delta <= half || half.sign() == 0) return "";
  return fmt::format(
      "; half of delta {} is kept for composing, so releases may use {} together; with "
      "accounting sum they may use all of it",
      promised_text(terms.caps->delta), promised_text(half));
}

// The most epsilon that one more release could have where the rhos are what counts.
std::string room_left(const std::vector<RepeatedRelease>& before,
                      const LedgerTerms& terms) {
  const auto sums = budget_sums(before);
  if (!sums) return "";
  constexpr std::int64_t kParts = 1 << 20;
  std::int64_t low = 0, high = kParts;  // in parts of the cap
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    const Rational epsilon = terms.caps->epsilon * Rational(middle, kParts);
    BudgetSums all = *sums;
    all.epsilon = all.epsilon + epsilon;
    all.rho = all.rho + epsilon * epsilon * Rational(1, 2);
    (fits_budget(all, budget_of(terms)) ? low : high) = middle;
  }
  return fmt::format(
      "; one more release of epsilon {} would fit",
      Interval(terms.caps->epsilon * Rational(low, kParts)).lower_text(3));
}

// Why a zcdp promise is no help here; null if it is.
const char* zcdp_refused(const LedgerTerms& terms) {
  if (terms.accounting == Accounting::sum)
    return "this ledger adds epsilons, and a zcdp promise has none";
  if (!terms.profile.empty())
    return "this ledger has a profile of epsilons, and a zcdp promise has none";
  if (terms.caps->delta.sign() == 0)
    return "a zcdp promise has no epsilon at delta 0, and this ledger's delta is 0";
  return nullptr;
}

}  // namespace

std::string accounting_name(Accounting accounting) {
  switch (accounting) {
    case Accounting::planned:
      return "planned";
    case Accounting::sum:
      return "sum";
    case Accounting::rho:
      return "rho";
    default:
      return "adaptive";
  }
}

Result<LedgerCaps> caps_in_rho(const Rational& rho, const Rational& delta) {
  if (rho.sign() <= 0)
    return wrong(fmt::format("the rho of a ledger must be positive, and it is {}",
                             promised_text(rho)));
  if (delta.sign() <= 0 || delta >= 1)
    return wrong(
        fmt::format("a budget in rho has an epsilon at a delta between 0 and "
                    "1, and not at {}; write for example 1e-6",
                    promised_text(delta)));
  return LedgerCaps{epsilon_from_zcdp(rho, delta, order_for_delta(rho, delta)), delta,
                    rho};
}

namespace {

// A rho stands with its accounting, and epsilon and delta are what it means.
Outcome check_rho(const LedgerTerms& terms) {
  const LedgerCaps& caps = *terms.caps;
  if (caps.rho.has_value() != (terms.accounting == Accounting::rho))
    return wrong("a ledger has a cap in rho if and only if it adds rhos");
  if (!caps.rho) return Done{};
  const auto meant = caps_in_rho(*caps.rho, caps.delta);
  if (!meant) return meant.error();
  if (delta_from_zcdp(*caps.rho, caps.epsilon,
                      order_for_epsilon(*caps.rho, caps.epsilon)) > caps.delta &&
      caps.epsilon < meant->epsilon)
    return wrong("the rho of this ledger means more than its epsilon and delta");
  if (!terms.profile.empty())
    return wrong("a ledger with a budget in rho has no profile of epsilons");
  return Done{};
}

}  // namespace

Outcome check_terms(const LedgerTerms& terms) {
  if (terms.table.empty())
    return wrong("a ledger needs the name of the table it is about");
  if (!is_utf8(terms.unit.column))
    return wrong("the column of a person must be UTF-8 text");
  if (!terms.caps) {
    if (!terms.profile.empty())
      return wrong("a ledger with a profile needs caps of epsilon and delta too");
    if (terms.accounting != Accounting::sum)
      return wrong(
          fmt::format("a ledger without caps only records, so its accounting is sum "
                      "and not {}",
                      accounting_name(terms.accounting)));
    return Done{};
  }
  if (terms.caps->epsilon.sign() <= 0)
    return wrong(fmt::format("the epsilon of a ledger must be positive, and it is {}",
                             promised_text(terms.caps->epsilon)));
  if (terms.caps->delta.sign() < 0 || terms.caps->delta >= 1)
    return wrong(fmt::format("the delta of a ledger must be in [0, 1), and it is {}",
                             promised_text(terms.caps->delta)));
  if (!terms.profile.empty()) {
    const auto again = is_profile(terms.profile)
                           ? parse_profile(profile_text(terms.profile))
                           : Result<std::vector<ProfileStep>>(wrong("no profile"));
    if (!again || *again != terms.profile)
      return wrong(
          "the profile of a ledger must have sorted limits, epsilons of 0 or more, not "
          "all 0, and a last step without a limit");
  }
  return check_rho(terms);
}

Result<std::optional<std::size_t>> counted_place(
    const std::vector<Derivation>& guarantees, const LedgerTerms& terms) {
  const char* no_zcdp = zcdp_refused(terms);
  const bool by_rho = terms.accounting == Accounting::rho;
  bool any = false, any_here = false;
  for (std::size_t i = 0; i < guarantees.size(); ++i) {
    const Derivation& release = guarantees[i];
    if (!is_dp(release) && !is_zcdp(release)) continue;
    any = true;
    if (release.conclusion.neighbours != terms.neighbours) continue;
    any_here = true;
    if (is_zcdp(release) && no_zcdp != nullptr) continue;
    if (by_rho && !rho_of(release)) continue;
    if (!holds(release))
      return wrong("the promise of this release does not follow from its derivation");
    return std::optional(i);
  }
  if (any_here && by_rho)
    return wrong(
        "this ledger has a budget in rho, and this release has a delta and no rho; ask "
        "with Gaussian noise or without a delta, or name another ledger");
  if (any_here) return wrong(no_zcdp);
  if (any)
    return wrong(
        terms.neighbours == Neighbours::add_remove_person
            ? "this ledger counts what is promised about people who come or leave "
              "(add_remove_person), and this release takes the number of people as "
              "public and promises something about replaced people alone; name a "
              "ledger that was made with `neighbours` replace_person"
            : "this ledger counts promises for replace_person, and the release has "
              "none; state its promise for these neighbours");
  return std::optional<std::size_t>();
}

Result<CompositionWay> ledger_total(const std::vector<RepeatedRelease>& releases,
                                    const LedgerTerms& terms) {
  assert(!releases.empty());
  if (terms.accounting == Accounting::planned) {
    auto total = best_composition(releases, terms.caps->delta);
    if (!total) return total.error();
    return std::move(total->best);
  }
  if (terms.accounting == Accounting::rho) {
    auto node = by_zcdp(releases, terms.caps->delta);
    if (!node) return node.error();
    return CompositionWay{"rho", *std::move(node)};
  }
  bool by_sum = true;
  if (terms.accounting == Accounting::adaptive) {
    const auto sums = budget_sums(releases);
    if (!sums) return sums.error();
    by_sum = fits_by_sum(*sums, budget_of(terms));
  }
  auto node = by_sum ? sum_of(releases) : budget_filter(releases, budget_of(terms));
  if (!node) return node.error();
  return CompositionWay{terms.accounting == Accounting::sum ? "basic"
                        : by_sum                            ? "sum"
                                                            : "concentrated",
                        *std::move(node)};
}

Result<Derivation> ledger_capped(const std::vector<RepeatedRelease>& releases,
                                 const CompositionWay& total,
                                 const LedgerTerms& terms) {
  if (terms.accounting == Accounting::rho) {
    auto filtered = rho_filter(releases, *terms.caps->rho);
    if (!filtered) return filtered.error();
    return dp_from_zcdp(*std::move(filtered), terms.caps->delta);
  }
  return terms.accounting == Accounting::adaptive
             ? budget_filter(releases, budget_of(terms))
             : total.derivation;
}

Rational rho_spent(const std::vector<RepeatedRelease>& releases) {
  const auto sums = budget_sums(releases);
  return sums ? sums->rho : Rational(0);
}

std::string left_text(const Rational& left) {
  std::string exact = left.text();
  return exact.size() <= 8 ? exact : Interval(left).lower_text(4);
}

bool within_caps(const std::vector<RepeatedRelease>& releases,
                 const LedgerTerms& terms) {
  if (!terms.caps) return true;
  const auto sums = budget_sums(releases);
  if (!sums) return false;
  if (terms.accounting == Accounting::rho)
    return sums->other_delta.sign() == 0 && sums->rho <= *terms.caps->rho;
  if (terms.accounting == Accounting::adaptive)
    return fits_budget(*sums, budget_of(terms));
  if (sums->all_dp && sums->epsilon <= terms.caps->epsilon &&
      sums->delta <= terms.caps->delta)
    return true;
  if (terms.accounting == Accounting::sum) return false;
  if (terms.caps->delta.sign() > 0 && fits(by_zcdp(releases, terms.caps->delta), terms))
    return true;
  const auto total = ledger_total(releases, terms);
  return total && fits(total->derivation, terms);
}

namespace {

Error refusal_in_rho(const std::vector<RepeatedRelease>& before,
                     const Derivation& asked, const Rational& cap) {
  const Rational spent = rho_spent(before), more = rho_of(asked).value_or(0);
  const Rational left = cap > spent ? cap - spent : Rational(0);
  return {
      ErrorKind::budget_exceeded,
      fmt::format("the ledger refuses: asked rho {}, spent rho {}, together rho "
                  "{}, and the cap is rho {}; rho {} is left",
                  promised_text(more), promised_text(spent),
                  promised_text(spent + more), promised_text(cap), left_text(left))};
}

}  // namespace

Error refusal(const std::vector<RepeatedRelease>& before, const Derivation& asked,
              const LedgerTerms& terms) {
  if (terms.caps->rho) return refusal_in_rho(before, asked, *terms.caps->rho);
  std::string text = fmt::format("the ledger refuses: asked {}", amount(asked));
  Rational left = terms.caps->epsilon;
  const auto spent = amount_of(before, terms);
  if (spent) {
    text += fmt::format(", spent {} ({})", amount(spent->promise), spent->name);
    left = left - spent->promise.epsilon;
  }
  auto all = before;
  all.push_back({asked, 1});
  if (const auto together = amount_of(all, terms))
    text +=
        fmt::format(", together {} ({})", amount(together->promise), together->name);
  else
    text += ", together more delta than the cap";
  text += fmt::format(", and the cap is {}", amount(budget_of(terms)));
  const auto* dp = std::get_if<DpPromise>(&asked.conclusion.promise);
  std::string after = about_half(all, terms);
  if (terms.caps->delta.sign() == 0 && dp != nullptr && dp->delta.sign() != 0)
    after = "; the cap of delta is 0, so no release with a delta fits";
  if (after.empty() && spent && spent->name == "concentrated")
    after = room_left(before, terms);
  // Other ways of composing may leave a little more than the difference.
  else if (after.empty())
    after = fmt::format("; by plain addition epsilon {} is left", left.short_text());
  return {ErrorKind::budget_exceeded, text + after};
}

}  // namespace selvage
