#include "selvage/mechanism/robust/robust_mechanism.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/laplace_sum_tail.hpp"
#include "selvage/mechanism/planned_question.hpp"
#include "selvage/mechanism/sets_aside.hpp"
#include "selvage/mechanism/shared_warnings.hpp"
#include "selvage/outcome/outcome_tree.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostRobustValue = std::int64_t{1} << 60;
constexpr double kRobustCut = 0x1p-42;  // of the noise that is run before a release
constexpr std::uint64_t kRobustPaths = 1 << 12;
// Of what the other mechanism says of its own number.
constexpr const char* kBeforeNoise = "before the noise on top: ";
// Of the other mechanism's answer, where it decides whether there is one.
const Rational kUsualConfidence(19, 20);

std::optional<Error> fault_of_wrapped(const Question& question, const Mechanism& base) {
  const auto refused = [](const std::string& why) {
    return wrong_field("robust", "`robust` " + why);
  };
  const auto& columns = question.domain.columns();
  const bool known_groups = columns.size() == 1 &&
                            !std::holds_alternative<UnknownKeys>(columns[0].values) &&
                            base.name() == "discrete_laplace";
  if (!columns.empty() && !known_groups)
    return refused(
        "answers one number, or one for each group of one column whose bins or keys "
        "are known, for counts, sums, means and variances with Laplace noise; leave "
        "`by` out, or ask for one group by `where`");
  if (base.fewer_than())
    return refused("does not go with `fewer_than`; leave one of them out");
  for (const Derivation& promise : base.guarantees())
    if (std::holds_alternative<RandomDpPromise>(promise.conclusion.promise))
      return refused("does not go with an average-case promise; leave one of them out");
  for (const auto& [name, text] : question.own) {
    if (name == "half_spaces" && text.find(';') != std::string::npos)
      return refused("is for one number; write one half-space at a time");
    if (name == "at" && text.find(',') != std::string::npos &&
        question.verb == "quantile")
      return refused("is for one number; write one quantile at a time");
    if (name == "unit" && !Rational::parse(text)) {
      // 2^-32 or 0.01:126: steps that reach beyond what this noise is verified for.
      if (text.find_first_of("0123456789") == 0)
        return refused(
            "needs a unit that is a power of ten; write for example "
            "`unit` 0.01");
      return refused("is for numbers, not for dates");
    }
  }
  return std::nullopt;
}

}  // namespace

Rational robust_unit(const std::string& verb, const Rational& rho) {
  if (verb == "count" || rho.sign() == 0) return 1;
  return power_of_ten_below(rho) / 1000;
}

Result<std::shared_ptr<const RobustMechanism>> RobustMechanism::make(
    Question question, Plan base, RobustNoise noise) {
  if (auto fault = fault_of_wrapped(question, *base)) return *std::move(fault);
  if (noise.unit != robust_unit(question.verb, noise.rho))
    return unverified("the unit of the noise is another");
  if (noise.delta >= 1) return unverified("a delta of 1 promises nothing");
  if (const auto node = robust_noise(noise); !node) return node.error();
  return std::shared_ptr<const RobustMechanism>(
      new RobustMechanism(std::move(question), std::move(base), std::move(noise)));
}

Json RobustMechanism::law() const {
  return {{"of", base_->name()},
          {"base", base_->law()},
          {"robust",
           {{"rho", noise_.rho.text()},
            {"theta", noise_.theta.text()},
            {"unit", noise_.unit.text()},
            {"scale", noise_.scale.text()},
            {"window", noise_.window},
            {"epsilon", noise_.epsilon.text()},
            {"delta", noise_.delta.text()}}}};
}

Json RobustMechanism::shown() const { return base_->shown(); }

std::vector<std::pair<std::string, std::string>> RobustMechanism::parameters() const {
  auto all = base_->parameters();
  all.emplace_back("robust_scale", noise_.scale.text());
  all.emplace_back("robust_unit", noise_.unit.text());
  return all;
}

std::vector<Derivation> RobustMechanism::guarantees() const {
  auto all = base_->guarantees();
  auto noise = robust_noise(noise_);
  assert(noise);
  auto node = after_any_step(*std::move(noise));
  assert(node);
  all.push_back(*std::move(node));
  return all;
}

