#include "selvage/certificate/certificate.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "selvage/base/bounded_json.hpp"
#include "selvage/base/canonical_json.hpp"
#include "selvage/base/digest.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/certificate/json_schema.hpp"
#include "selvage/certificate/loaded_file.hpp"
#include "selvage/certificate/program_version.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/release/answer_text.hpp"
#include "selvage/release/drawn_json.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "selvage certificate 3";

Error no_certificate(const std::string& why) {
  return {ErrorKind::unverified, "this is not a certificate: " + why};
}

// What a certificate of another format says is not wrong for that; it is checked by
// other rules.
std::optional<Error> another_format(const Json& json) {
  constexpr std::string_view kAnyFormat = "selvage certificate ";
  const auto format = json.find("format");
  if (format == json.end() || !format->is_string()) return std::nullopt;
  const std::string text = format->get<std::string>();
  const std::string number = text.substr(std::min(text.size(), kAnyFormat.size()));
  const bool known = text.starts_with(kAnyFormat) && !number.empty() &&
                     number.size() <= 9 &&
                     number.find_first_not_of("0123456789") == std::string::npos;
  if (!known || text == kFormat) return std::nullopt;
  return wrong(fmt::format(
      "this is a '{}', and this program checks a '{}': nothing is known of it; "
      "check it with a selvage of its own format, such as the one that its "
      "field 'program' names",
      text, kFormat));
}

// The kind of text that the signature is about stands before it, so that no signature
// of this key for something else can be taken for one.
std::string with_format(const std::string& content) {
  return std::string(kFormat) + "\n" + content;
}

// Which of the release's derivations the ledger counts.
Json place_of(const std::vector<Derivation>& derivations, const std::string& counted) {
  for (std::size_t i = 0; i < derivations.size(); ++i)
    if (derivation_text(derivations[i]) == counted) return i;
  return nullptr;
}

}  // namespace

Json to_json(const LedgerRecord& record, const std::vector<Derivation>& derivations) {
  const auto& [terms, entry, previous, seal, spent] = record;
  const auto overall = spent.overall();
  Json claims = Json::array(), no_claims = spent.refused_claims;
  for (const Derivation& claim : spent.claims) claims.push_back(to_json(claim));
  if (spent.no_claims_because) no_claims.push_back(*spent.no_claims_because);
  return {{"terms",
           {{"created", terms.created},
            {"table", terms.table},
            {"epsilon", terms.epsilon},
            {"delta", terms.delta},
            {"profile", terms.profile},
            {"neighbours", terms.neighbours},
            {"accounting", terms.accounting},
            {"rho", terms.rho},
            {"privacy_unit", terms.privacy_unit}}},
          {"entry",
           {{"id", entry.id},
            {"time", entry.time},
            {"version", entry.version},
            {"question", entry.question},
            {"counted", place_of(derivations, entry.counted)},
            {"previous", previous},
            {"seal", seal}}},
          {"spent",
           {{"entries", spent.entries},
            {"unanswered", spent.unanswered},
            {"overall", spent.capped ? to_json(*spent.capped) : Json(nullptr)},
            {"refused", overall ? Json(nullptr) : Json(overall.error().message)},
            {"claims", claims},
            {"no_claims", no_claims},
            {"random", spent.random ? to_json(Guarantee{*spent.random,
                                                        Neighbours::replace_person})
                                    : Json(nullptr)}}}};
}

std::string certificate_text(const Release& release,
                             const std::optional<LedgerRecord>& ledger,
                             const ProgramUsed& program, const std::string& issued,
                             const SigningKey* key) {
  Json json = without_answer(release, NumberForm::exact);
  const std::string answer = whole_text([&](TextBlocks& text) {
    write_answer(release.answer, NumberForm::exact, JsonLayout::canonical, text);
  });
  const std::string drawn =
      "{" + drawn_members(release.question.domain, release.drawn) + "}";
  const std::map<std::string, std::string_view> written = {{"answer", answer},
                                                           {"drawn", drawn}};
  json.erase("selvage");
  json["format"] = kFormat;
  json["issued"] = issued;
  json["program"] = {{"name", "selvage"},
                     {"version", program.version},
                     {"build", program.build},
                     {"executable", program.executable}};
  json["ledger"] = ledger ? to_json(*ledger, release.derivations) : Json(nullptr);
  // Through its own text once: what is not UTF-8 is replaced before it is signed.
  const std::string content = canonical_object(json, written);
  json["digest"] = digest_of(content);
  json["signature"] = nullptr;
  if (key != nullptr)
    json["signature"] = {{"algorithm", "ed25519"},
                         {"public_key", key->public_key().text()},
                         {"value", key->sign(with_format(content))}};
  return canonical_object(json, written) + "\n";
}

Result<Certificate> parse_certificate(std::string_view text) {
  auto read = parse_bounded_json(text);
  if (!read || !read->is_object()) return no_certificate("it is not JSON");
  Certificate certificate{*std::move(read), {}};
  const Json& json = certificate.json;
  if (const auto other = another_format(json)) return *other;
  if (canonical_json(json) + "\n" != text)
    return no_certificate(
        "its bytes are not in canonical form, so something was changed or added");
  if (const auto ok = check_schema(certificate_schema(), json); !ok)
    return no_certificate("its field " + ok.error().message);
  const auto* part =
      certificate_part(json["mechanism"]["name"].get_ref<const std::string&>());
  if (part == nullptr)
    return no_certificate("its mechanism is none that this program knows");
  if (const auto ok = check_schema(*part, json); !ok)
    return no_certificate("its field " + ok.error().message);
  Json content = json;
  content.erase("digest");
  content.erase("signature");
  certificate.signed_text = canonical_json(content);
  return certificate;
}

bool Certificate::digest_holds() const {
  return json["digest"] == digest_of(signed_text);
}

std::optional<PublicKey> Certificate::signer() const {
  if (json["signature"].is_null()) return std::nullopt;
  return public_key_of(json["signature"]["public_key"].get_ref<const std::string&>());
}

bool Certificate::signature_holds() const {
  const auto key = signer();
  return key && selvage::signature_holds(
                    *key, with_format(signed_text),
                    json["signature"]["value"].get_ref<const std::string&>());
}

Result<ProgramUsed> this_program() {
  std::ifstream file(loaded_file(), std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  if (!file) return unreadable("this program cannot read its own file");
  return ProgramUsed{kVersion, kBuild, digest_of(bytes.str())};
}

}  // namespace selvage
