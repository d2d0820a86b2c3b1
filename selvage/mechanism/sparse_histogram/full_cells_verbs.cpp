// The choice among releases for tables with few full cells. [T239]
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/errors.hpp"
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
  const std::string about = fmt::format("for about {} people in {} of {} cells",
                                        guess.people, guess.full, guess.cells);
  if (*delta && (*delta)->sign() > 0) {
    auto stable = StableHistogram::make(planned->question, **epsilon, **delta);
    if (!stable) return stable.error();
    const double loss =
        expected_loss(guess, NoiseShape::laplace, (*stable)->noise().scale.to_double(),
                      (*stable)->threshold(), false);
    if (loss < *with_threshold) {
      planned->notes.push_back(fmt::format(
          "{} counts from {} on, and empty cells surely, are expected to be off by "
          "{:.4g} in all; noise in every cell with `sparse` by {:.4g}",
          about, (*stable)->threshold(), loss, *with_threshold));
      planned->plan = *std::move(stable);
      return planned;
    }
  }
  planned->notes.push_back(fmt::format(
      "{} noise in every cell with `sparse` is expected to be off by {:.4g} in all, "
      "which is the least of what was compared",
      about, *with_threshold));
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
