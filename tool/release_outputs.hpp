// Every place a release goes to: the screen or a file, a picture, JSON, a certificate.
// All are opened before the table is.
#pragma once
#include <optional>
#include <string>

#include "selvage/certificate/certificate.hpp"
#include "selvage/engine/engine.hpp"
#include "selvage/source/table_name.hpp"
#include "tool/arguments.hpp"
#include "tool/output.hpp"

namespace selvage::tool {

// Who answers for a certificate; known before anything is charged.
struct Issuer {
  std::optional<ProgramUsed> program;
  std::optional<SigningKey> key;
};

// Opens the key, and asks for its passphrase.
Result<Issuer> issuer_of(const Arguments& arguments);

struct Look {
  std::string format;
  bool pivot = false;
};

struct Outputs {
  Look look;
  std::optional<OutputFile> main, plot, json, certificate;

  Outcome write(const Answered& answered, const Issuer& issuer);
};

// Refuses outputs that would write over the table, its ledger, a key or a list that is
// read, and two outputs in one place. `ledger`: its file, or empty.
Result<Outputs> open_outputs(const Arguments& arguments, const Request& request,
                             const TableName& table, const std::string& ledger);

}  // namespace selvage::tool
