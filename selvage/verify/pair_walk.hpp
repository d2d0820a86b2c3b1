// The law of one of two neighbours: its code, run on every value of its draws.
#pragma once
#include "selvage/mechanism/answer.hpp"
#include "selvage/outcome/outcome_tree.hpp"

namespace selvage::verify {

using DrawingCode = std::function<Drawn(RandomSource&)>;

// The code adds one draw of this noise to `offset` and does nothing else; or it
// replaces the number `offset` by one output of a law. Known of every executed path and
// of probes at +-2^k up to 2^59, far beyond the walked ones.
struct Translation {
  Draw draw;
  std::int64_t offset;
};

struct PairWalk {
  OutcomeLaw<Drawn> law;
  std::optional<Translation> translation;
};

PairWalk walk(const DrawingCode& code, const OutcomeTree::Limits& limits);

}  // namespace selvage::verify
