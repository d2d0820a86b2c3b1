#pragma once
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace selvage {

// The name of the classes that people are in, from such a question, about the state of
// the table that a label names: equal names mean the same cells of the same people. The
// caps are not in it: nobody's class depends on them. [T60]
std::string partition_name(const nlohmann::ordered_json& exact_question,
                           const std::string& version);

}  // namespace selvage
