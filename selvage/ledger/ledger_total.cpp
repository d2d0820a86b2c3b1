#include "selvage/ledger/ledger_total.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "selvage/guarantee/zcdp.hpp"

namespace selvage {
namespace {

Error refuse(const std::string& why) { return {ErrorKind::invalid_request, why}; }

bool is_dp(const Derivation& release) {
  return std::holds_alternative<DpPromise>(release.conclusion.promise);
}

bool is_zcdp(const Derivation& release) {
  return std::holds_alternative<ZcdpPromise>(release.conclusion.promise);
}

bool fits(const Result<Derivation>& total, const LedgerTerms& terms) {
  if (!total) return false;
  const auto& promise = std::get<DpPromise>(total->conclusion.promise);
  return promise.epsilon <= terms.epsilon && promise.delta <= terms.delta;
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

// Fails where a promise is neither zcdp nor dp with delta 0, and for delta 0.
Result<Derivation> by_zcdp(const std::vector<RepeatedRelease>& releases,
                           const Rational& delta) {
  std::vector<Derivation> premises;
  std::vector<std::int64_t> times;
  for (const auto& [release, count] : releases) {
    auto node = is_zcdp(release) ? Result<Derivation>(release) : zcdp_from_dp(release);
    if (!node) return node.error();
    premises.push_back(*std::move(node));
    times.push_back(count);
  }
  auto sum = zcdp_composition(std::move(premises), times);
  if (!sum) return sum.error();
  return dp_from_zcdp(*std::move(sum), delta);
}

std::string amount(const DpPromise& promise) {
  return promise.delta.sign() == 0
             ? fmt::format("epsilon {}", promise.epsilon.short_text())
             : fmt::format("epsilon {} with delta {}", promise.epsilon.short_text(),
                           promise.delta.short_text());
}

std::string amount(const Derivation& release) {
  if (const auto* zcdp = std::get_if<ZcdpPromise>(&release.conclusion.promise))
    return fmt::format("rho {}", zcdp->rho.short_text());
  return amount(std::get<DpPromise>(release.conclusion.promise));
}

}  // namespace

std::string accounting_name(Accounting accounting) {
  return accounting == Accounting::tightest ? "tightest" : "sum";
}

Outcome check_terms(const LedgerTerms& terms) {
  if (terms.table.empty())
    return refuse("a ledger needs the name of the table it is about");
  if (terms.epsilon.sign() <= 0)
    return refuse(fmt::format("the epsilon of a ledger must be positive, and it is {}",
                              terms.epsilon.short_text()));
  if (terms.delta.sign() < 0 || terms.delta >= 1)
    return refuse(fmt::format("the delta of a ledger must be in [0, 1), and it is {}",
                              terms.delta.short_text()));
  return Done{};
}

Result<std::optional<std::size_t>> counted_place(
    const std::vector<Derivation>& guarantees, const LedgerTerms& terms) {
  const auto composes = [](const Derivation& d) { return is_dp(d) || is_zcdp(d); };
  const auto found =
      std::find_if(guarantees.begin(), guarantees.end(), [&](const Derivation& d) {
        return composes(d) && d.conclusion.neighbours == terms.neighbours;
      });
  if (found == guarantees.end()) {
    if (std::any_of(guarantees.begin(), guarantees.end(), composes))
      return refuse(
          fmt::format("this ledger counts promises for {}, and the release has none; "
                      "state its promise for these neighbours",
                      neighbours_name(terms.neighbours)));
    return std::optional<std::size_t>();
  }
  if (is_zcdp(*found) && terms.accounting == Accounting::sum)
    return refuse("this ledger adds epsilons, and a zcdp promise has none");
  if (is_zcdp(*found) && terms.delta.sign() == 0)
    return refuse(
        "a zcdp promise has no epsilon at delta 0, and this ledger's delta is 0");
  if (!holds(*found))
    return refuse("the promise of this release does not follow from its derivation");
  return std::optional(static_cast<std::size_t>(found - guarantees.begin()));
}

Result<CompositionWay> ledger_total(const std::vector<RepeatedRelease>& releases,
                                    const LedgerTerms& terms) {
  assert(!releases.empty());
  if (terms.accounting == Accounting::sum) {
    auto sum = sum_of(releases);
    if (!sum) return sum.error();
    return CompositionWay{"basic", *std::move(sum)};
  }
  auto total = best_composition(releases, terms.delta);
  if (!total) return total.error();
  return std::move(total->best);
}

bool within_caps(const std::vector<RepeatedRelease>& releases,
                 const LedgerTerms& terms) {
  if (fits(sum_of(releases), terms)) return true;
  if (terms.accounting == Accounting::sum) return false;
  if (terms.delta.sign() > 0 && fits(by_zcdp(releases, terms.delta), terms))
    return true;
  const auto total = ledger_total(releases, terms);
  return total && fits(total->derivation, terms);
}

Error refusal(const std::vector<RepeatedRelease>& before, const Derivation& asked,
              const LedgerTerms& terms) {
  std::string text = fmt::format("the ledger refuses: asked {}", amount(asked));
  Rational left = terms.epsilon;
  if (!before.empty())
    if (const auto spent = ledger_total(before, terms)) {
      text += fmt::format(", spent {} ({})", amount(spent->promise()), spent->name);
      left = left - spent->promise().epsilon;
    }
  auto all = before;
  all.push_back({asked, 1});
  const auto together = ledger_total(all, terms);
  if (together)
    text +=
        fmt::format(", together {} ({})", amount(together->promise()), together->name);
  else
    text += ", together more delta than the cap";
  text +=
      fmt::format(", and the cap is {}", amount(DpPromise{terms.epsilon, terms.delta}));
  // Other ways of composing may leave a little more than the difference.
  return {
      ErrorKind::budget_exceeded,
      text + fmt::format("; by plain addition epsilon {} is left", left.short_text())};
}

}  // namespace selvage
