// The law of a piece of shipped code: it is run once for every sequence of values that
// its draws can take, until what is left has a probability below a cut. Nothing is
// sampled and nothing is rounded silently: each outcome has an exact weight, and the
// paths that were cut off are added up in `unresolved`.
#pragma once
#include <functional>
#include <map>

#include "selvage/outcome/draw.hpp"
#include "selvage/random/random_source.hpp"
#include "selvage/random/sampling/bernoulli_exp.hpp"

namespace selvage {

// Thrown by a draw whose path has less mass than the cut: a loop of coins has no end.
// Caught by law_of, never outside this room.
struct PathCut {};

// Walks the tree: next() moves to the following path, the draws replay it.
class OutcomeTree {
 public:
  struct Limits {
    double cut = 1e-12;                // a subtree with less mass is not walked
    std::uint64_t paths = 10'000'000;  // nor are more paths than these
  };

  explicit OutcomeTree(const Limits& limits) : limits_(limits) {}

  void rewind() { depth_ = 0; }
  std::int64_t draw(const Draw& draw);
  // The weight of the path just run.
  Weight weight() const;
  // False when the tree is done.
  bool next();
  const Interval& unresolved() const { return unresolved_; }

  // How many draws the path just run made, and the first of them.
  std::size_t draws() const { return depth_; }
  const Draw& first_draw() const { return path_.front().draw; }
  std::int64_t first_value() const;

 private:
  struct Node {
    Draw draw;
    std::uint64_t index;
    Weight before;  // of the path up to this draw
    double rough_before;
  };
  void cut_off(const Node& node);

  Limits limits_;
  std::vector<Node> path_;
  std::size_t depth_ = 0;
  std::uint64_t paths_ = 1;
  Interval unresolved_;
};

// The mechanisms' door, answered by the tree.
class TreeSource : public RandomSource {
 public:
  explicit TreeSource(OutcomeTree& tree) : tree_(tree) {}
  void uniform_below(std::span<std::uint64_t> out, std::uint64_t n) override;
  void bernoulli_exp(std::span<std::uint8_t> out, const Rational& x) override;
  void geometric(std::span<std::int64_t> out, const Rational& scale) override;
  void discrete_laplace(std::span<std::int64_t> out, const Rational& scale) override;
  void failures_before(std::span<std::int64_t> out, const Rational& x) override;
  void failures_before_coin(std::span<std::int64_t> out,
                            const Rational& probability) override;
  void from_table(std::span<std::int64_t> out, const IntegerTable& table) override;
  void discrete_gaussian(std::span<std::int64_t> out,
                         const Rational& variance) override;
  void draw(std::span<std::int64_t> in_out,
            const std::shared_ptr<const Law>& law) override;

 private:
  OutcomeTree& tree_;
  // The table last drawn from: a code draws from it again on every path.
  struct Known {
    IntegerTable table;
    Draw draw;
  };
  std::optional<Known> known_;
};

// The reference samplers' door (see WordDraws), answered by the tree.
class TreeDraws {
 public:
  explicit TreeDraws(OutcomeTree& tree) : tree_(tree) {}
  Uint128 below(Uint128 n);
  bool coin(Uint128 a, Uint128 n);
  bool exp_minus(Fraction x);

 private:
  OutcomeTree& tree_;
};

// The mass of one outcome: symbolic while a single path leads to it.
class OutcomeMass {
 public:
  explicit OutcomeMass(Weight first) : single_(std::move(first)) {}
  void add(const Weight& weight);
  const std::optional<Weight>& single() const { return single_; }
  const Interval& value() const;

 private:
  std::optional<Weight> single_;
  mutable std::optional<Interval> value_;  // computed when first asked for
};

template <class Result>
struct OutcomeLaw {
  std::map<Result, OutcomeMass> mass;
  Interval unresolved;

  // P(outcome) is at least lower() and at most upper().
  Interval lower(const Result& outcome) const {
    const auto found = mass.find(outcome);
    return found == mass.end() ? Interval(0) : found->second.value();
  }
  Interval upper(const Result& outcome) const { return lower(outcome) + unresolved; }
};

// The law of run(door), where Door is TreeSource or TreeDraws.
template <class Door, class Run>
auto law_of(const OutcomeTree::Limits& limits, Run run) {
  OutcomeTree tree(limits);
  Door door(tree);
  OutcomeLaw<decltype(run(door))> law;
  do {
    tree.rewind();
    try {
      auto outcome = run(door);
      const Weight weight = tree.weight();
      const auto [found, fresh] = law.mass.try_emplace(std::move(outcome), weight);
      if (!fresh) found->second.add(weight);
    } catch (const PathCut&) {
      continue;  // its mass is in unresolved
    }
  } while (tree.next());
  law.unresolved = tree.unresolved();
  return law;
}

}  // namespace selvage
