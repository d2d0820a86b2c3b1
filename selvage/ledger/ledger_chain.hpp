// The seals of a ledger. A seal is SHA-256 over a list of texts, each with its length
// (8 bytes, most significant first) before it: different lists are different bytes. The
// seal of an entry covers that of the entry before it, that of the first entry covers
// the terms. docs/ledger.md has the lists, for anybody who wants to recompute them.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace selvage {

// 64 hexadecimal digits.
std::string seal(std::initializer_list<std::string_view> texts);

struct SealedTerms {
  std::string created, table;
  std::string epsilon, delta, rho, profile;  // "none" where there is none
  std::string neighbours, accounting;
  std::string privacy_unit;  // "one row" or "people of COLUMN"
};
struct SealedEntry {
  std::int64_t id = 0;
  std::string time, question, version;
  std::string counted;  // the derivation that counts, or "null"
  std::string other;    // a JSON list of derivations
};

std::string seal_of(const SealedTerms& terms);
// As version 1 and 2 sealed theirs, without the texts that they did not have.
std::string earlier_seal_of(const SealedTerms& terms, std::int64_t version);
std::string seal_of(const SealedEntry& entry, std::string_view previous);
std::string seal_of_answer(std::string_view entry_seal, std::string_view time,
                           std::string_view answer);

}  // namespace selvage
