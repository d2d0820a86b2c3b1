// What every other room sees of a mechanism: a request that was checked, before any
// data. One folder below mechanism/ makes one; engine, ledger, release, certificate,
// verify, report and the tools know this class and no other.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "selvage/base/interval.hpp"
#include "selvage/guarantee/accuracy.hpp"
#include "selvage/guarantee/derivation.hpp"
#include "selvage/mechanism/answer.hpp"
#include "selvage/random/random_source.hpp"
#include "selvage/summary/person_rows.hpp"
#include "selvage/summary/reader.hpp"

namespace selvage {

using Json = nlohmann::ordered_json;

// What is bound before a run: the schema of a table is checked against it, before
// anything is charged.
struct Needs {
  Reading reading;
  // By which everybody's class is chosen; none: there are no classes. [T60]
  std::optional<BoundingKey> class_key = std::nullopt;
};

// A public guess, for plans only.
struct Prior {
  std::int64_t people = 10'000;
};

// One line of a plan: "keys", "a key is shown where its noisy count is 15 or more".
struct PlanLine {
  std::string head, text;
  bool is_table = false;  // a line of a table: not to be broken
};

// The error of one number of a row, known before any data.
struct ErrorRow {
  std::optional<std::int64_t> count;  // of people; none: whatever the count is
  std::optional<Rational> mean_absolute;
  std::optional<Rational> bound;  // none: nothing is known
};

// delta as a function of epsilon.
using PrivacyCurve = std::function<Interval(const Rational& epsilon)>;

// Two tables that differ in one person, as code that draws. verify/ walks both through
// the outcome tree, in both directions, and compares with what is promised to the pair.
struct NeighbourPair {
  std::string number;            // "count", "median", "new key"
  std::int64_t people, removed;  // what there is, and what the person's part of it is
  // Both empty where the pair is too large to be run, as that of a person in many
  // cells: then exact_delta must be there.
  std::function<Drawn(RandomSource&)> with, without;
  ExtendedRational epsilon;  // promised
  Rational delta;
  // Where the law of the pair is known over all outcomes; what was walked must agree.
  PrivacyCurve exact_delta = nullptr;
  // The least epsilon that it has at the promised delta, where that is known.
  std::optional<Interval> least_epsilon = std::nullopt;
  // More outcomes of each table need not be walked: a probe runs them faster.
  std::optional<std::uint64_t> most_walked = std::nullopt;
  // The number whose draws these are, where it has another name: "count" of a new key.
  std::string draws_of = {};
  // `with` is that of the pair before, which is walked once for both.
  bool with_as_before = false;
};

// What a probe found.
struct Probed {
  bool holds;
  std::string says = {};       // what is known then, for the text of the evidence
  std::size_t outcomes = 0;    // that were run
  Interval not_executed = {};  // the mass of all others
};

// More that a mechanism has to show for itself than pairs can: that every cell has a
// draw of its own, that the promise follows from the noise.
struct Probe {
  std::function<Probed()> run;
  // Runs the outcomes of this number that its pairs leave out: needed only where they
  // leave more than next to nothing, and what it leaves out counts in their place.
  std::string number = {};
};

enum class Effort { before_release, audit };

// How much of the pairs was run.
struct Walked {
  bool exactly;  // the law of every pair is known, but for next to nothing
  std::size_t outcomes;
  Interval not_executed;
};

struct Evidence {
  std::vector<NeighbourPair> pairs = {};
  std::vector<Probe> probes = {};
  PrivacyCurve curve = nullptr;  // of the worst neighbours, where that is known
  // Whether what is walked and known of the pairs can speak for all neighbours; where
  // not, the claim rests on the theorem, however much was run.
  bool speaks_for_all = true;
  // All of it in one sentence, without the full stop; verify/ has one of its own.
  std::function<std::string(const Walked&)> says = nullptr;
};

class Mechanism {
 public:
  virtual ~Mechanism() = default;

  // Pure, before any data.
  virtual std::string name() const = 0;    // "universal_quantile"
  virtual std::string reason() const = 0;  // why this one, in one sentence
  // All that decides the law of what is drawn, exactly; with the question it makes the
  // same mechanism again. Part of the identity of a question.
  virtual Json law() const = 0;
  // What is done afterwards: display, prior. Costs nothing, is no part of the identity.
  virtual Json shown() const = 0;
  // Rows whose first number is below this are not listed; none: all are.
  virtual std::optional<std::int64_t> fewer_than() const { return std::nullopt; }
  // A few of these by name, for the eye.
  virtual std::vector<std::pair<std::string, std::string>> parameters() const = 0;
  virtual std::vector<Derivation> guarantees() const = 0;  // the first is dp, if any is
  // Where people are promised by the size of their class: the profile, and at which
  // delta. Empty elsewhere.
  virtual std::vector<ProfileStep> profile() const { return {}; }
  virtual Rational profile_delta() const { return 0; }
  // What is certain; with a guess of people also what follows from it.
  virtual std::vector<ErrorRow> errors(const std::optional<Prior>& prior,
                                       const Rational& confidence) const = 0;
  virtual std::vector<Accuracy> accuracy(const Rational& confidence) const = 0;
  virtual std::vector<PlanLine> plan_lines(const Prior& prior,
                                           const Rational& confidence) const = 0;
  // More numbers of a plan, for programs: an object.
  virtual Json plan_numbers(const Prior& prior, const Rational& confidence) const = 0;
  // What somebody should know before relying on it, one sentence each.
  virtual std::vector<std::string> warnings(const Rational& confidence) const = 0;
  virtual Needs needs() const = 0;

  // Sees data; fails only where the reader does.
  virtual Result<Drawn> run(Reader& reader, RandomSource& random) const = 0;

  // Whether a run can draw it. Then its answer; post-processing.
  virtual bool can_draw(const Drawn& drawn) const = 0;
  virtual Answer answer(const Drawn& drawn, const Rational& confidence) const = 0;
  // What the intervals of one of its numbers hold with this confidence, at the least.
  virtual Quantity quantity(const Series& number, const Rational& confidence) const = 0;

  // Must not outlive the mechanism.
  virtual Evidence evidence(Effort effort) const = 0;
  // The least epsilon that a person in a class of so many people has, at the promised
  // delta; none where there are no classes, no epsilon does it or it is not known.
  virtual std::optional<Interval> class_epsilon(std::int64_t /*people*/) const {
    return std::nullopt;
  }
};
using Plan = std::shared_ptr<const Mechanism>;

}  // namespace selvage
