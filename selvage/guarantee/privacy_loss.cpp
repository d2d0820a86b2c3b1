#include "selvage/guarantee/privacy_loss.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/loss_tail.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMaxLoss = 1'000'000;
constexpr std::int64_t kMaxShift = 1 << 16;
constexpr std::size_t kWholeLength = 1024;   // up to here nothing is cut off
constexpr std::size_t kMaxLength = 1 << 14;  // beyond it the lattice is made coarser
constexpr std::int64_t kMaxParts = 1 << 18;  // entries of all parts of a composition
constexpr Mass kTail = kFullMass >> 100;     // what may be cut off at each end

Interval as_interval(Mass mass) { return Interval(probability(mass)); }

Rational index_above(const Rational& offset, const Rational& step, const Rational& x) {
  return ((x - offset) / step).floor() + 1;
}

// gcd(a/b, c/d) = gcd(a d, c b) / (b d).
Rational greatest_common_step(const Rational& a, const Rational& b) {
  const Rational below = a.denominator() * b.denominator();
  const Rational x = a * below, y = b * below;
  mpz_t g;
  mpz_init(g);
  mpz_gcd(g, mpq_numref(x.raw()), mpq_numref(y.raw()));
  Rational result;
  mpq_set_z(const_cast<mpq_ptr>(result.raw()), g);
  mpz_clear(g);
  return result / below;
}

}  // namespace

// A law that has run out of range is replaced by the worst one. Entries above 1 are
// rounding only: a probability is at most 1.
PrivacyLoss::PrivacyLoss(Rational offset, Rational step, std::vector<Mass> masses,
                         Mass infinite, bool sure)
    : offset_(std::move(offset)),
      step_(std::move(step)),
      masses_(std::move(masses)),
      infinite_(std::min(infinite, kFullMass)),
      sure_(sure) {
  assert(!masses_.empty() && step_.sign() > 0);
  Mass sum = 0;
  for (Mass& mass : masses_) {
    mass = std::min(mass, kFullMass);
    sum = std::min(sum + mass, 3 * kFullMass);
  }
  if (sum <= 2 * kFullMass) return;
  masses_.assign(1, 0);
  infinite_ = kFullMass;
}

Result<PrivacyLoss> PrivacyLoss::discrete_laplace(const Rational& scale,
                                                  std::int64_t shift) {
  if (scale.sign() <= 0 || shift < 1 || shift > kMaxShift ||
      Rational(shift) / scale > kMaxLoss)
    return wrong(fmt::format(
        "the privacy loss of discrete Laplace noise is computed for shifts in "
        "1..65536 and shift / scale up to 1000000, not for scale {}, shift {}",
        scale.text(), shift));
  const Rational unit = Rational(1) / scale;
  const Interval q = exp(Interval(-unit));
  const Interval below = Interval(1) + q;
  std::vector<Mass> masses(static_cast<std::size_t>(shift) + 1);
  bool sure = true;
  masses.back() = mass_above(Interval(1) / below, sure);
  Interval power = q / below;  // q^j / (1+q)
  const Interval inner = Interval(0) - expm1(Interval(-unit));
  for (std::int64_t j = 1; j < shift; ++j, power = power * q)
    masses[static_cast<std::size_t>(shift - j)] = mass_above(inner * power, sure);
  masses.front() = mass_above(power, sure);
  PrivacyLoss result(-(unit * shift), unit * 2, std::move(masses), 0, sure);
  result.shorten();
  return result;
}

// Beyond 12.1 standard deviations, 12.1^2 < 147, lies less than 2^-105; what lies there
// is bounded in discrete_gaussian, not assumed.
std::int64_t PrivacyLoss::gaussian_reach(const Rational& variance) {
  return floor_sqrt(variance * 147) + 1;
}

bool PrivacyLoss::takes_gaussian(const Rational& variance, std::int64_t shift) {
  if (variance < Rational::power_of_two(-20) || variance > (1 << 26) || shift < 1 ||
      shift > kMaxShift)
    return false;
  const Rational most = Rational(shift) * Rational(1, 2) + gaussian_reach(variance);
  return most * shift / variance <= kMaxLoss;
}

