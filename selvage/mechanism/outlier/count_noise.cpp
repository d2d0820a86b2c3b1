#include "selvage/mechanism/outlier/count_noise.hpp"

#include <string.h>  // explicit_bzero

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "selvage/base/bisect.hpp"
#include "selvage/mechanism/cells/clamped_sum.hpp"
#include "selvage/mechanism/outlier/law/staircase_accuracy.hpp"
#include "selvage/mechanism/outlier/warped_law.hpp"

namespace selvage {
namespace {

std::int64_t clamped(std::int64_t count) {
  return std::clamp<std::int64_t>(count, 0, kMaxNoise / 4);
}

// Noise for all cells, whether they use it or not.
std::vector<std::int64_t> laplace_draws(std::size_t size, const Rational& epsilon,
                                        RandomSource& random) {
  std::vector<std::int64_t> drawn(size);
  random.discrete_laplace(drawn, Rational(1) / epsilon);
  return drawn;
}

void wipe(std::vector<std::int64_t>& drawn) {
  explicit_bzero(drawn.data(), drawn.size() * sizeof drawn[0]);
}

std::int64_t sum_of(std::int64_t a, std::int64_t b) {
  return std::clamp(a + b, -kMaxRelease + 1, kMaxRelease);
}

std::shared_ptr<const Law> law_of_w(const WarpedNoise& noise) {
  return std::make_shared<const WarpedLaw>(noise.law);
}

void replace(const WarpedNoise& noise, std::span<std::int64_t> counts,
             RandomSource& random) {
  constexpr std::size_t kAtOnce = 4096;  // stay in the processor's cache
  const auto law = law_of_w(noise);
  while (!counts.empty()) {
    const auto part = counts.first(std::min(kAtOnce, counts.size()));
    clamp_all(part, 0, kMaxNoise / 4);
    random.draw(part, law);
    clamp_all(part, -kMaxRelease, kMaxRelease);
    counts = counts.subspan(part.size());
  }
}

void replace(const StaircaseNoise& noise, std::span<std::int64_t> counts,
             RandomSource& random) {
  for (auto& count : counts) count = clamped(count);
  if (!noise.law.first.is_infinite()) {
    auto drawn = laplace_draws(counts.size(), noise.law.first.finite(), random);
    for (std::size_t i = 0; i < counts.size(); ++i)
      counts[i] = sum_of(counts[i], drawn[i]);
    wipe(drawn);
  }
  for (const auto& [threshold, epsilon] : noise.law.levels) {
    if (epsilon.sign() == 0) {
      for (auto& y : counts)
        if (y <= threshold) y = kSuppressed;
      continue;
    }
    auto drawn = laplace_draws(counts.size(), epsilon, random);
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] != kSuppressed && counts[i] <= threshold)
        counts[i] = sum_of(counts[i], drawn[i]);
    wipe(drawn);
  }
}

void replace(const LowerBoundNoise& noise, std::span<std::int64_t> counts,
             RandomSource& random) {
  const LowerBound& law = noise.law;
  auto drawn = laplace_draws(counts.size(), law.epsilon, random);
  std::vector<std::size_t> noisy;
  std::vector<Rational> scales;  // of the noise in these cells
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::int64_t count = clamped(counts[i]);
    const std::int64_t guess = count + drawn[i] - law.shift;
    const ExtendedRational epsilon =
        guess <= 0 ? law.at_zero : epsilon_at(law.profile, guess);
    counts[i] = count;
    if (epsilon.is_infinite()) continue;
    if (epsilon.finite() == law.epsilon) {
      counts[i] = kSuppressed;
      continue;
    }
    noisy.push_back(i);
    scales.push_back(Rational(1) / (epsilon.finite() - law.epsilon));
  }
  wipe(drawn);
  drawn.resize(noisy.size());
  random.discrete_laplace_each(drawn, scales);
  for (std::size_t i = 0; i < noisy.size(); ++i)
    counts[noisy[i]] = sum_of(counts[noisy[i]], drawn[i]);
  wipe(drawn);
}

// "a;b;c".
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == ';')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

std::optional<std::int64_t> whole_of(const std::string& text) {
  const auto number = Rational::parse(text);
  return number ? number->to_int64() : std::nullopt;
}

std::optional<CountNoise> read_staircase(const std::string& parameter) {
  const auto parts = parts_of(parameter);
  const auto first = ExtendedRational::parse(parts[0]);
  if (!first) return std::nullopt;
  Staircase law{*first, {}, false};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto colon = parts[i].find(':');
    if (colon == std::string::npos) return std::nullopt;
    const auto threshold = whole_of(parts[i].substr(0, colon));
    const auto epsilon = Rational::parse(parts[i].substr(colon + 1));
    if (!threshold || !epsilon) return std::nullopt;
    law.levels.push_back({*threshold, *epsilon});
  }
  if (!check_staircase(law)) return std::nullopt;
  return StaircaseNoise{std::move(law)};
}

