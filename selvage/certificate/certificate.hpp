// What a third party needs to check a release without us, as one line of canonical
// JSON: the release in exact numbers, its derivations, its place in the ledger, and who
// signed. docs/formats.md describes it for others.
#pragma once
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "selvage/certificate/signing_key.hpp"
#include "selvage/ledger/ledger.hpp"
#include "selvage/release/release.hpp"

namespace selvage {

// Who wrote it: "0.1.0", the source and the compiler, and the digest of the program, or
// of the library where another program runs it.
struct ProgramUsed {
  std::string version, build, executable;
};
// This very program. Fails if its own file cannot be read.
Result<ProgramUsed> this_program();

// What a certificate with these derivations says of its ledger.
nlohmann::ordered_json to_json(const LedgerRecord& record,
                               const std::vector<Derivation>& derivations);

// The text of the file; signed if there is a key.
std::string certificate_text(const Release& release,
                             const std::optional<LedgerRecord>& ledger,
                             const ProgramUsed& program, const std::string& issued,
                             const SigningKey* key);

// A certificate as it was read: in canonical form and of the right schema, so that its
// fields are there and of their types. Nothing else has been checked.
struct Certificate {
  nlohmann::ordered_json json;
  std::string signed_text;  // what the digest and the signature are about

  bool digest_holds() const;
  std::optional<PublicKey> signer() const;  // none: not signed
  bool signature_holds() const;             // false where there is none
};

Result<Certificate> parse_certificate(std::string_view text);

}  // namespace selvage
