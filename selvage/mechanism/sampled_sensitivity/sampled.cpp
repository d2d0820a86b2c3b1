#include "selvage/mechanism/sampled_sensitivity/sampled.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/cells/noise.hpp"
#include "selvage/mechanism/extremes/exponential_law.hpp"

namespace selvage {
namespace {

std::string names_and_bounds(const std::vector<BoundedColumn>& columns) {
  std::string text;
  for (const auto& [name, bounds] : columns)
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, bounds);
  return text;
}

}  // namespace

SampledMechanism::SampledMechanism(Question question,
                                   std::shared_ptr<const SampledStatistic> statistic,
                                   SampledTerms terms)
    : question_(std::move(question)),
      statistic_(std::move(statistic)),
      terms_(std::move(terms)) {
  question_.own.clear();
  const auto own = [&](const char* name, const std::string& text) {
    question_.own.emplace_back(name, text);
  };
  if (asked().kind == SampledKind::logistic)
    own("at_least", asked().at_least.text());
  else
    own("bounds", statistic_->measure().grid.text());
  if (asked().kind == SampledKind::mean || asked().kind == SampledKind::trimmed_mean)
    own("step", statistic_->step().text());
  if (asked().kind == SampledKind::trimmed_mean) own("trimmed", asked().trimmed.text());
  if (!asked().x.empty()) {
    own("x", names_and_bounds(asked().x));
    own("lambda", asked().lambda.text());
  }
  if (!asked().pair_by.empty()) own("pair_by", asked().pair_by);
}

Result<std::shared_ptr<const SampledMechanism>> SampledMechanism::make(
    Question question, const SampledRequest& request, const SampledLimits& limits) {
  if (auto fault = fault_of(question, request, limits)) return *std::move(fault);
  auto statistic = SampledStatistic::make(question.column, request);
  if (!statistic) return statistic.error();
  auto terms = SampledTerms::make(request, (*statistic)->model());
  if (!terms) return terms.error();
  return std::shared_ptr<const SampledMechanism>(new SampledMechanism(
      std::move(question), *std::move(statistic), *std::move(terms)));
}

Json SampledMechanism::law() const { return terms_.law(model()); }

Json SampledMechanism::shown() const { return Json::object(); }

std::vector<std::pair<std::string, std::string>> SampledMechanism::parameters() const {
  return {{"people", std::to_string(asked().people)},
          {"pairs", terms_.pairs == RowPairs::all ? "all" : "numbered"},
          {"scale", asked().smooth ? "smooth" : "private"},
          {"rank", std::to_string(terms_.rank)},
          {"gamma", terms_.gamma.text()}};
}

// The scale is not known before the data.
std::vector<ErrorRow> SampledMechanism::errors(const std::optional<Prior>&,
                                               const Rational&) const {
  return {};
}

std::vector<Accuracy> SampledMechanism::accuracy(const Rational&) const { return {}; }

Needs SampledMechanism::needs() const {
  Reading reading{question_.domain, statistic_->measure(), question_.person};
  reading.beside = statistic_->beside();
  return {std::move(reading)};
}

std::vector<std::int64_t> SampledMechanism::within(const SampledTable& rows) const {
  if (terms_.pairs == RowPairs::all)
    return pairs_within(rows.numbers, model().distance, terms_.scales);
  return pairs_within(rows.numbers, public_pairs(asked().people), model().distance,
                      terms_.scales);
}

// With weights exp(-choice S / (2 moved)), S how far `rank` is from the numbers of
// pairs within the scale before and within this one. [T331]
std::size_t SampledMechanism::drawn_scale(std::span<const std::int64_t> within,
                                          RandomSource& random) const {
  const std::int64_t pairs = terms_.numbers.pairs;
  Reach beyond = {pairs};  // the scale before
  for (std::size_t i = 0; i + 1 < within.size(); ++i)
    beyond.push_back(pairs - within[i]);
  const auto law = std::make_shared<const ExponentialLaw>(
      ExponentialTerms{terms_.choice / (2 * terms_.numbers.moved), pairs - terms_.rank},
      std::vector<Reach>{std::move(beyond)});
  std::int64_t place = 0;
  random.draw(std::span(&place, 1), law);
  return static_cast<std::size_t>(place);
}

std::vector<std::int64_t> SampledMechanism::noisy(std::span<const std::int64_t> values,
                                                  const Rational& scale,
                                                  RandomSource& random) const {
  std::vector<std::int64_t> all(values.begin(), values.end());
  add_noise(LaplaceNoise{scale}, all, random);
  return all;
}

Drawn SampledMechanism::draw(std::span<const std::int64_t> within,
                             std::span<const std::int64_t> values,
                             RandomSource& random) const {
  Drawn drawn{{0}, {}, {}};
  Rational noise_scale;
  if (asked().smooth) {
    noise_scale = terms_.smooth_noise_scale(model(), within);
  } else {
    const std::size_t scale = drawn_scale(within, random);
    drawn.numbers.push_back({static_cast<std::int64_t>(scale)});
    noise_scale = terms_.noise_scale(model(), scale);
  }
  for (const std::int64_t value : noisy(values, noise_scale, random))
    drawn.numbers.push_back({value});
  return drawn;
}

Result<Drawn> SampledMechanism::run(Reader& reader, RandomSource& random) const {
  const auto rows = statistic_->look(reader);
  if (!rows) return rows.error();
  return draw(within(*rows), rows->values, random);
}

}  // namespace selvage