std::optional<CountNoise> read_lower_bound(const std::string& parameter) {
  const auto parts = parts_of(parameter);
  if (parts.size() != 4) return std::nullopt;
  const auto epsilon = Rational::parse(parts[0]);
  const auto shift = whole_of(parts[1]);
  const auto at_zero = ExtendedRational::parse(parts[2]);
  auto profile = parse_profile(parts[3]);
  if (!epsilon || !shift || !at_zero || !profile) return std::nullopt;
  LowerBound law{*std::move(profile), *at_zero, *epsilon, *shift, false};
  if (!check_lower_bound(law)) return std::nullopt;
  return LowerBoundNoise{std::move(law)};
}

// The error of a told number is at most this, whatever the count.
std::int64_t widest(const Staircase& law, const Rational& beta) {
  const bool exact = law.first.is_infinite() &&
                     std::all_of(law.levels.begin(), law.levels.end(),
                                 [](const auto& l) { return l.epsilon.sign() == 0; });
  if (exact) return 0;
  // Each noise within its bound with its share of beta: the sum is within their sum.
  std::int64_t noises = law.first.is_infinite() ? 0 : 1;
  for (const auto& level : law.levels) noises += level.epsilon.sign() > 0;
  const Rational share = beta / noises;
  std::int64_t sum = 0;
  const auto add = [&](const Rational& epsilon) {
    sum += error_bound(LaplaceNoise{Rational(1) / epsilon}, share);
  };
  if (!law.first.is_infinite()) add(law.first.finite());
  for (const auto& level : law.levels)
    if (level.epsilon.sign() > 0) add(level.epsilon);
  return sum;
}

// The coin has q_1 ... q_T, and the draw is that of a count of T: from T on its outputs
// have the chances of a count of 0, but for this factor. [T47]
class LiftedByW : public LiftedCells {
 public:
  LiftedByW(std::int64_t threshold, const WarpedNoise& noise)
      : threshold_(threshold), law_(law_of_w(noise)), coin_(1) {
    for (std::int64_t i = noise.law->least() + 1; i <= threshold; ++i)
      coin_ = coin_ * noise.law->q(i);
  }

  // Nothing rises to counts that are not protected.
  bool lifts_none() const { return coin_.sign() == 0; }
  std::int64_t jump(RandomSource& random) const override {
    std::int64_t jumped = 0;
    random.failures_before_coin(std::span(&jumped, 1), coin_);
    return jumped;
  }
  std::int64_t draw(RandomSource& random) const override {
    std::int64_t value = threshold_;
    random.draw(std::span(&value, 1), law_);
    return value;
  }

 private:
  std::int64_t threshold_;
  std::shared_ptr<const Law> law_;
  Rational coin_;
};

// Of the alternative at this place.
std::string noise_name(std::size_t place) {
  constexpr const char* names[] = {"warped_geometric", "staircase", "lower_bound"};
  return names[place];
}

}  // namespace

void replace_counts(const CountNoise& noise, std::span<std::int64_t> counts,
                    RandomSource& random) {
  if (counts.empty()) return;
  std::visit([&](const auto& law) { replace(law, counts, random); }, noise);
}

std::string noise_name(const CountNoise& noise) { return noise_name(noise.index()); }

std::pair<std::string, std::string> noise_parameter(const CountNoise& noise) {
  if (const auto* warped = std::get_if<WarpedNoise>(&noise))
    return {"profile", profile_text(warped->law->profile())};
  if (const auto* staircase = std::get_if<StaircaseNoise>(&noise)) {
    std::string text = staircase->law.first.text();
    for (const auto& level : staircase->law.levels)
      text += fmt::format(";{}:{}", level.threshold, level.epsilon.text());
    return {"levels", text};
  }
  const LowerBound& law = std::get<LowerBoundNoise>(noise).law;
  return {"guess", fmt::format("{};{};{};{}", law.epsilon.text(), law.shift,
                               law.at_zero.text(), profile_text(law.profile))};
}

bool is_count_noise(const std::string& name) {
  for (std::size_t i = 0; i < std::variant_size_v<CountNoise>; ++i)
    if (name == noise_name(i)) return true;
  return false;
}