Result<PrivacyLoss> PrivacyLoss::discrete_gaussian(const Rational& variance,
                                                   std::int64_t shift) {
  if (!takes_gaussian(variance, shift))
    return wrong(fmt::format(
        "the privacy loss of discrete Gaussian noise is computed for variances in "
        "2^-20..2^26, shifts in 1..65536 and losses up to 1000000, not for variance "
        "{}, shift {}",
        variance.text(), shift));
  const std::int64_t reach = gaussian_reach(variance);
  const Rational unit = Rational(1) / variance;
  const Rational centre = unit * shift * shift * Rational(1, 2);

  // weight(z) = exp(-z^2 / (2 variance)), z = 0..reach+1, by its ratios.
  std::vector<Interval> weight{Interval(1)};
  const Interval shrink = exp(Interval(-unit));
  Interval ratio = exp(Interval(unit * Rational(-1, 2)));
  Interval total(1);
  for (std::int64_t z = 1; z <= reach + 1; ++z, ratio = ratio * shrink) {
    weight.push_back(weight.back() * ratio);
    if (z <= reach) total = total + weight.back() * Interval(2);
  }
  // sum over z > reach <= weight(reach+1) / (1 - weight(reach+2)/weight(reach+1)).
  bool sure = true;
  const Mass tail = mass_above(weight.back() / (Interval(1) - ratio) / total, sure);
  std::vector<Mass> masses(static_cast<std::size_t>(2 * reach + 1));
  for (std::int64_t z = 0; z <= reach; ++z) {
    const Mass mass = mass_above(weight[static_cast<std::size_t>(z)] / total, sure);
    masses[static_cast<std::size_t>(reach - z)] = mass;
    masses[static_cast<std::size_t>(reach + z)] = mass;
  }
  masses.front() += tail;  // the lower tail, its losses rounded up
  PrivacyLoss result(centre - unit * shift * reach, unit * shift, std::move(masses),
                     tail, sure);
  result.shorten();
  return result;
}

Result<PrivacyLoss> PrivacyLoss::of_dp(const DpPromise& promise) {
  const auto& [epsilon, delta] = promise;
  if (epsilon.sign() < 0 || epsilon > kMaxLoss || delta.sign() < 0 || delta >= 1)
    return wrong(fmt::format(
        "the privacy loss of a dp promise is computed for epsilon in 0..1000000 and "
        "0 <= delta < 1, not for ({}, {})",
        epsilon.text(), delta.text()));
  const Rational rest = Rational(1) - delta;
  if (epsilon.sign() == 0)
    return PrivacyLoss(0, 1, {mass_above(rest)}, mass_above(delta), true);
  const Interval q = exp(Interval(-epsilon));
  const Interval top = Interval(rest) / (Interval(1) + q);
  bool sure = true;
  std::vector<Mass> masses{mass_above(top * q, sure), mass_above(top, sure)};
  return PrivacyLoss(-epsilon, epsilon * 2, std::move(masses), mass_above(delta), sure);
}

Rational PrivacyLoss::delta(const Rational& epsilon) const {
  const auto size = static_cast<std::int64_t>(masses_.size());
  const Rational above = index_above(offset_, step_, epsilon);
  const std::int64_t first = above.sign() <= 0 ? 0
                             : above > size    ? size
                                               : *above.to_int64();
  if (first == size) return probability(infinite_);
  LossTail tail(offset_ + step_ * (size - 1), step_, as_interval(infinite_));
  for (std::int64_t i = size - 1; i >= first; --i)
    tail.add(as_interval(masses_[static_cast<std::size_t>(i)]));
  const Rational bound = positive_part(tail.delta(epsilon)).upper();
  return bound < 1 ? bound : Rational(1);
}

std::optional<Rational> PrivacyLoss::epsilon(const Rational& delta) const {
  if (!sure_ || delta < probability(infinite_)) return std::nullopt;
  const Interval target(delta);
  const auto size = static_cast<std::int64_t>(masses_.size());
  LossTail tail(offset_ + step_ * (size - 1), step_, as_interval(infinite_));
  for (std::int64_t i = size - 1; i >= 0 && tail.next().sign() > 0; --i) {
    tail.add(as_interval(masses_[static_cast<std::size_t>(i)]));
    if (surely_at_most(tail.delta_at_next(), target)) continue;
    const Interval solution = tail.epsilon(target);
    if (!surely_at_most(target, tail.delta_at_next()) || !is_least_above(solution))
      return std::nullopt;
    return decimal_above(solution);
  }
  return Rational(0);
}

