// The parts of a certificate's check, each in a file of its own: derivations, the
// release made again, the ledger.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/base/errors.hpp"
#include "selvage/base/whole_number.hpp"
#include "selvage/guarantee/derivation.hpp"
#include "selvage/verify/certificate_check.hpp"

namespace selvage::verify {

using Json = nlohmann::ordered_json;
using Check = CertificateCheck;

inline Check holds(const char* subject, std::string finding) {
  return {Verdict::holds, subject, std::move(finding)};
}
inline Check wrong(const char* subject, std::string finding) {
  return {Verdict::wrong, subject, std::move(finding)};
}
inline Check unknown(const char* subject, std::string finding) {
  return {Verdict::unknown, subject, std::move(finding)};
}

inline const std::string& text(const Json& json, const std::string& name) {
  return json.at(name).get_ref<const std::string&>();
}
// -1 for what no honest certificate has.
inline std::int64_t whole(const Json& json) { return whole_number(json).value_or(-1); }

inline std::optional<Rational> input(const Derivation& node, const std::string& name) {
  const Rational* number = find_number(node.inputs, name);
  return number != nullptr ? std::optional(*number) : std::nullopt;
}

struct Derivations {
  std::vector<Derivation> release;  // of this release, as `derivation`
  std::vector<Derivation> ledger;   // of all entries together
  bool as_written = true;           // printed again they are the same texts
};

// Every derivation in the certificate, read; or what cannot be read.
Result<Derivations> read_derivations(const Json& json);
Check check_derivations(const Json& json, const Derivations& derivations);

// Whether both prove the same by the same theorems; an order or a step of a lattice,
// which whoever proves it may choose, can differ.
bool proves_the_same(const Derivation& one, const Derivation& other);

// `question`: the identity of what was answered.
std::vector<Check> check_ledger(const Json& json, const Derivations& derivations,
                                const std::string& question);

}  // namespace selvage::verify
