// An answer as a ledger keeps it: the released noisy numbers and nothing else, so that
// the same question can be answered again, in every form, without the table.
#pragma once
#include <string>

#include "selvage/mechanism/plan.hpp"

namespace selvage {

std::string stored_text(const Plan& plan, const CellsAnswer& answer);
// Requires the plan of the same question. Fails where the text is not such an answer.
Result<CellsAnswer> read_stored(const Plan& plan, const std::string& text);

}  // namespace selvage
