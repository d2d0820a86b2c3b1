#include "selvage/source/column_match.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/nearest_name.hpp"
#include "selvage/summary/parse_number.hpp"

namespace selvage {
namespace {

std::string hint(const std::vector<std::string>& names, const std::string& wanted,
                 NamesFrom from) {
  std::vector<std::string> words;  // a letter or two is near to everything
  for (const std::string& name : names)
    if (name.size() > 2 && !parse_number(name)) words.push_back(name);
  const auto nearest = nearest_name(words, wanted);
  if (!nearest) return "see the names in its schema or first line";
  if (from == NamesFrom::schema) return fmt::format("did you mean '{}'?", *nearest);
  return fmt::format(
      "column {} of its first line has a similar name",
      std::find(names.begin(), names.end(), *nearest) - names.begin() + 1);
}

}  // namespace

Result<std::size_t> match_column(const std::vector<std::string>& names,
                                 const std::string& wanted, const std::string& table,
                                 NamesFrom from) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found != names.end()) {
    if (std::find(found + 1, names.end(), wanted) != names.end())
      return wrong(fmt::format("'{}' has more than one column '{}'; rename one of them",
                               table, wanted));
    return static_cast<std::size_t>(found - names.begin());
  }
  return wrong(fmt::format("'{}' has no column '{}'; {}", table, wanted,
                           hint(names, wanted, from)));
}

}  // namespace selvage
