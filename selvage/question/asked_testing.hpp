// For tests: what is asked, with a member for each field.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/question/field.hpp"

namespace selvage {

struct RequestText {
  std::string verb;                       // histogram, count, sum, mean, variance
  std::string table = {};                 // empty where a plan or an audit names none
  std::vector<std::string> columns = {};  // "age=0:100:10"; of a sum: its column
  std::vector<std::string> by = {};       // "dept=@depts.txt"
  std::optional<std::string> bounds = {}, step = {};
  std::optional<std::string> epsilon = {}, delta = {}, accuracy = {}, confidence = {};
  std::optional<std::string> where = {}, domain_file = {}, noise = {}, people = {};
  std::optional<std::string> person = {}, rows_per_person = {}, cells_per_person = {},
                             rows_per_cell = {}, per_person = {}, fewer_than = {};
  // Of a profile.
  std::optional<std::string> profile = {}, mechanism = {}, thresholds = {}, claim = {},
                             display = {}, sampled = {}, known = {}, sampled_delta = {};
  std::optional<std::string> version = {};
};

inline Asked asked_of(const RequestText& text) {
  Asked asked;
  if (!text.table.empty()) asked.give("table", text.table);
  for (const std::string& column : text.columns) asked.give("column", column);
  for (const std::string& column : text.by) asked.give("by", column);
  for (const auto& [field, value] :
       {std::pair("bounds", text.bounds),
        std::pair("step", text.step),
        std::pair("epsilon", text.epsilon),
        std::pair("delta", text.delta),
        std::pair("accuracy", text.accuracy),
        std::pair("confidence", text.confidence),
        std::pair("where", text.where),
        std::pair("domain", text.domain_file),
        std::pair("noise", text.noise),
        std::pair("people", text.people),
        std::pair("person", text.person),
        std::pair("rows_per_person", text.rows_per_person),
        std::pair("cells_per_person", text.cells_per_person),
        std::pair("rows_per_cell", text.rows_per_cell),
        std::pair("per_person", text.per_person),
        std::pair("fewer_than", text.fewer_than),
        std::pair("profile", text.profile),
        std::pair("mechanism", text.mechanism),
        std::pair("thresholds", text.thresholds),
        std::pair("claim", text.claim),
        std::pair("display", text.display),
        std::pair("sampled", text.sampled),
        std::pair("known", text.known),
        std::pair("sampled_delta", text.sampled_delta),
        std::pair("version", text.version)})
    if (value) asked.give(field, *value);
  return asked;
}

}  // namespace selvage
