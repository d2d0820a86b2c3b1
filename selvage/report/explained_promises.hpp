// What a certificate promises, in plain sentences: to whom, against whom, and what not.
#pragma once
#include "selvage/report/explained_json.hpp"
#include "selvage/report/explanation.hpp"

namespace selvage::explained {

ExplainedPart protected_part(const Json& certificate);
ExplainedPart promise_part(const Json& certificate);
ExplainedPart not_promised_part(const Json& certificate);

// A dp promise; `subject`: "anything that is published".
std::string dp_sentence(const Json& dp, const char* subject);

}  // namespace selvage::explained
