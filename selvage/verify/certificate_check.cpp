#include "selvage/verify/certificate_check.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/canonical_json.hpp"
#include "selvage/release/make_release.hpp"
#include "selvage/verify/certificate_parts.hpp"
#include "selvage/verify/certificate_remake.hpp"

namespace selvage::verify {
namespace {

Check check_signature(const Certificate& certificate) {
  const auto signer = certificate.signer();
  if (!signer)
    return unknown("signature",
                   "nobody signed this certificate, so anybody may have written it");
  if (!certificate.signature_holds())
    return wrong("signature", "the signature is not that of the named key");
  return holds("signature",
               fmt::format("signed with the key {}; compare it with the officer's",
                           signer->fingerprint()));
}

// The fields of a release, what they are called together, and what is wrong where one
// of them is not what is made again.
struct ReleaseField {
  const char *name, *subject, *wrong;
};
constexpr ReleaseField kFields[] = {
    {"question", "question", "the question is not written in its own form"},
    {"privacy_unit", "question",
     "another unit of privacy is named than the question protects"},
    {"mechanism", "mechanism",
     "the mechanism is not the one that the question and its law make"},
    {"guarantees", "mechanism", "the promises are not those that this release has"},
    {"fewer_than", "mechanism",
     "the hidden cells are not those that this release hides"},
    {"drawn", "answer", "what was drawn is not written in its own form"},
    {"unit", "answer", "the unit is not that of the question"},
    {"numbers", "answer", "the numbers of a row are not those of the question"},
    {"interval_of", "answer", "an interval is said to be of something else"},
    {"confidence", "answer", "the confidence is not written in its own form"},
    {"answer", "answer",
     "a number, its label or its interval is not what the drawn numbers give"},
    {"total", "answer", "the total is missing, or is not that of the cells"},
    {"error", "answer", "the stated error is not that of the law"},
    {"accuracy", "answer", "the stated accuracy is not that of the law"},
    {"accuracy_derivation", "answer",
     "the stated reason of the accuracy is not that of the law"},
    {"warnings", "warnings",
     "a warning is missing, or one is there that should not be"}};

// What does not come back, the first of each subject.
std::vector<Check> differences(const Json& json, const Release& again) {
  const Json made = to_json(again, NumberForm::exact);
  // One that is not always there is as good as null.
  const auto field = [](const Json& of, const char* name) {
    return of.contains(name) ? canonical_json(of[name]) : canonical_json(nullptr);
  };
  std::vector<Check> found;
  for (const auto& [name, subject, what] : kFields)
    if ((found.empty() || found.back().subject != subject) &&
        field(made, name) != field(json, name))
      found.push_back(wrong(subject, what));
  return found;
}

std::vector<Check> check_release(const Json& json, const Release& again,
                                 const std::vector<Derivation>& stated) {
  if (!std::equal(stated.begin(), stated.end(), again.derivations.begin(),
                  again.derivations.end(), proves_the_same))
    return {wrong("mechanism",
                  "the derivations are not about the mechanism, the caps and the "
                  "bounds of this release")};
  if (auto found = differences(json, again); !found.empty()) return found;
  const std::size_t many = again.answer.cells.size() * again.answer.numbers.size();
  return {
      holds("mechanism",
            "the promises are those of the mechanism, the caps and the bounds that "
            "the certificate names"),
      holds("answer",
            fmt::format("{} and what is said of {} error were made anew from what "
                        "was drawn",
                        many == 1 ? "the number" : std::to_string(many) + " numbers",
                        many == 1 ? "its" : "their")),
      holds("warnings", "all that should be warned of is")};
}

struct Findings {
  std::vector<Check> checks;
  std::optional<Release> release = std::nullopt;
};

Findings check_all(const Certificate& certificate, std::span<const Verb> verbs) {
  const Json& json = certificate.json;
  Findings result{
      {holds("form", "canonical JSON of the schema 'selvage certificate 3'")}};
  auto& checks = result.checks;
  checks.push_back(certificate.digest_holds()
                       ? holds("digest", "not a byte has changed since it was written")
                       : wrong("digest", "the text was changed after it was written"));
  checks.push_back(check_signature(certificate));
  const auto derivations = read_derivations(json);
  if (!derivations || json["guarantees"].size() != derivations->release.size()) {
    checks.push_back(wrong("derivation", "a derivation cannot be read"));
    return result;
  }
  checks.push_back(check_derivations(json, *derivations));
  // What does not follow is not computed again by the checks below.
  if (checks.back().verdict == Verdict::wrong) return result;
  auto question = read_asked(json);
  if (!question) {
    checks.push_back(wrong("question", question.error().message));
    return result;
  }
  const auto planned = read_plan(json, *std::move(question), verbs);
  if (!planned) {
    checks.push_back(wrong("mechanism", planned.error().message));
    return result;
  }
  auto again = make_again(json, *planned);
  if (!again) {
    checks.push_back(wrong("answer", again.error().message));
    return result;
  }
  for (Check& check : check_release(json, *again, derivations->release))
    checks.push_back(std::move(check));
  const std::string asked = question_identity(planned->question, *planned->plan);
  for (Check& check : check_ledger(json, *derivations, asked))
    checks.push_back(std::move(check));
  result.release = *std::move(again);
  return result;
}

}  // namespace

std::vector<Check> check_certificate(const Certificate& certificate,
                                     std::span<const Verb> verbs) {
  return check_all(certificate, verbs).checks;
}

Result<Release> certified_release(const Certificate& certificate,
                                  std::span<const Verb> verbs) {
  auto [checks, release] = check_all(certificate, verbs);
  for (const Check& check : checks)
    if (check.verdict == Verdict::wrong) return unverified(check.finding);
  return *std::move(release);
}

}  // namespace selvage::verify