std::int64_t RobustMechanism::bound(const Rational& confidence) const {
  return laplace_size_bound(noise_.scale, 1, Rational(1) - confidence);
}

// Numbers other than counts were rounded before, by half a unit at most.
Rational RobustMechanism::error_bound(const Rational& confidence) const {
  const Rational rounded = question_.verb == "count" ? Rational(0) : Rational(1, 2);
  return (rounded + bound(confidence)) * noise_.unit;
}

// Half of the risk for either noise. Of the other one a bound is known before any data
// where it is the same for every number.
std::optional<std::int64_t> RobustMechanism::interval_bound(
    const Rational& confidence) const {
  const bool counts = question_.verb == "count";
  if ((!counts && question_.verb != "sum") || base_->name() != "discrete_laplace")
    return std::nullopt;
  const Rational risk = (Rational(1) - confidence) / 2;
  const auto errors = base_->errors(std::nullopt, Rational(1) - risk);
  if (errors.size() != 1 || errors[0].count || !errors[0].bound) return std::nullopt;
  const Rational rounded = counts ? Rational(0) : Rational(1, 2);
  const auto before = (*errors[0].bound / noise_.unit + rounded).ceil().to_int64();
  if (!before || *before > kMostRobustValue) return std::nullopt;
  return *before + laplace_size_bound(noise_.scale, 1, risk);
}

// How many people the other answer sets aside is about that answer. [T314] Of a count a
// warning says it.
std::vector<Accuracy> RobustMechanism::accuracy(const Rational& confidence) const {
  std::vector<Accuracy> all = {
      {.alpha = 0,
       .beta = error_bound(confidence),
       .gamma = Rational(1) - confidence,
       .distortion = Distortion::none,
       .metric = (question_.domain.columns().empty() ? "" : "in each group ") +
                 ("from the " + question_.verb) + " that is private without it"}};
  const auto* aside = dynamic_cast<const SetsAside*>(base_.get());
  if (question_.verb == "count" || aside == nullptr ||
      aside->accuracy_derivations(confidence).empty())
    return all;
  for (Accuracy before : base_->accuracy(confidence)) {
    before.metric = kBeforeNoise + before.metric;
    all.push_back(std::move(before));
  }
  return all;
}

std::vector<PlanLine> RobustMechanism::plan_lines(const Prior& prior,
                                                  const Rational& confidence) const {
  auto lines = base_->plan_lines(prior, confidence);
  lines.push_back(
      {"robust",
       fmt::format("noise of scale {} on top, at most {} with probability {}: tables "
                   "whose answers are within {}, but for a share of {}, cannot be told "
                   "apart beyond epsilon {}, delta {}",
                   (noise_.scale * noise_.unit).short_text(),
                   error_bound(confidence).short_text(), confidence.text(),
                   noise_.rho.short_text(), noise_.theta.short_text(),
                   noise_.epsilon.short_text(), noise_.delta.short_text())});
  return lines;
}

Json RobustMechanism::plan_numbers(const Prior& prior,
                                   const Rational& confidence) const {
  Json numbers = base_->plan_numbers(prior, confidence);
  numbers["robust_scale"] = (noise_.scale * noise_.unit).text();
  numbers["robust_bound"] = error_bound(confidence).text();
  return numbers;
}

std::vector<std::string> RobustMechanism::warnings(const Rational& confidence) const {
  // What the other one says of its answer is not true of a number with noise on top.
  const auto rows = row_as_person_warning(question_.person);
  const auto lines = json_lines_warning(question_.table);
  std::vector<std::string> all;
  for (const std::string& before : base_->warnings(confidence))
    all.push_back(before == rows || before == lines ? before : kBeforeNoise + before);
  all.push_back(fmt::format(
      "noise of `robust` is added on top: the answer is further off than one without "
      "it, by at most {} with probability {}",
      error_bound(confidence).text(), confidence.text()));
  return all;
}

std::int64_t RobustMechanism::drawn_of(const std::optional<Rational>& value,
                                       RandomSource& random) const {
  std::int64_t noise = 0;
  random.discrete_laplace(std::span(&noise, 1), noise_.scale);
  if (!value) return kNone;
  const Rational units = (*value / noise_.unit + Rational(1, 2)).floor();
  const Rational most = kMostRobustValue;
  return std::clamp(units, -most, most).to_int64().value() + noise;
}

