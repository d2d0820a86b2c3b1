// What [BCDP22] says of its experiments, held against what was measured.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "selvage/experiment/flexible_accuracy.hpp"

namespace selvage {
namespace {

constexpr const char* kPapers = "drop-only, the paper's noise";
constexpr const char* kHistogram = "stability histogram, textbook";
// What the paper compares with.
const std::vector<std::string> kPapersRivals = {
    "exponential, error", "stable value, threshold", "smooth sensitivity", kHistogram,
    "SanPoints"};
constexpr double kSame = 1;     // so many percent of the bars are no difference
constexpr double kUniform = 5;  // so many are "close to uniform"

using Kind = BarErrors BarTrialResult::*;

class Measured {
 public:
  Measured(const std::vector<BarTrialResult>& results, const BarTrialsAsked& asked)
      : results_(results), epsilons_(asked.epsilons) {}

  const std::vector<Rational>& epsilons() const { return epsilons_; }
  const BarErrors& of(std::size_t world, const std::string& contender,
                      const Rational& epsilon, Kind kind) const {
    return (*std::find_if(results_.begin(), results_.end(),
                          [&](const BarTrialResult& one) {
                            return one.world == world && one.contender == contender &&
                                   one.epsilon == epsilon;
                          })).*
           kind;
  }
  std::vector<std::string> contenders(std::size_t world) const {
    std::vector<std::string> names;
    for (const BarTrialResult& one : results_)
      if (one.world == world && (names.empty() || names.back() != one.contender))
        names.push_back(one.contender);
    return names;
  }

