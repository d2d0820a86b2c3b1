// The account of a table in words and as JSON: what was spent, what is left, and every
// charge.
#pragma once
#include <string>
#include <vector>

#include "selvage/ledger/ledger.hpp"
#include "selvage/report/page.hpp"

namespace selvage {

struct LedgerState {
  LedgerTerms terms;
  LedgerSpent spent;
  LedgerPlace head;
};

// Of a ledger that was just made.
std::string new_ledger_text(const std::string& file, const LedgerTerms& terms,
                            const TextStyle& style);

std::string ledger_text(const LedgerState& state, const TextStyle& style);
std::string ledger_json_text(const LedgerState& state);

std::string history_text(const LedgerTerms& terms,
                         const std::vector<LedgerEntry>& entries,
                         const TextStyle& style);
std::string history_json_text(const LedgerTerms& terms,
                              const std::vector<LedgerEntry>& entries);

}  // namespace selvage
