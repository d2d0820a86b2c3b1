// Which noise, and how much of it: the least that keeps (epsilon, delta) for numbers
// that one person changes by a known amount. Every way that applies is planned, the one
// with the least expected error is taken, and said. Sees no data.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/guarantee/key_threshold.hpp"
#include "selvage/mechanism/cells/noise.hpp"
#include "selvage/mechanism/cells/promise_choice.hpp"

namespace selvage {

enum class WantedNoise { any, laplace, gaussian };

struct NoiseRequest {
  // For each released number, the most by which one row changes it.
  std::vector<std::int64_t> per_row;
  PersonShare share;
  Rational epsilon;
  Rational delta;  // 0: none may be spent
  WantedNoise wanted = WantedNoise::any;
  bool unknown_keys = false;  // the first number is a count, and decides what is shown
};

struct NoiseChoice {
  std::vector<Noise> noise;  // one for each number
  std::optional<std::int64_t> key_threshold = std::nullopt;
  PromiseChoice promise = {};
  std::vector<Derivation> derivations = {};  // the first is dp
  std::string reason = {};                   // one sentence
};

Result<NoiseChoice> choose_noise(const NoiseRequest& request);

}  // namespace selvage
