#include "selvage/mechanism/cells/noise_choice.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/zcdp.hpp"

namespace selvage {
namespace {

// Smaller epsilons mean noise of a thousand million rows, larger ones no privacy.
const Rational kLeastEpsilon(1, 1'000'000'000);
const Rational kMostEpsilon(1000);
const Rational kLeastDelta = *Rational::parse("1e-40");

Error too_much_noise() {
  return wrong(
      "so small an epsilon needs more noise than 64 bits hold; give more epsilon, "
      "narrower bounds or smaller caps");
}

struct Way {
  NoiseChoice choice;
  std::string name;         // of the noise and of the composition
  Rational mean_error = 0;  // of the last number, which carries the most noise
};

// What one row changes, for Gaussian noise where that is another number.
std::vector<std::int64_t> gaussian_or(const NoiseRequest& request, bool gaussian) {
  if (gaussian && request.gaussian) return {request.gaussian->per_row};
  return request.per_row;
}

bool has_other_change(const NoiseRequest& request, const NoiseChoice& choice) {
  return request.gaussian &&
         std::holds_alternative<GaussianNoise>(choice.noise.front());
}

// As in_count_units of a plan: a sum of several numbers reaches a count of rows where
// it is that when it is rounded to the nearest whole number.
Rational rounding(const NoiseRequest& request) {
  return request.gaussian ? Rational(1, 2) : Rational(0);
}

std::int64_t in_units(const NoiseRequest& request, std::int64_t rows) {
  return (request.key_unit * (Rational(rows) - rounding(request)))
      .ceil()
      .to_int64()
      .value_or(kMaxRelease);
}

// The way with this noise and what it promises.
Result<Way> finished(const NoiseRequest& request, NoiseChoice choice,
                     std::string name) {
  NoisyNumbers numbers{choice.noise,
                       gaussian_or(request, has_other_change(request, choice)),
                       request.share};
  numbers.key_count = request.key_count;
  if (choice.key_threshold)
    numbers.key_threshold = in_units(request, *choice.key_threshold);
  auto derivations = added_promises(numbers, choice.promise);
  if (!derivations) return derivations.error();
  choice.derivations = *std::move(derivations);
  return Way{std::move(choice), std::move(name)};
}

// The same, where it keeps the epsilon that was asked for.
std::optional<Way> if_enough(const NoiseRequest& request, NoiseChoice choice,
                             std::string name) {
  auto way = finished(request, std::move(choice), std::move(name));
  if (!way) return std::nullopt;
  const auto& promise = way->choice.derivations.front().conclusion.promise;
  if (std::get<DpPromise>(promise).epsilon > request.epsilon) return std::nullopt;
  return *std::move(way);
}

// Every number gets its share of epsilon.
Result<Way> by_laplace(const NoiseRequest& request) {
  const Rational part =
      request.epsilon / static_cast<std::int64_t>(request.per_row.size());
  NoiseChoice choice;
  for (const std::int64_t per_row : request.per_row) {
    const auto noise = laplace_noise(Rational(request.share.rows * per_row) / part);
    if (!noise) return too_much_noise();
    if (request.unknown_keys && choice.noise.empty()) {
      const auto threshold = least_key_threshold(noise->scale, request.share,
                                                 request.delta, request.key_count);
      if (!threshold) return threshold.error();
      choice.key_threshold =
          (Rational(*threshold) / request.key_unit + rounding(request))
              .ceil()
              .to_int64()
              .value();
    }
    choice.noise.emplace_back(*noise);
  }
  return finished(request, std::move(choice), "discrete Laplace noise");
}

// The cells of a person released together need less noise than epsilons that add up.
std::optional<Way> by_laplace_cells(const NoiseRequest& request) {
  const std::int64_t cells = request.share.cells;
  if (request.per_row.size() != 1 || !request.share.fills_cells() || cells < 2 ||
      cells > kMostOptimal || request.delta.sign() == 0 || request.unknown_keys)
    return std::nullopt;
  std::optional<Way> best;
  // The scale as a share of what adding epsilons up would need.
  Rational low = Rational(1, cells), high = 1;
  for (int round = 0; round < 10; ++round) {
    const Rational middle = (low + high) / 2;
    const auto noise = laplace_noise(Rational(request.per_row[0]) * request.share.rows /
                                     request.epsilon * middle);
    if (!noise) return best;
    auto way = if_enough(
        request,
        {.noise = {*noise},
         .promise = {.composition = Composition::optimal, .delta = request.delta}},
        "discrete Laplace noise with optimal composition of the cells");
    (way ? high : low) = middle;
    if (way) best = std::move(way);
  }
  return best;
}

// The largest rho that this conversion turns into (epsilon, delta).
Rational rho_for(const Rational& epsilon, const Rational& delta) {
  Rational low = 0, high = epsilon;
  for (int round = 0; round < 30; ++round) {
    const Rational middle = (low + high) / 2;
    const bool enough =
        epsilon_from_zcdp(middle, delta, order_for_delta(middle, delta)) <= epsilon;
    (enough ? low : high) = middle;
  }
  return low;
}

std::optional<Way> by_zcdp(const NoiseRequest& request) {
  if (request.delta.sign() == 0 || request.unknown_keys) return std::nullopt;
  const Rational rho = rho_for(request.epsilon, request.delta);
  if (rho.sign() == 0) return std::nullopt;
  const auto per_rows = gaussian_or(request, true);
  const Rational part = rho / static_cast<std::int64_t>(per_rows.size());
  NoiseChoice choice{
      .noise = {},
      .promise = {.composition = Composition::zcdp, .delta = request.delta}};
  for (const std::int64_t per_row : per_rows) {
    const auto noise =
        gaussian_noise(squared_sensitivity(request.share, per_row) / (part * 2));
    if (!noise) return std::nullopt;
    choice.noise.emplace_back(*noise);
  }
  return if_enough(request, std::move(choice),
                   "discrete Gaussian noise with zero-concentrated composition");
}

// The variance at which continuous Gaussian noise hides a shift of 1 with (epsilon,
// delta), in double: it only proposes. Not finite where doubles do not hold it.
double proposed_variance(const Rational& epsilon, const Rational& delta) {
  const double e = epsilon.to_double(), d = delta.to_double();
  const auto tail = [](double x) { return std::erfc(x * std::sqrt(0.5)) / 2; };
  double low = std::log(1e-12), high = std::log(1e3);  // of 1 / deviation
  for (int round = 0; round < 60; ++round) {
    const double middle = (low + high) / 2, m = std::exp(middle);
    const double reached = tail(e / m - m / 2) - std::exp(e) * tail(e / m + m / 2);
    (reached <= d ? low : high) = middle;
  }
  return std::exp(-2 * low);
}

// Told by its privacy loss a little less of the same noise does. Each candidate takes
// long to tell, so the first one tried is nearly the least.
std::optional<Way> by_gaussian_loss(const NoiseRequest& request, const Way& zcdp) {
  const PersonShare& share = request.share;
  if (request.gaussian || request.per_row.size() != 1 || request.per_row[0] != 1 ||
      !share.fills_cells() || share.cells > kMostLosses)
    return std::nullopt;
  const Rational& full = std::get<GaussianNoise>(zcdp.choice.noise[0]).variance;
  const double least = proposed_variance(request.epsilon, request.delta) *
                       squared_sensitivity(share, 1).to_double();
  for (const double more : {1.0001, 1.001, 1.01, 1.1, 1.5, 2.0}) {
    if (!std::isfinite(least * more) || Rational::from_double(least * more) > full)
      return std::nullopt;
    const auto noise = gaussian_noise(Rational::from_double(least * more));
    if (!noise) return std::nullopt;
    if (auto way = if_enough(request,
                             {.noise = {*noise},
                              .promise = {.composition = Composition::privacy_loss,
                                          .delta = request.delta}},
                             "discrete Gaussian noise with its privacy loss composed"))
      return way;
  }
  return std::nullopt;
}

Outcome check(const NoiseRequest& request) {
  if (request.epsilon < kLeastEpsilon || request.epsilon > kMostEpsilon)
    return wrong_field(
        "epsilon",
        fmt::format(
            "epsilon {} is outside 1e-9 to 1000; write for example 1, 0.5 or 1/3",
            request.epsilon.short_text()),
        "1");
  if (request.delta.sign() != 0 && (request.delta < kLeastDelta || request.delta >= 1))
    return wrong_field(
        "delta",
        fmt::format("delta {} is not between 1e-40 and 1; write for example 1e-6",
                    request.delta.short_text()),
        "1e-6");
  if (request.unknown_keys && request.delta.sign() == 0)
    return wrong_field(
        "delta",
        "keys that are not known ('?') need a delta, the probability that a key one "
        "person alone brings is shown; add for example `delta` 1e-6, or name the keys",
        "1e-6");
  if (request.wanted == WantedNoise::gaussian && request.delta.sign() == 0)
    return wrong_field(
        "delta", "Gaussian noise needs a delta; add for example `delta` 1e-6", "1e-6");
  if (request.wanted == WantedNoise::gaussian && request.unknown_keys)
    return wrong_field(
        "noise",
        "keys that are not known ('?') are released with Laplace noise; leave out "
        "`noise` gaussian or name the keys",
        "laplace");
  return Done{};
}

}  // namespace

Result<NoiseChoice> choose_noise(const NoiseRequest& request) {
  assert(!request.per_row.empty());
  if (const auto good = check(request); !good) return good.error();
  std::vector<Way> ways;
  if (request.wanted != WantedNoise::gaussian) {
    auto laplace = by_laplace(request);
    if (!laplace) return laplace.error();
    ways.push_back(*std::move(laplace));
    if (auto cells = by_laplace_cells(request)) ways.push_back(*std::move(cells));
  }
  if (request.wanted != WantedNoise::laplace)
    if (auto zcdp = by_zcdp(request)) {
      if (auto loss = by_gaussian_loss(request, *zcdp))
        ways.push_back(*std::move(loss));
      ways.push_back(*std::move(zcdp));
    }
  if (ways.empty()) return too_much_noise();
  // Here, and not for each noise that a search tries: this takes longer than the rest.
  for (Way& way : ways) {
    way.mean_error = mean_absolute_error(way.choice.noise.back());
    if (has_other_change(request, way.choice))
      way.mean_error = way.mean_error * request.gaussian->weight;
  }
  const auto best = std::min_element(
      ways.begin(), ways.end(),
      [](const Way& a, const Way& b) { return a.mean_error < b.mean_error; });
  std::string reason = best->name;
  for (auto way = ways.begin(); way != ways.end(); ++way)
    if (way != best)
      reason += fmt::format("{} {} would err {:.2f} times as much on average",
                            reason == best->name ? ", because" : ", and", way->name,
                            (way->mean_error / best->mean_error).to_double());
  if (best->mean_error > kMostMeanError) return too_much_noise();
  NoiseChoice choice = std::move(best->choice);
  choice.reason =
      ways.size() == 1 ? best->name + ", the only way that applies" : reason;
  return choice;
}

}  // namespace selvage
