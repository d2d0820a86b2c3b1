// A release told by what it was made of. Its dp promise is one line of what its
// derivation knows: the derivation also holds the noise of each part, or a rho, and
// parts compose better by those. Theory: T20 c, T22, T25.
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// Something that was promised `times` times.
struct RepeatedPart {
  Derivation part;
  std::int64_t times = 1;
};

// The parts of a release that composes others, else the release itself. Each is dp,
// zcdp or the loss of a noise; all of them together are the release. [T20 c]
std::vector<RepeatedPart> parts_of(const Derivation& release);

// The same release by its rho: a zcdp node where its derivation holds one or its parts
// give one, else the release as it is. A dp promise with delta 0 stays as it is where
// it is not made of parts: it counts epsilon^2 / 2 wherever rhos are added. [T25]
Derivation by_its_rho(const Derivation& release);

// zcdp of a part whose loss is that of Gaussian noise: shift^2 / (2 variance). [T25 d]
// Refuses other kinds.
Result<Derivation> zcdp_from_loss(Derivation premise);

}  // namespace selvage
