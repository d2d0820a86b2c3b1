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
  // Where one number stands for several that are told together: another change for
  // Gaussian noise, and what an error of one of its units weighs beside one of Laplace
  // noise. [T95]
  struct Gaussian {
    std::int64_t per_row;
    Rational weight;
  };
  std::optional<Gaussian> gaussian = std::nullopt;
  KeyCount key_count = {};  // what is compared with the threshold, and what a row of
  Rational key_unit = 1;    // it is worth; the threshold is a whole number of rows
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
