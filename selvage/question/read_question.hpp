// A question as a release or a certificate has it, read again.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "selvage/base/result.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

// Keys are those of the domain's text or of `key_list` beside it; no file is opened,
// whatever the text names, and keys that were asked for as '?' are not known. Fails in
// one sentence where it is none. The form of the texts is not checked: whoever needs
// that writes the question again and compares.
Result<Question> read_question(const nlohmann::ordered_json& json);

}  // namespace selvage