std::optional<Rational> PrivacyLoss::renyi(const Rational& order) const {
  assert(order > 1);
  const Rational slope = order - 1;
  const auto size = static_cast<std::int64_t>(masses_.size());
  const Rational top = offset_ + step_ * (size - 1);
  // Beyond 2^40 the exponential would leave the range of our numbers.
  const Rational limit = Rational::power_of_two(40);
  if (infinite_ != 0 || slope * absolute(top) > limit ||
      slope * absolute(offset_) > limit)
    return std::nullopt;
  const Interval shrink = exp(Interval(-(slope * step_)));
  Interval sum(0);  // sum m(l) exp(slope (l - top))
  for (const Mass mass : masses_) sum = sum * shrink + as_interval(mass);
  if (sum.lower().sign() <= 0) return std::nullopt;
  return ((Interval(slope * top) + log(sum)) / Interval(slope)).upper();
}

PrivacyLoss product(const PrivacyLoss& a, const PrivacyLoss& b) {
  assert(a.step_ == b.step_ || a.size() == 1 || b.size() == 1);
  // 1 - (1-x)(1-y) = x + y - xy.
  const Mass infinite =
      a.infinite_ + b.infinite_ - product_below(a.infinite_, b.infinite_);
  PrivacyLoss result(a.offset_ + b.offset_, a.size() == 1 ? b.step_ : a.step_,
                     convolution_above(a.masses_, b.masses_), infinite,
                     a.sure_ && b.sure_);
  result.shorten();
  return result;
}

PrivacyLoss PrivacyLoss::power(std::int64_t times) const {
  assert(times >= 1 && times <= kMaxTimes);
  int bit = 0;
  while ((times >> (bit + 1)) != 0) ++bit;
  PrivacyLoss result = *this;
  while (--bit >= 0) {
    result = product(result, result);
    if (((times >> bit) & 1) == 0) continue;
    result = result.step_ == step_ || size() == 1
                 ? product(result, *this)
                 : product(result, on_lattice(offset_, result.step_));
  }
  return result;
}

PrivacyLoss PrivacyLoss::on_lattice(const Rational& offset,
                                    const Rational& step) const {
  assert(step.sign() > 0);
  // Of a loss d above a point, the share (1 - e^-d)/(1 - e^-step) goes to the next.
  struct Share {
    Mass down, up;
  };
  const Interval whole = expm1(Interval(-step));
  bool sure = sure_;
  const auto share_of = [&](const Rational& distance) {
    const Interval up = expm1(Interval(-distance)) / whole;
    return Share{mass_above(Interval(1) - up, sure), mass_above(up, sure)};
  };
  const auto split = [](std::vector<Mass>& masses, std::size_t at, Mass mass,
                        const Share& share) {
    masses[at] += product_above(mass, share.down);
    masses[at + 1] += product_above(mass, share.up);
  };
  const auto index = [&](const Rational& loss) {
    return *((loss - offset) / step).floor().to_int64();
  };
  const Rational top = offset_ + step_ * (static_cast<std::int64_t>(size()) - 1);
  const std::int64_t lowest = index(offset_);
  std::vector<Mass> masses(static_cast<std::size_t>(index(top) - lowest) + 2, 0);
  const Rational start = (offset_ - offset - step * lowest) / step_;
  const auto factor = (step / step_).to_int64(), first = start.to_int64();
  if (factor && first) {
    // Every point of the new lattice is one of the old: whole numbers will do.
    std::map<std::int64_t, Share> shares;
    for (std::size_t i = 0; i < size(); ++i) {
      const std::int64_t place = *first + static_cast<std::int64_t>(i);
      const auto at = static_cast<std::size_t>(place / *factor);
      const std::int64_t rest = place % *factor;
      if (rest == 0 || masses_[i] == 0) {
        masses[at] += masses_[i];
        continue;
      }
      auto found = shares.find(rest);
      if (found == shares.end())
        found = shares.emplace(rest, share_of(step_ * rest)).first;
      split(masses, at, masses_[i], found->second);
    }
  } else {
    std::map<Rational, Share> shares;
    Rational loss = offset_;
    for (const Mass mass : masses_) {
      const std::int64_t below = index(loss);
      const Rational distance = loss - offset - step * below;
      loss = loss + step_;
      const auto at = static_cast<std::size_t>(below - lowest);
      if (distance.sign() == 0 || mass == 0) {
        masses[at] += mass;
        continue;
      }
      auto found = shares.find(distance);
      if (found == shares.end())
        found = shares.emplace(distance, share_of(distance)).first;
      split(masses, at, mass, found->second);
    }
  }
  while (masses.back() == 0 && masses.size() > 1) masses.pop_back();
  return PrivacyLoss(offset + step * lowest, step, std::move(masses), infinite_, sure);
}

