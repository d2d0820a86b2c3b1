#include "selvage/mechanism/drop_only/drop_terms.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/base/whole_number.hpp"
#include "selvage/guarantee/drop_only.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

const Rational kMostRowEpsilon = 20;
const Rational kLeastRowDelta = *Rational::parse("1e-15");
const Rational kMostDelta(1, 2);
// Beyond this a scan of the whole table for every bar takes too long.
constexpr std::int64_t kMostScanned = 512;
// Released counts lie below this, as those of other noise do.
constexpr std::int64_t kMostCount = kMaxNoise / 2;

// The largest number of twelve digits that is not above it. Requires x > 0.
Rational twelve_digits_of(const Rational& x) {
  Rational unit = 1;
  while (x < unit * 100'000'000'000) unit = unit / 10;
  while (x >= unit * 1'000'000'000'000) unit = unit * 10;
  return (x / unit).floor() * unit;
}

Error wrong_delta(const Rational& delta) {
  return wrong_field("delta",
                     fmt::format("`delta` {} is no chance that `drop_only` can give "
                                 "away; write one up to 0.5, for example 1e-6",
                                 delta.short_text()),
                     "1e-6");
}

}  // namespace

Result<DropTerms> DropTerms::make(const Rational& epsilon, const Rational& delta,
                                  const PersonShare& share) {
  if (epsilon.sign() <= 0 || epsilon > kMostRowEpsilon * share.rows)
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} is not above 0 and at most {}; write for example 1",
                    epsilon.short_text(), (kMostRowEpsilon * share.rows).short_text()),
        "1");
  if (delta.sign() <= 0 || delta > kMostDelta) return wrong_delta(delta);
  const Rational of_row = epsilon / share.rows;
  const Rational row_delta =
      share.rows_in_cell == 1
          ? delta / share.rows
          : twelve_digits_of(delta / delta_of_person(of_row, share).upper());
  return of(of_row, row_delta, delta, share);
}

Result<DropTerms> DropTerms::of(const Rational& epsilon, const Rational& row_delta,
                                const Rational& delta, const PersonShare& share) {
  if (epsilon.sign() <= 0 || epsilon > kMostRowEpsilon || row_delta < kLeastRowDelta ||
      delta > kMostDelta || row_delta > delta || !share.is_possible())
    return wrong_delta(delta);
  if (!drop_only_cells(epsilon, row_delta, share, delta)) return wrong_delta(delta);
  auto table = DropTable::greedy(epsilon, row_delta);
  if (!table)
    return wrong_field(
        "epsilon",
        fmt::format("{}; write a larger `epsilon` or `delta`", table.error().message),
        "1");
  auto draws = IntegerTable::make(table->weights(), table->points() <= kMostScanned
                                                        ? IntegerTable::Search::scan
                                                        : IntegerTable::Search::guide);
  assert(draws);
  return DropTerms{epsilon,
                   row_delta,
                   delta,
                   share,
                   std::make_shared<const DropTable>(*std::move(table)),
                   std::make_shared<const IntegerTable>(*std::move(draws))};
}

Derivation DropTerms::derivation() const {
  auto node = drop_only_cells(epsilon, row_delta, share, delta);
  assert(node);
  return *std::move(node);
}

nlohmann::ordered_json DropTerms::law() const {
  return {{"epsilon", epsilon.text()},
          {"row_delta", row_delta.text()},
          {"delta", delta.text()},
          {"width", width()},
          {"share",
           {{"rows", share.rows},
            {"cells", share.cells},
            {"rows_in_cell", share.rows_in_cell}}}};
}

std::optional<DropTerms> drop_terms_in(const nlohmann::ordered_json& law) {
  const auto number = [&](const char* name) -> std::optional<Rational> {
    if (!law.is_object() || !law.contains(name) || !law[name].is_string())
      return std::nullopt;
    auto value = Rational::parse(law[name].get_ref<const std::string&>());
    return value ? std::optional(*std::move(value)) : std::nullopt;
  };
  const auto whole = [&](const char* name) {
    const auto& share = law["share"];
    return share.is_object() && share.contains(name)
               ? whole_number(share[name]).value_or(0)
               : 0;
  };
  const auto epsilon = number("epsilon"), row_delta = number("row_delta"),
             delta = number("delta");
  if (!epsilon || !row_delta || !delta || !law.contains("share")) return std::nullopt;
  auto terms = DropTerms::of(*epsilon, *row_delta, *delta,
                             {whole("rows"), whole("cells"), whole("rows_in_cell")});
  return terms ? std::optional(*std::move(terms)) : std::nullopt;
}

void drop_from(std::span<std::int64_t> counts, const IntegerTable& draws,
               RandomSource& random) {
  std::vector<std::int64_t> drops(counts.size());
  random.from_table(drops, draws);
  for (std::size_t i = 0; i < counts.size(); ++i)
    counts[i] = std::max<std::int64_t>(0, std::min(counts[i], kMostCount) - drops[i]);
}

}  // namespace selvage
