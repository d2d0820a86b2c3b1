// An answer as a ledger keeps it: the released noisy numbers, so that the same question
// can be answered again, in every form, without the table; and the release that was
// made of them, so that it can be shown again without the question.
#pragma once
#include <string>

#include "selvage/mechanism/cells/plan.hpp"
#include "selvage/release/release.hpp"

namespace selvage {

std::string stored_text(const CellsPlan& plan, const CellsAnswer& answer,
                        const Release& release);
// Requires the plan of the same question. Fails where the text is not such an answer.
Result<CellsAnswer> read_stored(const CellsPlan& plan, const std::string& text);

// The release, but for its place in the ledger. Fails where the text is not such an
// answer, or holds the noisy numbers only.
Result<Release> read_stored_release(const std::string& text);

// Of a release with more cells a ledger keeps the noisy numbers only: with intervals it
// could be longer than a value of SQLite may be, 10^9 bytes.
constexpr std::size_t kMostShownLater = 10'000'000;
bool is_shown_later(const Release& release);
std::string not_shown_later();  // the warning

}  // namespace selvage
