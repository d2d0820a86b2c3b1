#include "selvage/verify/audit.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "selvage/verify/pair_divergence.hpp"

namespace selvage::verify {
namespace {

const DpPromise* dp_of(const std::vector<Derivation>& guarantees) {
  if (guarantees.empty()) return nullptr;
  return std::get_if<DpPromise>(&guarantees.front().conclusion.promise);
}

// What was seen of the draws of one number.
struct NumberSeen {
  bool agrees = true;  // what was walked, with what is known of all outcomes
  bool of_law = true;  // every pair is one draw of a law that a mechanism brings
  std::size_t outcomes = 0;
  Interval not_executed = Interval(0);

  bool leaves_much() const { return not_executed.upper() > kNegligible; }
  bool exactly() const { return agrees && (of_law || !leaves_much()); }
};

void keep_larger(Interval& most, const Interval& other) {
  if (most.upper() < other.upper()) most = other;
}

class AuditLoop {
 public:
  AuditLoop(const Evidence& evidence, const AuditOptions& options)
      : evidence_(evidence), options_(options) {}

  Audit of(const std::vector<Derivation>& guarantees) {
    // A mechanism that shows nothing does not pass.
    result_.holds = !evidence_.pairs.empty() || !evidence_.probes.empty();
    for (const Derivation& derivation : guarantees)
      result_.holds = result_.holds && holds(derivation);
    for (const NeighbourPair& pair : evidence_.pairs) look_at(pair);
    for (const Probe& probe : evidence_.probes) run(probe);
    if (const auto* dp = dp_of(guarantees); dp && options_.curve) draw_curve(*dp);
    conclude();
    return std::move(result_);
  }

 private:
  void add_check(const NeighbourPair& pair, const PairDivergence& at, bool ok) {
    result_.checks.push_back({.number = pair.number,
                              .count = pair.people,
                              .removed = pair.removed,
                              .epsilon = pair.epsilon,
                              .delta_promised = pair.delta,
                              .delta = at.delta,
                              .not_executed = at.not_executed,
                              .holds = ok,
                              .epsilon_exact = pair.least_epsilon
                                                   ? pair.least_epsilon->upper_text(6)
                                                   : std::string()});
    result_.holds = result_.holds && ok;
  }

  void look_at(const NeighbourPair& pair) {
    const std::string& name = pair.draws_of.empty() ? pair.number : pair.draws_of;
    NumberSeen& seen = numbers_[name];
    const bool has_code = pair.with && pair.without;
    if (!has_code || seen.outcomes > options_.enough) {
      with_.reset();
      if (!has_code || pair.exact_delta) look_at_law(pair);
      return;
    }
    OutcomeTree::Limits limits = options_.limits;
    limits.paths = std::min(limits.paths, pair.most_walked.value_or(limits.paths));
    const bool again = pair.with_as_before && with_;
    if (!again) with_ = walk(pair.with, limits);
    const PairWalk without = walk(pair.without, limits);
    const PairDivergence at = pair_divergence(pair, *with_, without);
    add_check(pair, at, at.keeps(pair.delta) && (at.agrees || !pair.exact_delta));
    seen.outcomes += (again ? 0 : with_->law.mass.size()) + without.law.mass.size();
    seen.agrees = seen.agrees && at.agrees;
    if (pair.draws_of.empty()) seen.of_law = seen.of_law && at.of_law;
    keep_larger(seen.not_executed, at.not_executed);
  }

  // Nothing of it is run.
  void look_at_law(const NeighbourPair& pair) {
    PairDivergence at{.delta = Interval(1), .not_executed = Interval(1)};
    if (pair.epsilon.is_infinite())
      at.delta = Interval(0);
    else if (pair.exact_delta)
      at.delta = pair.exact_delta(pair.epsilon.finite());
    add_check(pair, at, at.keeps(pair.delta));
  }

  void run(const Probe& probe) {
    const auto number = numbers_.find(probe.number);
    const bool fills = !probe.number.empty();
    if (fills && (number == numbers_.end() || !number->second.leaves_much())) return;
    const Probed probed = probe.run();
    result_.holds = result_.holds && probed.holds;
    if (probed.holds && !probed.says.empty()) says_ += "; " + probed.says;
    NumberSeen& seen = fills ? number->second : others_;
    seen.outcomes += probed.outcomes;
    if (fills)
      seen.not_executed = probed.not_executed;
    else
      keep_larger(seen.not_executed, probed.not_executed);
  }

  void draw_curve(const DpPromise& promised) {
    if (!evidence_.curve) return;
    for (int i = 0; i <= 8; ++i) {
      const Rational epsilon = promised.epsilon * Rational(i, 8);
      result_.curve.push_back({epsilon, evidence_.curve(epsilon)});
    }
  }

  void conclude() {
    Walked all{evidence_.speaks_for_all && others_.exactly(), others_.outcomes,
               others_.not_executed};
    for (const auto& [name, seen] : numbers_) {
      all.exactly = all.exactly && seen.exactly();
      all.outcomes += seen.outcomes;
      keep_larger(all.not_executed, seen.not_executed);
    }
    result_.verification = {
        all.exactly && result_.holds ? VerificationLevel::exact_law
                                     : VerificationLevel::theorem_only,
        (evidence_.says ? evidence_.says(all) : sentence(all)) + says_};
  }

  static std::string sentence(const Walked& all) {
    return fmt::format(
        "given ideal draws, the code was run on {} outcomes; outcomes not run have "
        "probability at most {}",
        all.outcomes, all.not_executed.upper_text(3));
  }

  const Evidence& evidence_;
  const AuditOptions& options_;
  Audit result_{.holds = true,
                .checks = {},
                .curve = {},
                .verification = {VerificationLevel::theorem_only, ""}};
  std::map<std::string, NumberSeen> numbers_;
  std::optional<PairWalk> with_;           // of the last pair that was walked
  NumberSeen others_ = {.of_law = false};  // of probes that belong to no number
  std::string says_;
};

}  // namespace

Audit audit(const std::vector<Derivation>& guarantees, const Evidence& evidence,
            const AuditOptions& options) {
  return AuditLoop(evidence, options).of(guarantees);
}

Audit audit(const Mechanism& mechanism, const AuditOptions& options) {
  return audit(mechanism.guarantees(), mechanism.evidence(Effort::audit), options);
}

Result<Verification> verify_for_release(const std::vector<Derivation>& guarantees,
                                        const Evidence& evidence) {
  // A delta is promised to six digits: what is not walked must be far below it.
  const auto* dp = dp_of(guarantees);
  const double delta = dp != nullptr ? dp->delta.to_double() : 0;
  const double cut = delta > 0 ? std::min(0x1p-42, delta * 0x1p-30) : 0x1p-42;
  const auto walked = [&](double least) {
    return audit(guarantees, evidence,
                 {.limits = {.cut = least, .paths = 1 << 12}, .curve = false});
  };
  Audit quick = walked(cut);
  // At an epsilon of dozens rarer outcomes matter: then it looks as finely as an audit.
  if (!quick.holds) quick = walked(std::min(cut, AuditOptions().limits.cut));
  if (!quick.holds)
    return Error{ErrorKind::unverified,
                 "this program does not confirm its own privacy claim, so nothing is "
                 "released; please report it with the output of 'selvage audit'"};
  return quick.verification;
}

Result<Verification> verify_for_release(const Mechanism& mechanism) {
  return verify_for_release(mechanism.guarantees(),
                            mechanism.evidence(Effort::before_release));
}

}  // namespace selvage::verify
