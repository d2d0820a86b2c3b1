#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "selvage/guarantee/release_parts.hpp"
#include "selvage/ledger/ledger_rows.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

std::string line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

double double_above(const Rational& x) {
  const double nearest = x.to_double();
  return std::isfinite(nearest) && Rational::from_double(nearest) < x
             ? std::nextafter(nearest, std::numeric_limits<double>::infinity())
             : nearest;
}

Json event(const char* class_name, const Json& fields) {
  Json json = {{"module_name", "dp_accounting.dp_event"}, {"class_name", class_name}};
  json.update(fields);
  return json;
}

double double_below(const Rational& x) {
  const double nearest = x.to_double();
  return Rational::from_double(nearest) > x ? std::nextafter(nearest, 0.0) : nearest;
}

// Continuous Gaussian noise that hides no more than ours: T55 allows for the difference
// between the two by a variance less by 3. Where that does not apply, the rho.
Json gaussian_event(const Rational& variance, const Rational& squares) {
  const Rational ratio = (variance - 3) / squares;
  if (variance >= 32 && ratio >= Rational(1, 4) &&
      variance * squares <= Rational::power_of_two(100))
    return event("GaussianDpEvent",
                 {{"noise_multiplier", std::sqrt(double_below(ratio)) *
                                           (1 - 1e-9)}});  // more than rounding
  return event("ZCDpEvent",
               {{"rho", double_above(squares / (variance * 2))}, {"xi", 0.0}});
}

// Noise where dp_accounting has a noise that hides no more; else the promise. Its
// LaplaceDpEvent is the continuous law, which hides more than the discrete one: never
// that. A promise of epsilon alone is discrete Laplace noise with a shift of 1. [T23]
Json event_of(const Derivation& part) {
  const Promise& promise = part.conclusion.promise;
  if (const auto* loss = std::get_if<GaussianLossPromise>(&promise))
    return gaussian_event(loss->variance, Rational(loss->shift) * loss->shift);
  if (part.rule == "discrete_gaussian_cells") {
    const Rational* variance = find_number(part.inputs, "variance");
    const Rational* squares = find_number(part.inputs, "squared_sensitivity");
    if (variance != nullptr && squares != nullptr)
      return gaussian_event(*variance, *squares);
  }
  if (const auto* zcdp = std::get_if<ZcdpPromise>(&promise))
    return event("ZCDpEvent", {{"rho", double_above(zcdp->rho)}, {"xi", 0.0}});
  if (part.rule == "discrete_laplace_cells") {
    const Rational* scale = find_number(part.inputs, "scale");
    const Rational* rows = find_number(part.inputs, "sensitivity");
    const auto sensitivity = rows != nullptr ? rows->to_int64() : std::nullopt;
    if (scale != nullptr && sensitivity)
      return event("DiscreteLaplaceDpEvent",
                   {{"noise_parameter", double_above(Rational(1) / *scale)},
                    {"sensitivity", *sensitivity}});
  }
  const auto* dp = std::get_if<DpPromise>(&promise);
  if (dp != nullptr && dp->delta.sign() == 0)
    return dp->epsilon.sign() == 0
               ? event("NoOpDpEvent", Json::object())
               : event("DiscreteLaplaceDpEvent",
                       {{"noise_parameter", double_above(dp->epsilon)},
                        {"sensitivity", 1}});
  // There is no event for (epsilon, delta).
  return event("UnsupportedDpEvent", Json::object());
}

}  // namespace

Result<std::string> Ledger::export_json_lines() {
  const auto transaction =
      SqliteTransaction::begin(database_, SqliteTransaction::Kind::reading);
  if (!transaction) return transaction.error();
  const auto terms = database_.rows(kSelectTerms);
  if (!terms) return terms.error();
  const auto answers = database_.rows("SELECT entry, json FROM answer ORDER BY entry");
  if (!answers) return answers.error();
  const auto entries = history();
  if (!entries) return entries.error();

  const SealedTerms text = sealed_terms(terms->front());
  std::string lines = line({{"selvage_ledger", 3},
                            {"created", text.created},
                            {"table", text.table},
                            {"epsilon", text.epsilon},
                            {"delta", text.delta},
                            {"rho", text.rho},
                            {"profile", text.profile},
                            {"neighbours", text.neighbours},
                            {"accounting", text.accounting},
                            {"privacy_unit", text.privacy_unit},
                            {"seal", terms->front().text(kSealOfTerms)}});
  auto answer = answers->begin();
  for (const LedgerEntry& entry : *entries) {
    Json json = {{"entry", entry.place.id},    {"time", entry.time},
                 {"question", entry.question}, {"version", entry.version},
                 {"counted", entry.counted},   {"other", entry.other},
                 {"seal", entry.place.hash},   {"answered", nullptr},
                 {"answer", nullptr}};
    if (entry.answered && answer != answers->end()) {
      json["answered"] = *entry.answered;
      json["answer"] = (answer++)->text(1);
    }
    lines += line(json);
  }
  return lines;
}

Result<std::string> Ledger::export_dp_events() {
  const auto transaction =
      SqliteTransaction::begin(database_, SqliteTransaction::Kind::reading);
  if (!transaction) return transaction.error();
  const auto all = tally();
  if (!all) return all.error();
  Json events = Json::array();
  for (const auto& [release, times] : all->releases())
    for (const auto& [part, in_release] : parts_of(release))
      events.push_back(event("SelfComposedDpEvent", {{"event", event_of(part)},
                                                     {"count", times * in_release}}));
  // No dp promise: for an accountant of dp that is no privacy.
  if (all->uncounted()) events.push_back(event("NonPrivateDpEvent", Json::object()));
  return line(event("ComposedDpEvent", {{"events", events}}));
}

}  // namespace selvage
