#include "selvage/mechanism/separator/separator.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/cells/plan.hpp"
#include "selvage/mechanism/drop_only/drop_words.hpp"

namespace selvage {
namespace {

constexpr std::size_t kDropsAtOnce = 1 << 16;

}  // namespace

SeparatorMechanism::SeparatorMechanism(Question question, SeparatorRequest request,
                                       Domain domain, DropTerms terms)
    : question_(std::move(question)),
      request_(std::move(request)),
      domain_(std::move(domain)),
      terms_(std::move(terms)) {
  question_.own = {
      {"labels", fmt::format("{},{}", request_.labels[0], request_.labels[1])},
      {"x", request_.axes_text()}};
}

Result<std::shared_ptr<const SeparatorMechanism>> SeparatorMechanism::make(
    Question question, SeparatorRequest request, const Rational& epsilon,
    const Rational& delta) {
  if (auto fault = fault_of(question, request)) return *std::move(fault);
  const auto domain = request.domain(question.column);
  if (!domain) return domain.error();
  auto terms = DropTerms::make(epsilon, delta, person_share(question.person, *domain));
  if (!terms) return terms.error();
  return of_terms(std::move(question), std::move(request), *std::move(terms));
}

Result<std::shared_ptr<const SeparatorMechanism>> SeparatorMechanism::of_terms(
    Question question, SeparatorRequest request, DropTerms terms) {
  if (auto fault = fault_of(question, request)) return *std::move(fault);
  auto domain = request.domain(question.column);
  if (!domain) return domain.error();
  if (terms.share != person_share(question.person, *domain))
    return unverified("the share of a person is another than the question's");
  return std::shared_ptr<const SeparatorMechanism>(new SeparatorMechanism(
      std::move(question), std::move(request), *std::move(domain), std::move(terms)));
}

Json SeparatorMechanism::law() const {
  Json law = terms_.law();
  law["points"] = request_.points();
  return law;
}

Json SeparatorMechanism::shown() const { return Json::object(); }

Needs SeparatorMechanism::needs() const {
  return {{domain_, std::nullopt, question_.person}};
}

// One scan and a draw for every bar, whatever is in the table; what follows is done to
// what would be a private histogram.
Result<Drawn> SeparatorMechanism::run(Reader& reader, RandomSource& random) const {
  const auto cells = reader.cells();
  if (!cells) return cells.error();
  std::vector<std::int64_t> of_cell(domain_.cells());
  for (const CellSums& sums : cells->sums) of_cell[sums.cell] = sums.rows;
  std::vector<std::int64_t> counts(static_cast<std::size_t>(bars()));
  for (std::size_t bar = 0; bar < counts.size(); ++bar)
    counts[bar] = of_cell[request_.cell(static_cast<std::int64_t>(bar / 2), bar % 2)];
  for (std::size_t from = 0; from < counts.size(); from += kDropsAtOnce)
    drop_from(
        std::span(counts).subspan(from, std::min(kDropsAtOnce, counts.size() - from)),
        *terms_.draws, random);
  Drawn drawn{{0}, {}, {{0}, {0}}};
  for (std::size_t bar = 0; bar < counts.size(); ++bar)
    drawn.numbers[bar % 2][0] += counts[bar];
  const std::vector<std::int64_t> sizes = request_.sizes();
  std::vector<std::int64_t> codes;
  if (const auto margin = max_margin(outer_points(sizes, counts)))
    for (const LabelledPoint& point : margin->supports) {
      std::int64_t place = 0;
      for (std::size_t i = 0; i < sizes.size(); ++i)
        place = place * sizes[i] + point.at[i];
      codes.push_back(2 * place + (point.second ? 1 : 0));
    }
  std::sort(codes.begin(), codes.end());
  assert(codes.size() <= sizes.size() + 1);
  codes.resize(sizes.size() + 1, kNoSupport);
  for (const std::int64_t code : codes) drawn.numbers.push_back({code});
  return drawn;
}

LabelledPoint SeparatorMechanism::support(std::int64_t code) const {
  return {lattice_point(request_.sizes(), code / 2), code % 2 == 1};
}

// Bars are alike and independent: the shipped loop over them, on one.
Evidence SeparatorMechanism::evidence(Effort effort) const {
  return drop_evidence(terms_, effort, "count",
                       [draws = terms_.draws](std::int64_t rows, RandomSource& random) {
                         std::vector<std::int64_t> counts = {rows};
                         drop_from(counts, *draws, random);
                         return Drawn{{0}, {}, {counts}};
                       });
}

}  // namespace selvage