// What the other one would have answered leaves only behind the noise, which is drawn
// also where there is no answer.
Result<Drawn> RobustMechanism::run(Reader& reader, RandomSource& random) const {
  const auto drawn = base_->run(reader, random);
  if (!drawn) return drawn.error();
  const Series first = base_->answer(*drawn, kUsualConfidence).numbers.front();
  Drawn result{all_groups(), {}, {{}}};
  for (std::size_t i = 0; i < result.cells.size(); ++i) {
    std::optional<Rational> value;
    if (i < first.rows.size() && first.rows[i].known)
      value = first.number(first.rows[i].value);
    result.numbers[0].push_back(drawn_of(value, random));
  }
  return result;
}

std::vector<std::uint64_t> RobustMechanism::all_groups() const {
  std::vector<std::uint64_t> cells(question_.domain.cells());
  std::iota(cells.begin(), cells.end(), std::uint64_t{0});
  return cells;
}

bool RobustMechanism::can_draw(const Drawn& drawn) const {
  constexpr std::int64_t kMost = kMostRobustValue + kMaxNoise;
  return drawn.cells == all_groups() && drawn.keys.empty() &&
         drawn.numbers.size() == 1 && drawn.numbers[0].size() == drawn.cells.size() &&
         std::all_of(drawn.numbers[0].begin(), drawn.numbers[0].end(),
                     [](std::int64_t value) {
                       return value == kNone || (-kMost <= value && value <= kMost);
                     });
}

Answer RobustMechanism::answer(const Drawn& drawn, const Rational& confidence) const {
  assert(can_draw(drawn));
  const bool counts = question_.verb == "count";
  const auto bound = interval_bound(confidence);
  Series series{number_name(), noise_.unit, {}, true};
  for (const std::int64_t value : drawn.numbers[0]) {
    Estimate row = without_interval(value == kNone ? 0 : value);
    row.known = value != kNone;
    if (bound && row.known) {
      row.has_interval = true;
      row.lower = counts ? std::max<std::int64_t>(0, value - *bound) : value - *bound;
      row.upper = counts ? std::max<std::int64_t>(0, value + *bound) : value + *bound;
    }
    series.rows.push_back(row);
  }
  return {question_.domain, drawn.cells, {std::move(series)}};
}

// It allows for the noise on top, and so holds what that of the other one holds.
Quantity RobustMechanism::quantity(const Series&, const Rational& confidence) const {
  if (!interval_bound(confidence)) return {};
  return base_->quantity(Series{.name = question_.verb}, confidence);
}

// One half-space is named, since it is not the number of all people.
std::string RobustMechanism::number_name() const {
  if (question_.verb != "count") return question_.verb;
  const std::string half_space = own_text(question_, "half_spaces");
  return half_space.empty() ? "rough count" : "rough count of " + half_space;
}

// The shipped noise on top, as far as it is run: each outcome has exactly the
// probability of which T213 and T214 speak. Less noise is refused here, and a promise
// that does not follow from the noise by the rule.
Probed RobustMechanism::probe_noise() const {
  const auto law = law_of<TreeSource>(
      {.cut = kRobustCut, .paths = kRobustPaths},
      [&](TreeSource& source) { return drawn_of(Rational(0), source); });
  bool holds = !law.mass.empty() && robust_noise(noise_);
  for (const auto& [outcome, mass] : law.mass) {
    const Weight right{1,
                       absolute(Rational(outcome)) / noise_.scale,
                       {{{Constant::Kind::laplace, noise_.scale}, 1}}};
    const auto ratio =
        mass.single() ? exact_ratio(*mass.single(), right) : std::nullopt;
    holds = holds && ratio == ExactRatio{1, 0};
  }
  return {.holds = holds,
          .says = fmt::format(
              "the noise for robustness was run on {} outcomes, each exactly as likely "
              "as T214 needs; that close laws cannot be told apart behind it follows "
              "from there",
              law.mass.size()),
          .outcomes = law.mass.size()};
}

// Differential privacy is that of the other one: noise on top only hides more.
Evidence RobustMechanism::evidence(Effort effort) const {
  Evidence evidence = base_->evidence(effort);
  evidence.probes.push_back({[this] { return probe_noise(); }});
  return evidence;
}

}  // namespace selvage
