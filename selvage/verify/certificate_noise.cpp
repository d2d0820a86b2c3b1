#include "selvage/verify/certificate_parts.hpp"

#include <algorithm>

namespace selvage::verify {
namespace {

struct Leaf {
  const Derivation* node;
  const Derivation* parent;  // none for a tree of one node
};

void collect_leaves(const Derivation& node, const Derivation* parent,
                    std::vector<Leaf>& leaves) {
  if (node.premises.empty()) leaves.push_back({&node, parent});
  for (const Derivation& premise : node.premises)
    collect_leaves(premise, &node, leaves);
}

// The cells of a person with one row in each, told one by one. [T32]
bool counts_cells(const Leaf& leaf, const char* rule, const PersonShare& share) {
  return leaf.parent != nullptr && leaf.parent->rule == rule &&
         leaf.parent->premises.size() == 1 &&
         input(*leaf.parent, "times_1") == Rational(share.cells);
}

bool leaf_fits(const Leaf& leaf, const CellsPlan& plan, std::size_t number) {
  const PlannedNumber& planned = plan.numbers[number];
  const PersonShare& share = plan.share;
  const auto [name, value] = noise_parameter(planned.noise);
  const std::string& rule = leaf.node->rule;
  const auto scale = input(*leaf.node, name);
  if (!scale || scale->text() != value) return false;
  const Rational rows = share.rows, per_row = planned.per_row;
  if (rule == "key_threshold")
    return number == 0 && plan.key_threshold &&
           input(*leaf.node, "threshold") == Rational(*plan.key_threshold) &&
           input(*leaf.node, "rows") == rows &&
           input(*leaf.node, "cells") == Rational(share.cells) &&
           input(*leaf.node, "rows_in_cell") == Rational(share.rows_in_cell);
  if (plan.key_threshold && number == 0) return false;
  if (rule == "discrete_laplace_cells") {
    if (leaf.parent != nullptr && leaf.parent->rule == "optimal_composition")
      return counts_cells(leaf, "optimal_composition", share) &&
             share.rows_in_cell == 1 && input(*leaf.node, "sensitivity") == per_row;
    return input(*leaf.node, "sensitivity") == rows * per_row;
  }
  if (rule == "discrete_gaussian_cells") {
    const Rational most = share.rows_in_cell == 1 ? Rational(share.cells) : rows * rows;
    return input(*leaf.node, "squared_sensitivity") == most * per_row * per_row;
  }
  return rule == "discrete_gaussian_loss" &&
         counts_cells(leaf, "composition_by_privacy_loss", share) &&
         (share.rows_in_cell == 1 || share.cells == 1) &&
         input(*leaf.node, "sensitivity") == Rational(share.rows_in_cell) * per_row;
}

// A number that counts more than once, or not at all, would have another derivation.
bool every_number_counts_once(const Derivation& node) {
  if (node.rule == "basic_composition" || node.rule == "zcdp_composition")
    for (const Rational& times : numbered_in(node.inputs, "times_"))
      if (times != 1) return false;
  return std::all_of(node.premises.begin(), node.premises.end(),
                     every_number_counts_once);
}

}  // namespace

Check check_noise(const Json& json, const CellsPlan& plan,
                  const std::vector<Derivation>& derivations) {
  if (!is_added(plan.numbers[0].noise)) return check_profile(json, plan, derivations);
  const char* subject = "noise";
  if (!std::holds_alternative<DpPromise>(derivations.front().conclusion.promise))
    return wrong(subject, "the first guarantee is not dp");
  for (const Derivation& derivation : derivations) {
    std::vector<Leaf> leaves;
    collect_leaves(derivation, nullptr, leaves);
    bool fit =
        leaves.size() == plan.numbers.size() && every_number_counts_once(derivation);
    for (std::size_t i = 0; fit && i < leaves.size(); ++i)
      fit = leaf_fits(leaves[i], plan, i);
    if (!fit)
      return wrong(
          subject,
          "the derivation is not about the noise and the caps of this release");
  }
  return holds(subject,
               "the derivation is about the noise, the caps and the bounds that "
               "the certificate names");
}

}  // namespace selvage::verify
