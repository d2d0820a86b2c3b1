#include "selvage/source/column_match.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/nearest_name.hpp"
#include "selvage/summary/parse_number.hpp"

namespace selvage {

Result<std::size_t> match_column(const std::vector<std::string>& names,
                                 const std::string& wanted, const std::string& table) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found != names.end()) {
    if (std::find(found + 1, names.end(), wanted) != names.end())
      return Error{ErrorKind::invalid_request,
                   fmt::format("'{}' has more than one column '{}'; rename one of them",
                               table, wanted)};
    return static_cast<std::size_t>(found - names.begin());
  }
  // Only a near miss is named, never a number or a letter or two: a file without a
  // header line has values there.
  std::vector<std::string> words;
  for (const std::string& name : names)
    if (name.size() > 2 && !parse_number(name)) words.push_back(name);
  const auto nearest = nearest_name(words, wanted);
  const std::string hint =
      nearest ? fmt::format("; did you mean '{}'?", *nearest)
              : std::string("; see the names in its schema or first line");
  return Error{ErrorKind::invalid_request,
               fmt::format("'{}' has no column '{}'{}", table, wanted, hint)};
}

}  // namespace selvage
