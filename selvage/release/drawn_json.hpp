// What was drawn, as ledgers and certificates have it: {"cells", "keys", "numbers"}.
#pragma once
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "selvage/mechanism/answer.hpp"

namespace selvage {

// The members of the object in canonical form, without the braces. `cells` is null
// where all cells are there, in their order; `keys` has a list for each column whose
// keys were not known, and null for the others.
std::string drawn_members(const Domain& asked, const Drawn& drawn);

// None where it is not what some run could draw: cells that rise within the domain, and
// as many of each number. `asked`: the domain of the question.
std::optional<Drawn> read_drawn(const Domain& asked,
                                const nlohmann::ordered_json& json);

// Parts of such an object.
void append_integers(std::string& text, const std::vector<std::int64_t>& integers);
std::optional<std::vector<std::int64_t>> read_integers(
    const nlohmann::ordered_json& json);
// The cells that are listed, rising; all of them where there is no list.
std::optional<std::vector<std::uint64_t>> read_cells_list(
    const nlohmann::ordered_json& json, const Domain& domain);

}  // namespace selvage
