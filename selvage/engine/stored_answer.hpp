// An answer as a ledger keeps it: what was drawn, so that the same question can be
// answered again, in every form, without the table; and the release that was made of
// it, so that it can be shown again without the question.
#pragma once
#include <string>

#include "selvage/mechanism/answer.hpp"
#include "selvage/release/release.hpp"

namespace selvage {

// Requires a release with what was drawn.
std::string stored_text(const Release& release);
// Requires the domain of the same question, as it was asked. Fails where the text is
// not such an answer. Whether a mechanism could have drawn it, it must say itself.
Result<Drawn> read_stored(const Domain& asked, const std::string& text);
Error damaged_answer();  // where it could not

// The release, but for its place in the ledger. Fails where the text is not such an
// answer, or holds the noisy numbers only.
Result<Release> read_stored_release(const std::string& text);

// Of a release with more cells a ledger keeps the noisy numbers only: with intervals it
// could be longer than a value of SQLite may be, 10^9 bytes.
constexpr std::size_t kMostShownLater = 10'000'000;
bool is_shown_later(const Release& release);
std::string not_shown_later();  // the warning

}  // namespace selvage