PrivacyLoss PrivacyLoss::refined(std::int64_t factor) const {
  std::vector<Mass> masses((size() - 1) * static_cast<std::size_t>(factor) + 1, 0);
  for (std::size_t i = 0; i < size(); ++i)
    masses[i * static_cast<std::size_t>(factor)] = masses_[i];
  return PrivacyLoss(offset_, step_ / factor, std::move(masses), infinite_, sure_);
}

// Long laws lose their far tails, upwards only: the top goes to infinity, the bottom to
// the least loss that is kept. Very long ones get a coarser lattice. [T21]
void PrivacyLoss::shorten() {
  if (size() <= kWholeLength) return;
  std::size_t last = size() - 1;
  for (Mass cut = 0; last > 0 && cut + masses_[last] <= kTail; --last) {
    cut += masses_[last];
    infinite_ = std::min(infinite_ + masses_[last], kFullMass);
  }
  std::size_t first = 0;
  Mass raised = 0;
  for (; first < last && raised + masses_[first] <= kTail; ++first)
    raised += masses_[first];
  masses_.resize(last + 1);
  masses_.erase(masses_.begin(), masses_.begin() + static_cast<std::ptrdiff_t>(first));
  masses_[0] += raised;
  offset_ = offset_ + step_ * static_cast<std::int64_t>(first);
  while (size() > kMaxLength) *this = on_lattice(offset_, step_ * 2);
}

double PrivacyLoss::variance() const {
  double total = 0, mean = 0, square = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    const double mass = std::ldexp(static_cast<double>(masses_[i]), -kMassBits);
    const auto x = static_cast<double>(i);
    total += mass, mean += mass * x, square += mass * x * x;
  }
  if (total <= 0) return 0;
  mean /= total;
  const double step = step_.to_double();
  return std::max(0.0, square / total - mean * mean) * step * step;
}

Rational common_step(const std::vector<PrivacyLoss>& parts) {
  Rational greatest = 0;
  double span = 0, variance = 0;
  bool coarse = true;  // the exact common lattice is not too fine so far
  for (const PrivacyLoss& part : parts) {
    if (part.size() == 1) continue;
    span += part.step_.to_double() * static_cast<double>(part.size() - 1);
    variance += part.variance();
    if (coarse) greatest = greatest_common_step(greatest, part.step_);
    coarse = coarse && span <= 2 * kMaxLength * greatest.to_double();
  }
  if (span == 0) return 1;
  if (coarse) return greatest;
  // A thousandth of the standard deviation of the whole, but at most 2^17 entries.
  const double proposed = std::max(std::sqrt(variance) / 1000, std::ldexp(span, -17));
  int exponent = 0;
  std::frexp(std::max(proposed, 1e-300), &exponent);
  return Rational::power_of_two(exponent - 1);
}

Result<PrivacyLoss> compose(const std::vector<PrivacyLoss>& parts,
                            const Rational& step) {
  if (parts.empty()) return wrong("a composition needs at least one release");
  if (step.sign() <= 0) return wrong("the lattice of a composition needs step > 0");
  // The two shortest are multiplied first; among equals, those that came first.
  std::map<std::pair<std::size_t, std::size_t>, PrivacyLoss> queue;
  std::size_t came = 0;
  const auto put = [&](PrivacyLoss law) {
    const std::size_t length = law.size();
    queue.emplace(std::pair(length, came++), std::move(law));
  };
  const auto take = [&] { return std::move(queue.extract(queue.begin()).mapped()); };
  Rational entries = 0;
  for (const PrivacyLoss& part : parts) {
    const Rational factor = part.step_ / step;
    entries =
        entries + (factor * static_cast<std::int64_t>(part.size() - 1)).ceil() + 2;
    if (entries > kMaxParts)
      return wrong("the lattice of a composition is too fine: raise its step");
    if (part.size() == 1)
      put(PrivacyLoss(part.offset_, step, part.masses_, part.infinite_, part.sure_));
    else if (factor.is_integer())
      put(part.refined(*factor.to_int64()));
    else
      put(part.on_lattice((part.offset_ / step).floor() * step, step));
  }
  while (queue.size() > 1) {
    PrivacyLoss a = take(), b = take();
    // One of them may have been made coarser on the way; the other follows.
    if (a.step_ < b.step_) std::swap(a, b);
    put(product(a, a.step_ == b.step_ ? b : b.on_lattice(b.offset_, a.step_)));
  }
  return take();
}

}  // namespace selvage
