#include "selvage/mechanism/outlier/paper_law.hpp"

#include "selvage/mechanism/outlier/law/discrete_laplace.hpp"
#include "selvage/mechanism/outlier/law/staircase_law.hpp"

namespace selvage {
namespace {

// The law of a cell of the paper's mechanisms, by formula.
Interval paper_mass(const StaircaseLaw& law, const CountLaw& at, std::int64_t value) {
  const auto real = [](long double x) {
    return Interval(Rational::from_double(double(x)));
  };
  Interval mass(0);
  for (const FlaggedMasses& part : at.parts) {
    if (value == kSuppressed) {
      mass = mass + real(part.suppressed);
      continue;
    }
    const std::int64_t place = value - part.low;
    if (place >= 0 && place < static_cast<std::int64_t>(part.mass.size()))
      mass = mass + real(part.mass[static_cast<std::size_t>(place)]);
  }
  const Interval slack = real(law.gamma() + 1e-15L);
  return hull(mass * (Interval(1) - slack),
              mass * (Interval(1) + slack) + real(law.missing()));
}

Interval paper_mass(const LowerBound& law, std::int64_t count, std::int64_t value) {
  Interval mass(0);
  std::int64_t first = 0;
  const auto add = [&](const std::optional<std::int64_t>& last,
                       const ExtendedRational& epsilon) {
    const Interval to = last ? *guess_at_most(law, count, *last) : Interval(1);
    const Interval from =
        first == 0 ? Interval(0) : *guess_at_most(law, count, first - 1);
    if (!epsilon.is_infinite())
      mass = mass +
             (to - from) * laplace_mass(epsilon.finite() - law.epsilon, value - count);
    first = last ? *last + 1 : first;
  };
  add(0, law.at_zero);
  for (const ProfileStep& step : lower_envelope(law.profile))
    add(step.limit, step.epsilon);
  return mass;
}

}  // namespace

bool has_paper_law(const CountNoise& noise, std::int64_t count,
                   const OutcomeLaw<std::int64_t>& walked) {
  std::optional<StaircaseLaw> window;
  std::optional<CountLaw> at;
  if (const auto* staircase = std::get_if<StaircaseNoise>(&noise)) {
    auto made = StaircaseLaw::make(staircase->law, Rational::power_of_two(-60));
    if (!made) return false;
    window = *std::move(made);
    at = window->at(count);
  }
  for (const auto& [value, mass] : walked.mass) {
    const Interval exact =
        window ? paper_mass(*window, *at, value)
               : paper_mass(std::get<LowerBoundNoise>(noise).law, count, value);
    if (mass.value().lower() > exact.upper() ||
        (mass.value() + walked.unresolved).upper() < exact.lower())
      return false;
  }
  return true;
}

}  // namespace selvage
