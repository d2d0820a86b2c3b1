// What is asked, checked as far as that is possible without any data.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/summary/predicate.hpp"

namespace selvage {

// A question as it was typed.
struct RequestText {
  std::string verb;                       // histogram, count, sum, mean, variance
  std::string table = {};                 // empty where a plan or an audit names none
  std::vector<std::string> columns = {};  // "age=0:100:10"; of a sum: its column
  std::vector<std::string> by = {};       // "dept=@depts.txt"
  std::optional<std::string> bounds = {}, step = {};
  std::optional<std::string> epsilon = {}, delta = {}, accuracy = {}, confidence = {};
  std::optional<std::string> where = {}, domain_file = {}, noise = {}, people = {};
  std::optional<std::string> person = {}, rows_per_person = {}, cells_per_person = {},
                             per_person = {}, fewer_than = {};
  // Of a profile.
  std::optional<std::string> profile = {}, mechanism = {}, thresholds = {}, claim = {},
                             display = {}, sampled = {}, known = {}, sampled_delta = {};
};

// The error that may be made, instead of an epsilon.
struct WantedAccuracy {
  Rational bound;
};

struct Request {
  std::string verb;
  std::string table;
  PlanRequest plan;  // its epsilon is found by make_plan where an accuracy is wanted
  std::optional<WantedAccuracy> accuracy = std::nullopt;
  Rational confidence = Rational(19, 20);  // of the intervals
  std::int64_t people = 10'000;            // a public guess, for plans only
  std::optional<Predicate> where = std::nullopt;
  std::string delimiter = {};  // of a text table, where it was said
  std::string ledger = {};     // the file that the domain file names, if it does
  std::string version = {};    // the label of the table's state, where it was said
  Display::Kind display = Display::Kind::noisy;
  std::vector<std::string> notes = {};  // what was taken instead of what was said
};

// Reads the texts exactly; fails in one sentence that names the field, in backquotes.
Result<Request> parse_request(const RequestText& text);

}  // namespace selvage