std::optional<CountNoise> read_count_noise(const std::string& name,
                                           const std::string& parameter) {
  std::optional<CountNoise> noise;
  if (name == "warped_geometric") {
    const auto profile = parse_profile(parameter);
    auto law = profile ? WarpedGeometric::make(*profile)
                       : Result<WarpedGeometric>(profile.error());
    if (law)
      noise = WarpedNoise{std::make_shared<const WarpedGeometric>(*std::move(law))};
  } else if (name == "staircase") {
    noise = read_staircase(parameter);
  } else if (name == "lower_bound") {
    noise = read_lower_bound(parameter);
  }
  // Written in the one way in which the program writes it.
  if (noise && noise_parameter(*noise).second != parameter) return std::nullopt;
  return noise;
}

CountError count_error(const CountNoise& noise, std::int64_t count,
                       const Rational& beta) {
  if (const auto* warped = std::get_if<WarpedNoise>(&noise))
    return {warped->law->mean_absolute_error(count),
            warped->law->error_bound(count, beta)};
  if (const auto* staircase = std::get_if<StaircaseNoise>(&noise)) {
    const auto mean = mean_absolute_error(staircase->law, count);
    const auto bound = error_bound(staircase->law, count, beta);
    const std::int64_t most = widest(staircase->law, beta);
    return {mean ? *mean : Interval(std::max(most, count)),
            bound ? *bound : std::max(most, count)};
  }
  const LowerBound& law = std::get<LowerBoundNoise>(noise).law;
  const auto mean = mean_absolute_error(law, count);
  // The largest noise of the count itself, whatever the guess.
  const ExtendedRational least = law.at_zero;
  const std::int64_t bound =
      least.is_infinite() || least.finite() == law.epsilon
          ? kMaxRelease
          : error_bound(LaplaceNoise{Rational(1) / (least.finite() - law.epsilon)},
                        beta);
  return {mean ? *mean : Interval(bound), bound};
}

std::int64_t usable_from(const CountNoise& noise, const Rational& beta) {
  const auto usable = [&](std::int64_t count) {
    const auto* warped = std::get_if<WarpedNoise>(&noise);
    if (warped == nullptr) return count_error(noise, count, beta).bound <= count / 2;
    // Counts that are all told as one number carry none.
    return count > warped->law->least() &&
           warped->law->error_bound(count, beta) <= count / 2;
  };
  std::int64_t high = 2;
  while (high < kMostCount / 2 && !usable(high)) high *= 2;
  return least_above(high / 2, high, usable);
}

std::optional<StaircaseIntervals> staircase_intervals(const CountNoise& noise,
                                                      const Rational& beta) {
  const auto* staircase = std::get_if<StaircaseNoise>(&noise);
  if (staircase == nullptr) return std::nullopt;
  return StaircaseIntervals(staircase->law, beta, widest(staircase->law, beta));
}

WarpedGeometric::Counts counts_behind(const CountNoise& noise, std::int64_t output,
                                      const Rational& beta) {
  if (const auto* warped = std::get_if<WarpedNoise>(&noise))
    return warped->law->counts_behind(std::max(output, warped->law->least()), beta);
  if (const auto intervals = staircase_intervals(noise, beta))
    return intervals->behind(output);
  const std::int64_t bound = count_error(noise, 0, beta).bound;
  const std::int64_t low = std::max<std::int64_t>(0, output - bound);
  return {low, std::max(low, output + bound)};
}

std::shared_ptr<const Law> ReplacingNoise::drawn_law() const {
  const auto* warped = std::get_if<WarpedNoise>(&noise_);
  return warped != nullptr ? law_of_w(*warped) : nullptr;
}

std::int64_t ReplacingNoise::least_told() const {
  const auto* staircase = std::get_if<StaircaseNoise>(&noise_);
  if (staircase == nullptr) return 0;
  std::int64_t least = 0;
  for (const auto& level : staircase->law.levels)
    if (level.epsilon.sign() == 0) least = std::max(least, level.threshold + 1);
  return least;
}

Interval ReplacingNoise::empty_at_least(std::int64_t threshold) const {
  const auto* warped = std::get_if<WarpedNoise>(&noise_);
  return warped != nullptr ? warped->law->at_least(0, threshold) : Interval(0);
}

std::unique_ptr<const LiftedCells> ReplacingNoise::lifted_cells(
    std::int64_t threshold) const {
  auto lifted = std::make_unique<LiftedByW>(threshold, std::get<WarpedNoise>(noise_));
  if (lifted->lifts_none()) return nullptr;
  return lifted;
}

std::shared_ptr<const CellNoise> replacing_noise(CountNoise noise) {
  return std::make_shared<ReplacingNoise>(std::move(noise));
}

const CountNoise& count_noise_of(const CellNoise& noise) {
  return dynamic_cast<const ReplacingNoise&>(noise).law();
}

const WarpedGeometric* warped_of(const CountNoise& noise) {
  const auto* warped = std::get_if<WarpedNoise>(&noise);
  return warped != nullptr ? warped->law.get() : nullptr;
}

}  // namespace selvage
