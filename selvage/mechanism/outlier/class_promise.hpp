// From a law that keeps a profile, and caps, to what is promised to people by the size
// of their class: as cells/promise_choice.hpp, a pure function of what a certificate
// tells.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "selvage/guarantee/derivation.hpp"
#include "selvage/guarantee/outlier_distribution.hpp"
#include "selvage/mechanism/cells/promise_choice.hpp"
#include "selvage/mechanism/outlier/count_noise.hpp"

namespace selvage {

// All that must be chosen besides noise, caps and a delta.
struct ClassChoice {
  std::vector<ProfileStep> profile = {};  // that a staircase is proved to keep [T68]
  struct Sampling {
    SampledPeople people;
    Rational epsilon;
  };
  std::optional<Sampling> sampling = std::nullopt;  // also for people sampled so [T67]
};

// What there is to promise about.
struct NoisyCounts {
  CountNoise noise;
  PersonShare share;
  std::optional<std::int64_t> key_threshold = std::nullopt;
};

// What is promised to people by their class; `partition` names the classes.
Result<Derivation> class_promise(const NoisyCounts& counts, const PromiseChoice& choice,
                                 const ClassChoice& classes,
                                 const std::string& partition);
// All that is promised then, the promise itself among it.
Result<std::vector<Derivation>> class_promises(const NoisyCounts& counts,
                                               const ClassChoice& classes,
                                               Derivation promise);

// Beside the words of the PromiseChoice, as in certificates; none for what is no
// choice.
void add_to_json(const ClassChoice& classes, nlohmann::ordered_json& promised);
std::optional<ClassChoice> read_class_choice(const nlohmann::ordered_json& promised);

}  // namespace selvage
