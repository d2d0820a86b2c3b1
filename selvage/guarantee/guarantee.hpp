// Privacy promises as values: what is promised, to whom it compares, in exact numbers.
// Every number is exact or an upper bound rounded outward; none is a double.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "selvage/base/rational.hpp"
#include "selvage/profile/profile.hpp"

namespace selvage {

enum class Neighbours {
  add_remove_person,  // one person more or less; the size of the table is private
  replace_person,     // one person changed; the size of the table is public
};

// P(M(D) in S) <= exp(epsilon) P(M(D') in S) + delta for neighbours D, D'.
struct DpPromise {
  Rational epsilon, delta;
  bool operator==(const DpPromise&) const = default;
};

// A person in a class of k people has the epsilon of the profile at k: nothing is
// promised where that is infinity, and where it is 0 nobody can be noticed. [LP15]
struct OutlierPromise {
  std::vector<ProfileStep> profile;
  Rational delta;
  std::string partition;  // the columns and bins whose cells are the classes
  bool operator==(const OutlierPromise&) const = default;
};

// (alpha, eta)-closeness with probability 1 - gamma over the draw of the data.
struct RandomDpPromise {
  Rational alpha, eta, gamma;
  bool operator==(const RandomDpPromise&) const = default;
};

// Inputs whose outputs are within rho after losing theta are (epsilon, delta)-close.
struct RobustPromise {
  Rational rho, theta, epsilon, delta;
  bool operator==(const RobustPromise&) const = default;
};

// (epsilon, delta) against an adversary for whom each person was sampled with a
// probability in [rate_low, rate_high], except for `known` people.
struct DistributionalPromise {
  Rational rate_low, rate_high;
  std::int64_t known = 0;
  Rational epsilon, delta;
  bool operator==(const DistributionalPromise&) const = default;
};

// Whether or not any `people` of one class of at most `size` are in the table. [T63]
struct GroupPromise {
  std::int64_t people = 1, size = 1;
  Rational epsilon, delta;
  std::string partition;  // the columns and bins whose cells are the classes
  bool operator==(const GroupPromise&) const = default;
};

// Whether a person is in a class of at most `from`, or else in another of at most `to`
// people; each number counts that person. [T64]
struct SubstitutionPromise {
  std::int64_t from = 1, to = 1;
  Rational epsilon, delta;
  std::string partition;
  bool operator==(const SubstitutionPromise&) const = default;
};

// Each person is one of at least `crowd` people in the table who could be exchanged
// unseen, or else (epsilon, delta)-hidden: crowd-blending privacy. [T65]
struct CrowdBlendingPromise {
  std::int64_t crowd = 1;
  Rational epsilon, delta;
  bool operator==(const CrowdBlendingPromise&) const = default;
};

// rho-zero-concentrated differential privacy: for neighbours and every order a > 1 the
// Renyi divergence of the outputs is at most a rho. [T25]
struct ZcdpPromise {
  Rational rho;
  bool operator==(const ZcdpPromise&) const = default;
};

// The outputs of neighbours are no easier to tell apart than Z and Z + shift, for Z
// discrete Laplace of this scale, or discrete Gaussian of this variance. [T22]
struct LaplaceLossPromise {
  Rational scale;
  std::int64_t shift = 1;
  bool operator==(const LaplaceLossPromise&) const = default;
};
struct GaussianLossPromise {
  Rational variance;
  std::int64_t shift = 1;
  bool operator==(const GaussianLossPromise&) const = default;
};

using Promise = std::variant<DpPromise, OutlierPromise, RandomDpPromise, RobustPromise,
                             DistributionalPromise, ZcdpPromise, LaplaceLossPromise,
                             GaussianLossPromise, GroupPromise, SubstitutionPromise,
                             CrowdBlendingPromise>;

struct Guarantee {
  Promise promise;
  Neighbours neighbours = Neighbours::add_remove_person;
  bool operator==(const Guarantee&) const = default;
};

std::string neighbours_name(Neighbours neighbours);
// An epsilon, a delta or a rho as every text for people writes it: as it is, or rounded
// up to four digits where that is long. The exact one is in the derivation and the
// JSON.
std::string promised_text(const Rational& number);
// One sentence for a person, without a full stop.
std::string sentence(const Guarantee& guarantee);
nlohmann::ordered_json to_json(const Guarantee& guarantee);
// [[20, "0.1"], [null, "1"]]
nlohmann::ordered_json profile_json(const std::vector<ProfileStep>& profile);

}  // namespace selvage
