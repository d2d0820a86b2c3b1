// Certificates from anybody: read, checked and explained. A forger redoes the digest,
// and so does this, or every change would end at it.
#include "fuzz/check.hpp"
#include "fuzz/small_derivation.hpp"
#include "selvage/base/bounded_json.hpp"
#include "selvage/certificate/certificate_testing.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/report/explanation.hpp"
#include "selvage/verbs/verbs.hpp"
#include "selvage/verify/certificate_check.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

// Every derivation of the certificate, wherever it stands, may be recomputed in no
// time.
bool is_quick(const Json& json) {
  if (json.is_object() && json.contains("rule")) {
    const auto derivation = read_derivation(json);
    return !derivation || all_small(*derivation);
  }
  return !json.is_structured() || std::all_of(json.begin(), json.end(), is_quick);
}

void try_certificate(const std::string& text) {
  const auto certificate = parse_certificate(text);
  if (!certificate) {
    check(!certificate.error().message.empty(), "an error has a sentence", text);
    return;
  }
  check(canonical_json(certificate->json) + "\n" == text, "it is in canonical form",
        text);
  if (!is_quick(certificate->json)) return;
  for (const auto& found : verify::check_certificate(*certificate, verbs()))
    check(!found.subject.empty() && !found.finding.empty(), "a check says what", text);
  const Explanation page = explain(*certificate, nullptr, {}, {});
  check(!explanation_text(page, 80, Script::unicode).empty(), "it has a text", text);
  check(explanation_html(page).find("<script") == std::string::npos,
        "no name is a part of the page", text);
}

}  // namespace
}  // namespace selvage

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives this name.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(selvage::as_text(data, size));
  selvage::try_certificate(text);
  if (const auto json = selvage::parse_bounded_json(text); json && json->is_object())
    selvage::try_certificate(selvage::forged(*json));
  return 0;
}
