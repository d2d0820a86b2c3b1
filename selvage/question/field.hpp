// What can be given with a question, by name: options of the command line, keys of a
// file and keywords of other languages are made of fields.
#pragma once
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "selvage/base/rational.hpp"
#include "selvage/base/result.hpp"

namespace selvage {

struct Field {
  std::string name;         // "rows_per_person"
  std::string placeholder;  // "NUMBER"; empty for one that is there or not
  std::string help;
  bool repeatable = false;
  std::vector<std::string> also = {};  // other tools' names for it, not shown
  // Where it is not given, the type that a table declares for `column` may say it: then
  // kDeclared and its name is given instead.
  bool declared = false;
};

inline constexpr const char* kDeclared = "declared_";

// Fields as they were given. Wrong ones become an Error that names the field.
class Asked {
 public:
  Asked() = default;
  // For those who write them down: {{"epsilon", "1"}, {"column", "age=0:100:10"}}.
  Asked(std::initializer_list<std::pair<std::string, std::string>> given) {
    for (const auto& [field, text] : given) give(field, text);
  }
  void give(const std::string& field, const std::string& text) {
    texts_[field].push_back(text);
  }

  bool has(const std::string& field) const { return texts_.contains(field); }
  Asked without(const std::string& field) const {
    Asked rest = *this;
    rest.texts_.erase(field);
    return rest;
  }
  std::optional<std::string> text(const std::string& field) const;  // the first
  std::string text_or(const std::string& field, const std::string& otherwise) const;
  std::vector<std::string> texts(const std::string& field) const;
  // None where it was not given.
  Result<std::optional<Rational>> number(const std::string& field,
                                         const std::string& suggestion) const;
  // From 1 to `most`.
  Result<std::optional<std::int64_t>> whole(const std::string& field,
                                            std::int64_t most) const;
  // One of the words; the first of them where it was not given.
  Result<std::string> word(const std::string& field,
                           const std::vector<std::string>& words) const;

 private:
  std::map<std::string, std::vector<std::string>> texts_;
};

// What is wrong with the value of a field, said of the field.
Error said_of(const std::string& field, Error error, std::string suggestion = {},
              bool colon = false);

}  // namespace selvage
