#include "selvage/mechanism/sparse_histogram/sparse_terms.hpp"

#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/average_case/sparse_failure.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/whole_number.hpp"
#include "selvage/guarantee/random_dp.hpp"

namespace selvage {
namespace {

// Where rare people are many, or there are few people at all, nothing is promised that
// is worth the word. [T232]
const Rational kMostGamma(1, 10);
constexpr std::int64_t kLeastPeople = 100;
const Rational kMostAlpha = 100;

Error wrong_gamma(const Rational& gamma) {
  return wrong_field(
      "random_gamma",
      fmt::format("`random_gamma` {} is no share of people that may be left without "
                  "protection; write one above 0 and up to 0.1, for example 0.01",
                  gamma.short_text()),
      "0.01");
}

}  // namespace

Outcome check_average_case(const Rational& alpha, const Rational& gamma,
                           std::int64_t people) {
  if (gamma.sign() <= 0 || gamma > kMostGamma) return wrong_gamma(gamma);
  if (alpha.sign() <= 0 || alpha > kMostAlpha)
    return wrong_field(
        "random_alpha",
        fmt::format("`random_alpha` {} is not above 0 and at most {}; write for "
                    "example 1",
                    alpha.short_text(), kMostAlpha.text()),
        "1");
  if (people < kLeastPeople)
    return wrong_field(
        "people",
        fmt::format("`people` {} is too few for an average-case promise, which needs "
                    "{} or more; leave out `average_case` and ask with `epsilon`",
                    people, kLeastPeople),
        "1000");
  return Done{};
}

Result<SparseTerms> SparseTerms::make(const Rational& alpha, const Rational& gamma,
                                      std::int64_t people, std::uint64_t cells,
                                      bool in_any_cells) {
  if (const auto good = check_average_case(alpha, gamma, people); !good)
    return good.error();
  const Rational changed = in_any_cells ? Rational::from_uint64(cells) : Rational(2);
  const auto noise = laplace_noise(changed / alpha);
  if (!noise)
    return wrong_field("random_alpha",
                       fmt::format("`random_alpha` {} asks for too much noise; write a "
                                   "larger one, for example 1",
                                   alpha.short_text()),
                       "1");
  SparseTerms terms{alpha, gamma, people, cells, in_any_cells, *noise, std::nullopt};
  const Interval alone =
      in_any_cells ? sparse_people_gamma(cells, people) : sparse_gamma(cells, people);
  const Rational achieved =
      cells == 1 ? Rational(0) : *Rational::parse(alone.upper_text(6));
  if (achieved <= gamma && achieved.sign() > 0) terms.gamma = achieved;
  return terms;
}

Derivation SparseTerms::derivation() const {
  if (!gamma)
    return discrete_laplace_cells(noise.scale,
                                  in_any_cells ? static_cast<std::int64_t>(cells) : 1);
  auto node = in_any_cells ? sparse_people(noise.scale, cells, people, *gamma)
                           : sparse_cells(noise.scale, cells, people, *gamma);
  assert(node);
  return *std::move(node);
}

std::int64_t SparseTerms::exposed() const {
  return gamma ? (*gamma * people).ceil().to_int64().value_or(people) : 0;
}

nlohmann::ordered_json SparseTerms::law() const {
  return {{"random_alpha", asked_alpha.text()},
          {"random_gamma", asked_gamma.text()},
          {"people", people},
          {"cells", cells},
          {"scale", noise.scale.text()},
          {"noise_in", gamma ? "full_cells" : "every_cell"},
          {"gamma", gamma.value_or(0).text()}};
}

std::optional<SparseTerms> sparse_terms_in(const nlohmann::ordered_json& law,
                                           bool in_any_cells) {
  const auto number = [&](const char* name) -> std::optional<Rational> {
    if (!law.is_object() || !law.contains(name) || !law[name].is_string())
      return std::nullopt;
    auto value = Rational::parse(law[name].get_ref<const std::string&>());
    return value ? std::optional(*std::move(value)) : std::nullopt;
  };
  const auto whole = [&](const char* name) {
    return law.is_object() && law.contains(name) ? whole_number(law[name]).value_or(0)
                                                 : 0;
  };
  const auto alpha = number("random_alpha"), gamma = number("random_gamma");
  const std::int64_t people = whole("people"), cells = whole("cells");
  if (!alpha || !gamma || cells < 1) return std::nullopt;
  auto terms = SparseTerms::make(*alpha, *gamma, people,
                                 static_cast<std::uint64_t>(cells), in_any_cells);
  return terms ? std::optional(*std::move(terms)) : std::nullopt;
}

}  // namespace selvage
