// The parts of a certificate's check, each in a file of its own: derivations, the way
// from the question to the noise, the numbers, the ledger.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/base/whole_number.hpp"
#include "selvage/mechanism/cells/plan.hpp"
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

inline Error misfit(const std::string& what) { return {ErrorKind::unverified, what}; }

struct Derivations {
  std::vector<Derivation> release;  // of this release, as `derivation`
  std::vector<Derivation> ledger;   // of all entries together
  bool as_written = true;           // printed again they are the same texts
};

// Every derivation in the certificate, read; or what cannot be read.
Result<Derivations> read_derivations(const Json& json);
Check check_derivations(const Json& json, const Derivations& derivations);

struct Setting {
  CellsPlan plan;               // as far as a certificate tells it
  bool complete = false;        // every cell of the domain is listed
  bool cells_on_trust = false;  // how many cells there are is not to be seen
  std::optional<Rational> cells = std::nullopt;  // of the domain, where that is told
  std::vector<const Json*> answers;
};

// One entry a cell; without columns the one entry itself.
std::vector<const Json*> listed_answers(const Json& json);
// Whether an entry names the column places of this cell.
bool has_labels_of(const Json& answer, const Domain& domain, std::uint64_t cell);

// The plan behind a certificate, and whether its caps, cells and numbers are those that
// its question leads to. [T30, T35]
Result<Setting> read_setting(const Json& json);

// Whether the derivations are about this noise and these caps. [T4, T25, T31, T32]
Check check_noise(const Json& json, const CellsPlan& plan,
                  const std::vector<Derivation>& derivations);
// The same for counts under a profile: the derivations are those that the program makes
// for this noise, these caps and the classes of this question. [T60 to T68]
Check check_profile(const Json& json, const CellsPlan& plan,
                    const std::vector<Derivation>& derivations);
// The multiple of the unit that a released number is; none if it is no such number.
std::optional<std::int64_t> multiple(const Json& json, const Rational& unit);
Check check_numbers(const Json& json, const Setting& setting);
// Whether all that should be warned of is, and nothing else.
Check check_warnings(const Json& json, const Setting& setting,
                     const std::vector<Derivation>& derivations);
std::vector<Check> check_ledger(const Json& json, const Derivations& derivations);

}  // namespace selvage::verify
