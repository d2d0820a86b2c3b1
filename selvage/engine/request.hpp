// What is asked, checked as far as that is possible without any data.
#pragma once
#include <optional>
#include <string>

#include "selvage/summary/cells.hpp"

namespace selvage {

// A question as it was typed.
struct RequestText {
  std::string table;  // empty where a plan or an audit names none
  std::string column;
  std::string epsilon;
};

struct Request {
  std::string table;
  Domain domain;
  Rational epsilon;
};

// Reads the texts exactly; fails in one sentence that names the option.
Result<Request> parse_request(const RequestText& text);

}  // namespace selvage