 private:
  const std::vector<BarTrialResult>& results_;
  const std::vector<Rational>& epsilons_;
};

// Where a claim does not hold, in words.
using Exceptions = std::vector<std::string>;

std::string claim(const std::string& says, const Exceptions& exceptions) {
  std::string text = fmt::format("\n**The paper: {}** ", says);
  if (exceptions.empty()) return text + "It is so here, at every epsilon.\n";
  text += "Not everywhere here:\n\n";
  for (const std::string& one : exceptions) text += "- " + one + "\n";
  return text;
}

// "experiment 1, epsilon 0.3: ".
std::string place(std::size_t world, const Rational& epsilon) {
  return fmt::format("experiment {}, epsilon {}: ", world + 1, epsilon.short_text());
}

std::string numbers(const BarErrors& errors) {
  return fmt::format("{:.1f} ({:.1f} to {:.1f})", errors.mean, errors.lower,
                     errors.upper);
}

// Clearly: the intervals do not meet.
void find_better(const Measured& measured, const std::vector<std::size_t>& worlds,
                 const std::vector<std::string>& rivals, Exceptions& found) {
  for (const std::size_t world : worlds)
    for (const Rational& epsilon : measured.epsilons())
      for (const auto& [kind, word] :
           {std::pair(&BarTrialResult::actual, "actual"),
            std::pair(&BarTrialResult::flexible, "flexible")})
        for (const std::string& rival : rivals) {
          const BarErrors& own = measured.of(world, kPapers, epsilon, kind);
          const BarErrors& other = measured.of(world, rival, epsilon, kind);
          if (other.upper < own.lower)
            found.push_back(fmt::format(
                "{}{} error {} by {}, {} by the paper's drop-only noise",
                place(world, epsilon), word, numbers(other), rival, numbers(own)));
        }
}

Exceptions not_the_same(const Measured& measured,
                        const std::vector<std::size_t>& worlds,
                        const std::string& rival) {
  Exceptions found;
  for (const std::size_t world : worlds)
    for (const Rational& epsilon : measured.epsilons())
      for (const auto& [kind, word] :
           {std::pair(&BarTrialResult::actual, "actual"),
            std::pair(&BarTrialResult::flexible, "flexible")}) {
        const BarErrors& own = measured.of(world, kPapers, epsilon, kind);
        const BarErrors& other = measured.of(world, rival, epsilon, kind);
        if (std::abs(own.mean - other.mean) > kSame)
          found.push_back(fmt::format("{}{} error {} against {}", place(world, epsilon),
                                      word, numbers(own), numbers(other)));
      }
  return found;
}

Exceptions far_from_uniform(const Measured& measured, const std::string& rival) {
  Exceptions found;
  for (std::size_t world = 0; world < bar_worlds().size(); ++world)
    for (const Rational& epsilon : measured.epsilons()) {
      const auto& own = measured.of(world, rival, epsilon, &BarTrialResult::actual);
      const auto& any = measured.of(world, "any bar", epsilon, &BarTrialResult::actual);
      if (any.mean - own.mean > kUniform && own.upper < any.lower)
        found.push_back(fmt::format("{}{}, where any bar is off by {}",
                                    place(world, epsilon), numbers(own), numbers(any)));
    }
  return found;
}

std::string second_experiment(const Measured& measured) {
  constexpr std::size_t kWorld = 1;
  Exceptions found;
  for (const Rational& epsilon : measured.epsilons()) {
    const std::string at = place(kWorld, epsilon);
    for (const std::string& rival : measured.contenders(kWorld)) {
      const auto& errors = measured.of(kWorld, rival, epsilon, &BarTrialResult::actual);
      if (errors.upper < 40)
        found.push_back(
            fmt::format("{}{} is off by {} only", at, rival, numbers(errors)));
    }
    const auto& own = measured.of(kWorld, kPapers, epsilon, &BarTrialResult::flexible);
    if (own.mean > kSame)
      found.push_back(
          fmt::format("{}the flexible error of the paper's drop-only noise is {}", at,
                      numbers(own)));
  }
  return claim(
      "experiment 2 is hard for every mechanism without flexible accuracy (an error of "
      "about 50 %), and solved with it.",
      found);
}

std::string third_experiment(const Measured& measured) {
  constexpr std::size_t kWorld = 2;
  Exceptions found;
  for (const Rational& epsilon : measured.epsilons()) {
    const auto& actual = measured.of(kWorld, kPapers, epsilon, &BarTrialResult::actual);
    const auto& flexible =
        measured.of(kWorld, kPapers, epsilon, &BarTrialResult::flexible);
    if (actual.mean - flexible.mean > kSame / 10)
      found.push_back(fmt::format("{}{} actual, {} flexible", place(kWorld, epsilon),
                                  numbers(actual), numbers(flexible)));
  }
  return claim("in experiment 3 the two errors of the new mechanism are the same.",
               found);
}

// The best by each error; several where their intervals meet.
std::string the_best(const Measured& measured) {
  std::string text =
      "\n## The best of all mechanisms\n\nBy the mean of each error; with those whose "
      "interval meets that of the best.\n";
  for (std::size_t world = 0; world < bar_worlds().size(); ++world) {
    text += fmt::format("\n{}. {}\n\n", world + 1, bar_worlds()[world].name);
    for (const Rational& epsilon : measured.epsilons()) {
      text += fmt::format("- epsilon {}", epsilon.short_text());
      for (const auto& [kind, word] :
           {std::pair(&BarTrialResult::actual, "actual"),
            std::pair(&BarTrialResult::flexible, "flexible")}) {
        const BarErrors* best = nullptr;
        const auto names = measured.contenders(world);
        for (const std::string& name : names) {
          const BarErrors& errors = measured.of(world, name, epsilon, kind);
          if (best == nullptr || errors.mean < best->mean) best = &errors;
        }
        std::string list;
        for (const std::string& name : names)
          if (measured.of(world, name, epsilon, kind).lower <= best->upper)
            list += (list.empty() ? "" : "; ") + name;
        text += fmt::format(", {} {:.2f}: {}", word, best->mean, list);
      }
      text += "\n";
    }
  }
  return text;
}

}  // namespace

std::string bar_claims_markdown(const std::vector<BarTrialResult>& results,
                                const BarTrialsAsked& asked) {
  const Measured measured(results, asked);
  std::string text = fmt::format(
      "# What the paper says of its experiments\n\n"
      "{} tables of each kind. Errors are means in percent of the number of bars, with "
      "their interval at 95 %.\n*The paper's drop-only noise* is of a width "
      "that is public: a width that follows from the\ntable is not private, and is not "
      "run. Claims are held against the paper's own rivals first.\n",
      asked.runs);
  Exceptions better;
  find_better(measured, {0, 3, 4, 5}, kPapersRivals, better);
  text += claim(
      "the new mechanism is better than all others in experiments 1, 4, 5 and 6, by "
      "both "
      "errors.",
      better);
  text += claim(
      "the new mechanism and the stability histogram are about the same in experiments "
      "2 and 3.",
      not_the_same(measured, {1, 2}, kHistogram));
  text += second_experiment(measured);
  text += third_experiment(measured);
  text += claim("the exponential mechanism is close to a uniform answer everywhere.",
                far_from_uniform(measured, "exponential, error"));
  text += claim("the release of stable values gives mostly random answers.",
                far_from_uniform(measured, "stable value, threshold"));
  Exceptions fair;
  find_better(measured, {0, 3, 4, 5}, {"stability histogram"}, fair);
  text +=
      "\n**The comparison with the stability histogram.** In its textbook form it "
      "protects a person who is replaced, and the new mechanism one who comes or "
      "leaves. With the calibration for the same promise the two are close:\n\n";
  for (const std::size_t world : {0, 3, 4, 5})
    for (const Rational& epsilon : measured.epsilons())
      text += fmt::format(
          "- {}the paper's drop-only noise {}, stability histogram {}, in textbook "
          "form {}\n",
          place(world, epsilon),
          numbers(measured.of(world, kPapers, epsilon, &BarTrialResult::actual)),
          numbers(measured.of(world, "stability histogram", epsilon,
                              &BarTrialResult::actual)),
          numbers(measured.of(world, kHistogram, epsilon, &BarTrialResult::actual)));
  text += fmt::format(
      "\nThe calibrated one is clearly better in {} of these {} lines "
      "by one of the errors.\n",
      fair.size(), 4 * measured.epsilons().size());
  return text + the_best(measured);
}

}  // namespace selvage
