// Why a guarantee holds: a tree of theorems. Each node names its rule, the inputs that
// went in, the premises below it and the conclusion. A rule is a pure function, so
// anybody can recompute every conclusion from the leaves.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/guarantee/guarantee.hpp"
#include "selvage/guarantee/rule_inputs.hpp"

namespace selvage {

struct Derivation {
  std::string rule;
  Inputs inputs;
  std::vector<Derivation> premises;
  Guarantee conclusion;
};

// Each gives the whole node of a rule (rule.hpp). Numbers [T..] are those of
// docs/theory.md and, from T20 on, docs/theory-composition.md. More: zcdp.hpp,
// optimal_composition.hpp, loss_composition.hpp, outlier_composition.hpp,
// warped_cells.hpp, outlier_conversion.hpp, outlier_distribution.hpp,
// threshold_cells.hpp.

// Independent discrete Laplace noise of this scale in every cell, numbers that one
// person changes by at most `sensitivity` in all cells together: (sensitivity / scale,
// 0), add_remove_person. [T4]
// Requires scale > 0, sensitivity >= 1.
Derivation discrete_laplace_cells(const Rational& scale, std::int64_t sensitivity);

// Several releases about the same people: epsilons and deltas add. [T6]
// Refuses promises that are not dp, and mixed neighbours. Requires premises.
Result<Derivation> basic_composition(std::vector<Derivation> premises);
// The same with premise i counted times[i] times. Requires one number a premise.
Result<Derivation> basic_composition(std::vector<Derivation> premises,
                                     const std::vector<std::int64_t>& times);

// To change a person is to remove one and add another:
// (2 epsilon, (1 + exp(epsilon)) delta), replace_person, delta rounded up. [T7]
// Refuses premises that are not dp for add_remove_person.
Result<Derivation> replace_from_add_remove(Derivation premise);

// The node that the rule of that name gives; fails as `conclude` does.
Result<Derivation> derive(const std::string& rule, Inputs inputs,
                          std::vector<Derivation> premises);

// Applies the rule of that name to inputs and premises; fails if there is no such rule,
// or it does not take them. The conclusion that a checker compares. Rules that ask how
// a premise was made, and not only what it promises, ask that in `derive` and `holds`.
Result<Guarantee> conclude(const std::string& rule, const Inputs& inputs,
                           const std::vector<Guarantee>& premises);

// The first node whose rule does not exist, or does not take such inputs: one sentence.
std::optional<Error> fault_of_inputs(const Derivation& derivation);

// True if every node's conclusion is what its rule concludes from its premises, and the
// rule takes premises that were made like these.
bool holds(const Derivation& derivation);

// Rough steps, entries of a lattice or of a law, that `holds` would take.
double work_of(const Derivation& derivation);

// The tree as indented sentences, one line a node.
std::string sentences(const Derivation& derivation);
nlohmann::ordered_json to_json(const Derivation& derivation);
nlohmann::ordered_json inputs_json(const Inputs& inputs);

}  // namespace selvage
