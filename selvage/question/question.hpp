// One type from the door to the certificate: what was asked, all of it public.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "selvage/guarantee/privacy_unit.hpp"
#include "selvage/summary/cells.hpp"
#include "selvage/summary/dialect.hpp"

namespace selvage {

struct Question {
  std::string verb;   // "histogram", "mean", "median"
  std::string table;  // as the user named it; empty where none was named
  // The groups: as asked, and in a release with the released keys for unknown ones.
  Domain domain;
  std::vector<std::string> asked;  // the domain of each column as it was asked: "?"
  // Of each column the digest of its keys, as asked: a file can change while its name
  // does not. Empty where there are none, or they are not known.
  std::vector<std::string> keys = {};
  Person person = {};
  std::string column = {};  // that the number is about; empty where people are counted
  // What only this verb asks, by name, in exact texts: bounds, step, at.
  std::vector<std::pair<std::string, std::string>> own = {};
  std::string where = {};      // the rows it is about, as a predicate; empty for all
  std::string delimiter = {};  // of a text table, where it was said
  Dialect dialect = {};        // how texts of the table are written
  std::string version = {};    // the label of the table's state, where it was said
};

// A question about these groups. Keys of a domain file may hold commas; then their list
// is no text that could be asked, and the question says so.
Question question_about(std::string verb, const Domain& domain);

// SHA-256 of the keys, each as "LENGTH:KEY,"; empty for other values.
std::string keys_digest(const Values& values);
// Whether a domain's text does not say its keys: "?", "@depts.txt".
bool hides_keys(const std::string& asked);
// Whom a release about these people protects.
PrivacyUnit unit_of(const Person& person);
// "one row", or "employee_id, at most 3 rows in at most 2 cells".
std::string person_text(const Person& person);

nlohmann::ordered_json to_json(const Question& question);
// With all that decides its answer, and not only what names it: as in a certificate.
nlohmann::ordered_json to_exact_json(const Question& question);
// The name of the classes that people are in, by such a question: see partition_name.
std::string partition_of(const Question& question);

}  // namespace selvage
