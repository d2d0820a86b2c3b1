#include "selvage/verify/certificate_remake.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/question/read_question.hpp"
#include "selvage/release/drawn_json.hpp"
#include "selvage/release/make_release.hpp"
#include "selvage/summary/predicate_parse.hpp"
#include "selvage/verify/certificate_parts.hpp"

namespace selvage::verify {
namespace {

// The place in the ledger, as far as a certificate tells it.
std::optional<LedgerNote> note_of(const Json& ledger) {
  if (ledger.is_null()) return std::nullopt;
  const Json &terms = ledger["terms"], &entry = ledger["entry"];
  return LedgerNote{
      .file = fmt::format("the ledger of {}", text(terms, "table")),
      .entry = whole(entry["id"]),
      .seal = text(entry, "seal"),
      .answered_before = false,
      .spent = text(terms, "epsilon") == "none"
                   ? "see the certificate; no cap"
                   : fmt::format("see the certificate; the cap is epsilon {}, delta {}",
                                 text(terms, "epsilon"), text(terms, "delta"))};
}

VerificationLevel level_of(const std::string& name) {
  for (const auto level :
       {VerificationLevel::exact_law, VerificationLevel::small_worlds})
    if (level_name(level) == name) return level;
  return VerificationLevel::theorem_only;
}

}  // namespace

Result<Question> read_asked(const Json& json) {
  auto question = read_question(json["question"]);
  if (!question) return question.error();
  if (!json["ledger"].is_null())
    question->version = text(json["ledger"]["entry"], "version");
  if (question->where.empty()) return question;
  const auto test = parse_predicate(question->where);
  if (!test || predicate_text(*test) != question->where)
    return unverified(
        "the rows are chosen by something that is no test in its own form");
  return question;
}

Result<Planned> read_plan(const Json& json, Question question,
                          std::span<const Verb> verbs) {
  const auto verb = std::find_if(verbs.begin(), verbs.end(), [&](const Verb& known) {
    return known.name == question.verb;
  });
  if (verb == verbs.end()) return unverified("there is no question of this kind");
  const auto confidence = Rational::parse(text(json, "confidence"));
  if (!confidence || confidence->sign() <= 0 || *confidence >= 1)
    return unverified("the confidence is no probability");
  const Json& mechanism = json["mechanism"];
  MechanismRecord record{.question = question,
                         .law = mechanism["law"],
                         .shown = mechanism["shown"],
                         .reason = text(mechanism, "reason")};
  if (!json["fewer_than"].is_null()) record.fewer_than = whole(json["fewer_than"]);
  auto plan = verb->read(record);
  if (!plan) return plan.error();
  return Planned{.question = std::move(question),
                 .plan = *std::move(plan),
                 .confidence = *confidence,
                 .notes = json["notes"].get<std::vector<std::string>>()};
}

Result<Release> make_again(const Json& json, const Planned& planned) {
  auto drawn = read_drawn(planned.question.domain, json["drawn"]);
  if (!drawn || !planned.plan->can_draw(*drawn))
    return unverified("what was drawn cannot come from this mechanism");
  const Json &ledger = json["ledger"], &said = json["verification"];
  const bool replaced =
      !ledger.is_null() && text(ledger["terms"], "neighbours") == "replace_person";
  return make_release(
      planned, *std::move(drawn),
      promises_for(*planned.plan, replaced ? Neighbours::replace_person
                                           : Neighbours::add_remove_person),
      {level_of(text(said, "level")), text(said, "detail")}, note_of(ledger));
}

}  // namespace selvage::verify
