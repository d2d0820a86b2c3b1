// How an explanation reads the JSON of a certificate that verifies.
#pragma once
#include <string>

#include <nlohmann/json.hpp>

#include "selvage/base/rational.hpp"
#include "selvage/summary/cells.hpp"

namespace selvage::explained {

using Json = nlohmann::ordered_json;

const std::string& text(const Json& json, const char* name);
Rational number(const Json& json, const char* name);
std::int64_t whole(const Json& json);
// Few digits for a reader; the exact number stands in the certificate.
std::string rounded(const Rational& value);
// Whom the question counts by.
Person person_of(const Json& question);

}  // namespace selvage::explained
