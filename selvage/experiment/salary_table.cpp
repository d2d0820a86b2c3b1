#include "selvage/experiment/salary_table.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/outlier/law/noise_then_suppress.hpp"
#include "selvage/mechanism/outlier/law/staircase_divergence.hpp"
#include "selvage/mechanism/outlier/law/thresholds.hpp"
#include "selvage/mechanism/outlier/law/warped_geometric.hpp"
#include "selvage/random/bulk/bulk_source.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kRunsAtOnce = 500;  // memory stays small however many there are

// Mean and variance of numbers as they come.
class Running {
 public:
  void add(double x) {
    ++size_;
    const double off = x - mean_;
    mean_ += off / static_cast<double>(size_);
    squares_ += off * (x - mean_);
  }
  Simulated result() const {
    const auto n = static_cast<double>(size_);
    return {mean_, std::sqrt(squares_ / (n - 1) / n)};
  }

 private:
  std::int64_t size_ = 0;
  double mean_ = 0, squares_ = 0;
};

Result<WarpedNoise> warped(const std::vector<ProfileStep>& profile) {
  auto law = WarpedGeometric::make(profile);
  if (!law) return law.error();
  return WarpedNoise{std::make_shared<const WarpedGeometric>(*std::move(law))};
}

struct GroupOffer {
  Interval epsilon, delta;
};

Result<GroupOffer> group_promise(const ShownNoise& noise, const Company& company) {
  if (const auto* laplace = std::get_if<LaplaceNoise>(&noise))
    return GroupOffer{Interval(Rational(company.managers) / laplace->scale), 0};
  if (const auto* w = std::get_if<WarpedNoise>(&noise))
    return GroupOffer{Interval(0) - log(w->law->product(0, company.managers)), 0};
  const auto apart = divergences(std::get<StaircaseNoise>(noise).law,
                                 {company.managers, 0}, company.epsilon);
  if (!apart) return apart.error();
  return GroupOffer{Interval(company.epsilon), apart->larger()};
}

Result<SalaryRow> calculated(const SalaryMechanism& mechanism, const Company& company) {
  const auto promise = group_promise(mechanism.shown.noise, company);
  if (!promise) return promise.error();
  Interval error(0);
  for (const auto& [count, bins] :
       {std::pair(company.managers, std::int64_t{1}),
        std::pair(company.people_in_each, company.large_bins),
        std::pair(std::int64_t{0}, company.empty_bins)}) {
    const auto one = mean_absolute_error(mechanism.shown, count);
    if (!one) return one.error();
    error = error + *one * Rational(bins);
  }
  const auto found =
      seen_at_least(mechanism.shown, company.managers, company.occupied_from);
  if (!found) return found.error();
  const auto invented = seen_at_least(mechanism.shown, 0, company.occupied_from);
  if (!invented) return invented.error();
  return SalaryRow{mechanism.name,
                   promise->epsilon,
                   promise->delta,
                   error,
                   *found,
                   *invented,
                   {},
                   {},
                   {}};
}

void simulate(const ShownCount& shown, const Company& company, std::int64_t runs,
              RandomSource& random, SalaryRow& row) {
  const auto counts = company.counts();
  Running error, found, invented;
  for (std::int64_t left = runs; left > 0; left -= kRunsAtOnce) {
    std::vector<std::int64_t> outputs;
    for (std::int64_t i = 0; i < std::min(left, kRunsAtOnce); ++i)
      outputs.insert(outputs.end(), counts.begin(), counts.end());
    cell_noise(shown.noise)->add(outputs, random);
    for (std::size_t start = 0; start < outputs.size(); start += counts.size()) {
      double off = 0;
      for (std::size_t bin = 0; bin < counts.size(); ++bin) {
        const std::int64_t number = seen(shown, outputs[start + bin]);
        off += static_cast<double>(std::abs(number - counts[bin]));
        const double occupied = number >= company.occupied_from ? 1 : 0;
        if (bin == 0) found.add(occupied);
        if (counts[bin] == 0) invented.add(occupied);
      }
      error.add(off);
    }
  }
  row.error_seen = error.result();
  row.found_seen = found.result();
  row.invented_seen = invented.result();
}

}  // namespace

std::vector<std::int64_t> Company::counts() const {
  std::vector<std::int64_t> all = {managers};
  all.insert(all.end(), static_cast<std::size_t>(large_bins), people_in_each);
  all.insert(all.end(), static_cast<std::size_t>(empty_bins), 0);
  return all;
}

std::vector<ProfileStep> Company::profile() const {
  return {{managers, epsilon / managers}, {std::nullopt, epsilon}};
}

Result<std::vector<SalaryMechanism>> salary_mechanisms(const Company& company) {
  const auto profile = company.profile();
  const Rational& epsilon = company.epsilon;
  const Rational share = profile[0].epsilon.finite();
  const auto more_noise = smallest_thresholds(profile, company.delta);
  if (!more_noise) return more_noise.error();
  const auto suppressed =
      least_suppression_threshold(company.managers, epsilon, share, company.delta);
  if (!suppressed) return suppressed.error();
  const auto w = warped(profile);
  if (!w) return w.error();
  const auto hiding = warped({{company.managers, 0}, profile[1]});
  if (!hiding) return hiding.error();
  Staircase no_flags = *more_noise;
  no_flags.flags = false;
  return std::vector<SalaryMechanism>{
      {fmt::format("plain noise, epsilon {}", epsilon.short_text()),
       {LaplaceNoise{Rational(1) / epsilon}}},
      {fmt::format("noise for the group, epsilon {} (Example 6)", share.short_text()),
       {LaplaceNoise{Rational(1) / share}}},
      {fmt::format("noise, then more noise up to {} (Example 5)",
                   no_flags.levels[0].threshold),
       {StaircaseNoise{no_flags}}},
      {fmt::format("noise, then suppression up to {} (Example 4)", *suppressed),
       {StaircaseNoise{noise_then_suppress(epsilon, *suppressed)}}},
      {fmt::format("W, profile {}", profile_text(profile)), {*w}},
      {fmt::format("W, 0 shown up to {}", company.zero_up_to),
       {*w, company.zero_up_to}},
      {fmt::format("W, profile {}, 0 shown up to {}",
                   profile_text(hiding->law->profile()), company.zero_up_to),
       {*hiding, company.zero_up_to}}};
}

Result<SalaryTable> salary_table(const Company& company, const Repetition& repetition) {
  if (repetition.runs < 2)
    return wrong(fmt::format("{} runs have no standard error; make at least 2",
                             repetition.runs));
  const auto all = salary_mechanisms(company);
  if (!all) return all.error();
  BulkSource random(repetition.seed);
  SalaryTable table;
  for (const SalaryMechanism& mechanism : *all) {
    auto row = calculated(mechanism, company);
    if (!row) return row.error();
    simulate(mechanism.shown, company, repetition.runs, random, *row);
    table.rows.push_back(*std::move(row));
  }
  const auto flagged = smallest_thresholds(company.profile(), company.delta);
  if (!flagged) return flagged.error();
  const auto apart = divergences(*flagged, {company.managers, 0}, company.epsilon);
  if (!apart) return apart.error();
  table.delta_with_flags = apart->larger();
  return table;
}

}  // namespace selvage
