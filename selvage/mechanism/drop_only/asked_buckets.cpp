#include "selvage/mechanism/drop_only/asked_buckets.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage {

Result<Asked> asked_with_bins(const std::string& verb, const std::vector<Field>& fields,
                              const Asked& asked) {
  const auto bucket = asked.number("bucket", "500");
  if (!bucket) return bucket.error();
  if (!*bucket) return asked;
  if ((*bucket)->sign() <= 0)
    return wrong_field("bucket",
                       fmt::format("`bucket` {} is not above 0; write for example 500",
                                   (*bucket)->short_text()),
                       "500");
  if (verb == "mode" || verb == "max-k")
    return wrong_field(
        "bucket",
        fmt::format("`bucket` does not go with {}: values that move together make a "
                    "bin the highest, so that bins say nothing of single values; write "
                    "`column` NAME=LO:HI:STEP, and the answer is exact for bins, once "
                    "people are dropped and moved by half a bin",
                    verb));
  Asked result;
  bool stepped = false;
  for (const std::string& text : asked.texts("column")) {
    const auto equals = text.rfind('=');
    const std::string values =
        equals == std::string::npos ? "" : text.substr(equals + 1);
    const bool open = std::count(values.begin(), values.end(), ':') == 1;
    result.give("column", open ? text + ":" + (**bucket * 2).text() : text);
    stepped = stepped || open;
  }
  if (!stepped)
    return wrong_field("column",
                       "`bucket` makes bins of `column` NAME=LO:HI, without a step; "
                       "write it so, for example salary=0:200000",
                       "salary=0:200000");
  std::vector<std::string> others = {"table", "version", "delimiter"};
  for (const Field& field : fields) others.push_back(field.name);
  for (const std::string& name : others)
    if (name != "column" && name != "bucket")
      for (const std::string& text : asked.texts(name)) result.give(name, text);
  return result;
}

}  // namespace selvage
