// The release behind a certificate, made again from what was asked, the law and what
// was drawn: by the mechanism's own code, for every mechanism in the same way.
#pragma once
#include <span>

#include <nlohmann/json.hpp>

#include "selvage/mechanism/verb.hpp"
#include "selvage/release/release.hpp"

namespace selvage::verify {

// What was asked. Fails where it is no question.
Result<Question> read_asked(const nlohmann::ordered_json& certificate);

// The question with its plan. Fails where nobody plans so.
Result<Planned> read_plan(const nlohmann::ordered_json& certificate, Question question,
                          std::span<const Verb> verbs);

// What such a plan makes of what was drawn; fails where it cannot have drawn it.
Result<Release> make_again(const nlohmann::ordered_json& certificate,
                           const Planned& planned);

}  // namespace selvage::verify
