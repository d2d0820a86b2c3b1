// For tests and fuzzing: what a forger does with a certificate.
#pragma once
#include <string>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/digest.hpp"
#include "selvage/certificate/certificate.hpp"

namespace selvage {

// The text of a certificate with these fields, unsigned: the digest is no secret.
inline std::string forged(nlohmann::ordered_json json) {
  json.erase("digest");
  json.erase("signature");
  const std::string content = canonical_json(json);
  json["digest"] = digest_of(content);
  json["signature"] = nullptr;
  return canonical_json(json) + "\n";
}

}  // namespace selvage
