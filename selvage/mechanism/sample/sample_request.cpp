#include "selvage/mechanism/sample/sample_request.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/int128.hpp"
#include "selvage/mechanism/sample/private_sampling.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostSamplePlaces = 1'000'000;
constexpr const char* kGridExample = "salary=0:200000:1000";
const Rational kMostSampleEpsilon = 100;
// Then answers fit in 64 bits.
constexpr std::int64_t kMostUnitsPerStep = std::int64_t{1} << 20;
const Rational kMostUnits = Rational::power_of_two(60);

}  // namespace

std::int64_t SampleRequest::most_weight() const {
  return weights.empty() ? 1 : *std::max_element(weights.begin(), weights.end());
}

std::string SampleRequest::weights_text() const {
  return fmt::format("{}", fmt::join(weights, ","));
}

Rational SampleRequest::step() const { return grid.edge(1) - grid.edge(0); }

Rational SampleRequest::unit() const {
  const Rational half = step() * Rational(1, 2);
  Rational power = *Rational::parse("1e15");
  for (int i = 0; i <= 30; ++i, power = power / 10)
    if ((grid.edge(0) / power).is_integer() && (half / power).is_integer())
      return power;
  return 0;
}

std::int64_t SampleRequest::units(std::int64_t place) const {
  const Rational half = step() * Rational(1, 2);
  return ((grid.edge(0) + half + step() * place) / unit()).to_int64().value();
}

Result<std::vector<std::int64_t>> parse_weights(const std::string& text) {
  constexpr const char* kExample = "1,0,2";
  std::vector<std::int64_t> weights;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(',', from), text.size());
    const std::string word = text.substr(from, end - from);
    from = end + 1;
    const bool whole = !word.empty() && word.size() <= 7 &&
                       word.find_first_not_of("0123456789") == word.npos;
    const std::int64_t weight = whole ? std::stoll(word) : -1;
    if (weight < 0 || weight > kMostWeight || (word.size() > 1 && word[0] == '0'))
      return wrong_field(
          "weights",
          fmt::format("`weights` has '{}' in place {}, and weights are whole numbers "
                      "from 0 to {}; write for example {}, and 0 for released counts "
                      "below 0",
                      word.substr(0, 20), weights.size() + 1, kMostWeight, kExample),
          kExample);
    weights.push_back(weight);
  }
  return weights;
}

std::optional<Error> fault_of_sample(const SampleRequest& request,
                                     std::int64_t rows_per_person) {
  if (request.places() < 2 || request.places() > kMostSamplePlaces)
    return wrong_field(
        "column",
        fmt::format("`column` has a grid of {} steps, and a sample has 2 "
                    "to {}; write for example {}",
                    request.places(), kMostSamplePlaces, kGridExample),
        kGridExample);
  const Rational unit = request.unit();
  if (unit.sign() == 0 || request.step() / unit > kMostUnitsPerStep ||
      absolute(request.grid.edge(0)) / unit > kMostUnits)
    return wrong_field(
        "column",
        fmt::format("`column` has a grid whose step or lower end has too "
                    "many digits; write for example {}",
                    kGridExample),
        kGridExample);
  if (!request.weights.empty() && std::ssize(request.weights) != request.places())
    return wrong_field(
        "weights", fmt::format("`weights` has {} numbers, and the grid has {} steps; "
                               "write one for each",
                               request.weights.size(), request.places()));
  if (request.most_weight() == 0)
    return wrong_field(
        "weights", "`weights` are all 0, so no row can be drawn; write one above 0");
  if (request.draws < 1 || request.draws > kMostDraws)
    return wrong_field("draws", fmt::format("`draws` is from 1 to {}", kMostDraws));
  const Int128 share = Int128{rows_per_person} * request.most_weight();
  if (request.at_least < 1 || request.at_least > kMostPeople ||
      request.at_least < share)
    return wrong_field(
        "at_least",
        fmt::format(
            "`at_least` {} is not from {}, what one person may weigh, to {}; "
            "write a public number of rows that the table surely has",
            request.at_least,
            share > kMostPeople ? kMostPeople : static_cast<std::int64_t>(share),
            kMostPeople),
        "1000");
  if (request.epsilon.sign() <= 0 || request.epsilon > kMostSampleEpsilon)
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} is not above 0 and at most 100; write for example 1",
                    request.epsilon.short_text()),
        "1");
  return std::nullopt;
}

}  // namespace selvage
