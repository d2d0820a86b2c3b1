// Who answers for a certificate, and its text.
#pragma once
#include <optional>
#include <string>

#include "selvage/certificate/certificate.hpp"
#include "selvage/engine/engine.hpp"
#include "tool/arguments.hpp"

namespace selvage::tool {

// Known before anything is charged.
struct Issuer {
  std::optional<ProgramUsed> program;
  std::optional<SigningKey> key;

  // Requires a program.
  std::string certificate_of(const Answered& answered) const;
};

// Opens the key, and asks for its passphrase.
Result<Issuer> issuer_of(const Arguments& arguments);

}  // namespace selvage::tool
