// What a release and a certificate say of a plan of cells.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "selvage/mechanism/cells/plan.hpp"

namespace selvage {

// All that decides the law of what is drawn, exactly: numbers, share, threshold. Not
// the reason, which is about other mechanisms, and nothing that is told twice.
nlohmann::ordered_json law_json(const CellsPlan& plan);
// Which sums over cells are shown, and how the promises are made.
nlohmann::ordered_json shown_json(const CellsPlan& plan);

}  // namespace selvage
