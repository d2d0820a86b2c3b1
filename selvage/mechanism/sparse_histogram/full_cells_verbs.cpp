// The choice among releases for tables with few full cells. [T239]
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/average_case/sparse_failure.hpp"
#include "selvage/base/canonical_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/thousands.hpp"
#include "selvage/base/whole_number.hpp"
#include "selvage/mechanism/sparse_histogram/sparse_choice.hpp"
#include "selvage/mechanism/sparse_histogram/stable_histogram.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {
namespace {

// Of noise in every cell with the threshold of `sparse`; none where the noise is not
// one of the two that are added.
std::optional<double> loss_with_threshold(const Mechanism& plan,
                                          const SparseGuess& guess) {
  const bool laplace = plan.name() == "discrete_laplace";
  if (!laplace && plan.name() != "discrete_gaussian") return std::nullopt;
  for (const auto& [name, text] : plan.parameters()) {
    if (name != (laplace ? "scale" : "variance")) continue;
    const auto parameter = Rational::parse(text);
    if (!parameter) return std::nullopt;
    const auto shape = laplace ? NoiseShape::laplace : NoiseShape::gaussian;
    return expected_loss(guess, shape, parameter->to_double(),
                         empty_threshold(shape, *parameter, guess.cells), true);
  }
  return std::nullopt;
}

// One release that may be taken, and the error in all that is expected of it.
struct Way {
  double loss;
  std::string words;
  Plan plan;
  Question question;  // a profile may read a person's rows in another way
};

// W with one epsilon for everybody: noise in every cell, and no count is below 0. What
// does not reach 1 becomes 0, so that its loss is the one of a threshold of 1. [T38]
std::optional<Way> never_negative(const Verb& usual, const Asked& asked,
                                  const Planned& planned, const SparseGuess& guess,
                                  const Rational& epsilon) {
  const Question& question = planned.question;
  if (asked.has("noise") || person_share(question.person, question.domain).rows != 1)
    return std::nullopt;
  Asked by_profile = asked.without("epsilon").without("delta").without("full_cells");
  by_profile.give("profile", epsilon.text());
  const auto w = usual.plan(by_profile);
  if (!w) return std::nullopt;
  const Promise promised = w->plan->guarantees().front().conclusion.promise;
  if (promised != Promise(DpPromise{epsilon, 0})) return std::nullopt;
  return Way{expected_loss(guess, NoiseShape::laplace,
                           (Rational(1) / epsilon).to_double(), 1, true),
             "W, whose counts are never below 0,", w->plan, w->question};
}

// What the average case would do, for whoever wonders: it is never taken by itself.
OtherWay average_case_beside(const SparseGuess& guess, const Rational& epsilon) {
  const Interval gamma = sparse_gamma(guess.cells, guess.people);
  if (guess.people < 100 || !surely_at_most(gamma, Rational(1, 10))) return {};
  const double loss = static_cast<double>(guess.full) / std::sinh(epsilon.to_double());
  const std::int64_t exposed =
      (gamma.upper() * guess.people).ceil().to_int64().value_or(guess.people);
  return {.lines = {{"beside",
                     fmt::format(
                         "`average_case` with `random_alpha` {} would be off by about "
                         "{:.4g} in all, and leave an expected {} of {} people, those "
                         "with rare values, without any protection; it is never taken "
                         "unless asked for",
                         (epsilon * 2).short_text(), loss, thousands(exposed),
                         thousands(guess.people))}},
          .numbers = {{"average_case",
                       {{"random_alpha", (epsilon * 2).text()},
                        {"gamma", gamma.upper_text(6)},
                        {"exposed_people", exposed},
                        {"expected_error", loss}}}}};
}

// The one with the least error first.
std::string comparison(const SparseGuess& guess, const std::vector<Way>& ways) {
  std::string text = fmt::format(
      "for about {} people in {} of {} cells {} is expected to be off by {:.4g} in all",
      guess.people, guess.full, guess.cells, ways[0].words, ways[0].loss);
  for (std::size_t i = 1; i < ways.size(); ++i)
    text += fmt::format("{} {} by {:.4g}", i == 1 ? ";" : " and", ways[i].words,
                        ways[i].loss);
  return text;
}

Result<Planned> plan_best(const Verb& usual, const Asked& asked) {
  auto planned = usual.plan(asked);
  if (!planned || !asked.has("full_cells")) return planned;
  const Domain& domain = planned->question.domain;
  const auto full = asked.whole("full_cells", kMostPeople);
  if (!full) return full.error();
  const auto delta = asked.number("delta", "1e-6");
  if (!delta) return delta.error();
  const auto epsilon = asked.number("epsilon", "1");
  if (!epsilon) return epsilon.error();
  if (planned->plan->fewer_than())
    return wrong_field("full_cells",
                       "`full_cells` needs every cell, and here some are not listed; "
                       "leave it or `fewer_than` out");
  const SparseGuess guess{planned->prior.people, **full, domain.cells()};
  const auto with_threshold = loss_with_threshold(*planned->plan, guess);
  if (!with_threshold || !*epsilon)
    return wrong_field(
        "full_cells",
        "`full_cells` chooses among releases with an `epsilon`; leave it "
        "out here, or ask with `epsilon`");
  std::vector<Way> ways = {{*with_threshold, "noise in every cell with `sparse`",
                            planned->plan, planned->question}};
  if (auto w = never_negative(usual, asked, *planned, guess, **epsilon))
    ways.push_back(*std::move(w));
  if (*delta && (*delta)->sign() > 0) {
    auto stable = StableHistogram::make(planned->question, **epsilon, **delta);
    if (!stable) return stable.error();
    ways.push_back(
        {expected_loss(guess, NoiseShape::laplace, (*stable)->noise().scale.to_double(),
                       (*stable)->threshold(), false),
         fmt::format("a histogram of counts from {} on, with empty cells surely at 0,",
                     (*stable)->threshold()),
         *std::move(stable), planned->question});
  }
  std::stable_sort(ways.begin(), ways.end(),
                   [](const Way& a, const Way& b) { return a.loss < b.loss; });
  planned->notes.push_back(comparison(guess, ways));
  planned->plan = std::move(ways[0].plan);
  planned->question = std::move(ways[0].question);
  if (asked.has("people") && planned->question.person.column.empty() &&
      planned->question.where.empty())
    if (auto beside = average_case_beside(guess, **epsilon); !beside.lines.empty())
      planned->other_way = [beside] { return beside; };
  return planned;
}

Result<Plan> read_stable(const MechanismRecord& record) {
  const Error other = unverified("its law is not that of a histogram with a threshold");
  const Json& law = record.law;
  if (!law.contains("scale") || !law["scale"].is_string() ||
      !record.question.column.empty() || !record.question.own.empty() ||
      record.fewer_than)
    return other;
  const auto noise =
      read_noise("discrete_laplace", law["scale"].get_ref<const std::string&>());
  const auto threshold = whole_number(law["stable_threshold"]);
  if (!noise || !threshold) return other;
  auto mechanism = StableHistogram::of_terms(
      record.question, std::get<LaplaceNoise>(*noise), *threshold);
  if (!mechanism) return mechanism.error();
  if (canonical_json((*mechanism)->law()) != canonical_json(law) ||
      (*mechanism)->shown() != record.shown)
    return other;
  return Plan(*std::move(mechanism));
}

}  // namespace

Verb with_full_cells(Verb usual) {
  Verb verb = usual;
  for (auto field = verb.fields.begin(); field != verb.fields.end(); ++field)
    if (field->name == "people") {
      verb.fields.insert(field + 1, {"full_cells", "R",
                                     "about so many cells hold people: take the best"});
      break;
    }
  verb.plan = [usual](const Asked& asked) { return plan_best(usual, asked); };
  verb.read = [usual](const MechanismRecord& record) {
    return record.law.is_object() && record.law.contains("stable_threshold")
               ? read_stable(record)
               : usual.read(record);
  };
  return verb;
}

}  // namespace selvage
