// What is asked, checked as far as that is possible without any data.
#pragma once
#include <optional>
#include <string>

#include "selvage/summary/cells.hpp"
#include "selvage/summary/predicate.hpp"

namespace selvage {

// A question as it was typed.
struct RequestText {
  std::string table;  // empty where a plan or an audit names none
  std::string column;
  std::string epsilon;
  std::optional<std::string> where = std::nullopt;
};

struct Request {
  std::string table;
  Domain domain;
  Rational epsilon;
  std::optional<Predicate> where = std::nullopt;
};

// Reads the texts exactly; fails in one sentence that names the option.
Result<Request> parse_request(const RequestText& text);

}  // namespace selvage
