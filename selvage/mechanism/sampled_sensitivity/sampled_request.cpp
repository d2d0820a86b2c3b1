#include "selvage/mechanism/sampled_sensitivity/sampled_request.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

const Rational kMostAlpha = 100;
const Rational kLeastAlpha(1, 1000);
const Rational kLeastEta = *Rational::parse("1e-30"),
               kMostEta = *Rational::parse("1e-3");
const Rational kLeastLambda = *Rational::parse("1e-4"), kMostLambda = 100;
const Rational kLeastScale = *Rational::parse("0.0001");
constexpr std::int64_t kMostTrimmedDenominator = 1'000'000'000;

std::optional<Error> fault_of_promise(const SampledRequest& request,
                                      const SampledLimits& limits) {
  const auto& [alpha, gamma, eta] = std::tie(request.alpha, request.gamma, request.eta);
  if (gamma.sign() <= 0 || gamma > limits.most_gamma)
    return wrong_field(
        "random_gamma",
        fmt::format("`random_gamma` {} is no share of people that may be left without "
                    "protection; write one above 0 and up to 0.1, for example 0.05",
                    gamma.short_text()),
        "0.05");
  if (alpha < kLeastAlpha || alpha > kMostAlpha ||
      alpha.bits() > 40)  // so that the samplers take what follows from it
    return wrong_field(
        "random_alpha",
        fmt::format("`random_alpha` {} is not from {} to {}, or has too "
                    "many digits; write for example 1",
                    alpha.short_text(), kLeastAlpha.short_text(), kMostAlpha.text()),
        "1");
  if (eta < kLeastEta || eta > kMostEta)
    return wrong_field(
        "random_eta",
        fmt::format("`random_eta` {} is not from 1e-30 to 0.001, a chance that can be "
                    "given away; write for example 1e-9",
                    eta.short_text()),
        "1e-9");
  if (request.people < limits.least_people || request.people > kMostSampledPeople)
    return wrong_field(
        "people",
        fmt::format("`people` {} is not from {} to {}, where an average-case promise "
                    "says something and all rows fit in memory; leave out "
                    "`average_case` and ask with `epsilon`",
                    request.people, limits.least_people, kMostSampledPeople),
        "10000");
  if (request.least_scale < kLeastScale || request.least_scale >= 1)
    return wrong_field(
        "least_scale",
        fmt::format("`least_scale` {} is not from 0.0001 to below 1, the part of the "
                    "largest scale; write for example 0.01",
                    request.least_scale.short_text()),
        "0.01");
  return std::nullopt;
}

std::optional<Error> fault_of_columns(const Question& question,
                                      const SampledRequest& request) {
  if (request.x.empty() || std::ssize(request.x) > kMostExplaining)
    return wrong_field("x",
                       fmt::format("`x` names {} columns; write from 1 to {} that "
                                   "explain, each with its bounds, for example "
                                   "age=0:100,tenure=0:50",
                                   request.x.size(), kMostExplaining),
                       "age=0:100");
  std::vector<std::string> names = {question.column, request.pair_by};
  for (const BoundedColumn& column : request.x) {
    if (std::find(names.begin(), names.end(), column.name) != names.end())
      return wrong_field(
          "x", fmt::format("`x` names '{}' twice; write it once", column.name),
          "age=0:100");
    names.push_back(column.name);
  }
  if (request.lambda < kLeastLambda || request.lambda > kMostLambda ||
      request.lambda.bits() > 40)
    return wrong_field(
        "lambda",
        fmt::format("`lambda` {} is no penalty from 0.0001 to 100, or has too many "
                    "digits; without a penalty one row can move the answer without "
                    "bound, so write for example 0.1",
                    request.lambda.typed_text()),
        "0.1");
  return std::nullopt;
}

}  // namespace

std::optional<Error> fault_of(const Question& question, const SampledRequest& request,
                              const SampledLimits& limits) {
  if (!question.person.column.empty())
    return wrong_field("person",
                       "`person` does not go with `average_case`, where every row is a "
                       "person of its own; leave one of them out");
  if (!question.where.empty())
    return wrong_field("where",
                       "`where` does not go with `average_case`, where the number of "
                       "rows is public; leave one of them out");
  if (!question.domain.columns().empty())
    return wrong_field("by",
                       "`by` does not go with `average_case`, since the number of "
                       "people in each group is not public; leave one of them out");
  if (auto fault = fault_of_promise(request, limits)) return fault;
  if (!request.pair_by.empty() && request.pair_by == question.column)
    return wrong_field("pair_by",
                       "`pair_by` names the column that is asked about; write one that "
                       "numbers the rows, from 1 on",
                       "number");
  if (request.kind == SampledKind::trimmed_mean &&
      (request.trimmed.sign() <= 0 || request.trimmed >= 1 ||
       request.trimmed.denominator() > kMostTrimmedDenominator ||
       (Rational(request.people) * request.trimmed / 2).ceil() * 2 >= request.people))
    return wrong_field("trim",
                       fmt::format("`trim` {} is no share between 0 and 1 that "
                                   "leaves rows over, or has too many digits; write "
                                   "for example 0.1",
                                   request.trimmed.typed_text()),
                       "0.1");
  const bool fits =
      request.kind == SampledKind::ridge || request.kind == SampledKind::logistic;
  return fits ? fault_of_columns(question, request) : std::nullopt;
}

}  // namespace selvage
