#include "selvage/verify/certificate_check.hpp"

#include <fmt/format.h>

#include "selvage/verify/certificate_parts.hpp"

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

}  // namespace

std::vector<Check> check_certificate(const Certificate& certificate) {
  const Json& json = certificate.json;
  std::vector<Check> checks = {
      holds("form", "canonical JSON of the schema 'selvage certificate 1'")};
  checks.push_back(certificate.digest_holds()
                       ? holds("digest", "not a byte has changed since it was written")
                       : wrong("digest", "the text was changed after it was written"));
  checks.push_back(check_signature(certificate));
  const auto derivations = read_derivations(json);
  if (!derivations || json["guarantees"].size() != derivations->release.size()) {
    checks.push_back(wrong("derivation", "a derivation cannot be read"));
    return checks;
  }
  checks.push_back(check_derivations(json, *derivations));
  // What does not follow is not computed again by the checks below.
  if (checks.back().verdict == Verdict::wrong) return checks;
  const auto setting = read_setting(json);
  if (!setting) {
    checks.push_back(wrong("question", setting.error().message));
    return checks;
  }
  checks.push_back(check_noise(json, setting->plan, derivations->release));
  if (setting->cells_on_trust)
    checks.push_back(
        unknown("cells",
                "how many cells the lists of keys make is not to be seen, and "
                "the caps rely on it"));
  checks.push_back(check_numbers(json, *setting));
  checks.push_back(check_warnings(json, *setting, derivations->release));
  for (Check& check : check_ledger(json, *derivations))
    checks.push_back(std::move(check));
  return checks;
}

}  // namespace selvage::verify
