#include "tool/output_format.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "selvage/base/errors.hpp"

namespace selvage::tool {
namespace {

// "csv" of "a/R.CSV".
std::string ending_of(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  if (!ending.empty()) ending.erase(0, 1);
  for (char& c : ending)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return ending;
}

// A pipe or /dev/stdout has a name that tells nothing, and nobody chose it.
bool is_no_regular_file(const std::string& path) {
  struct stat about {};
  return path.starts_with("/dev/") ||
         (stat(path.c_str(), &about) == 0 && !S_ISREG(about.st_mode));
}

std::string first_ending(const std::string& format) {
  return format == "table" || format == "text" ? "txt" : format;
}

bool ends_as(const std::string& format, const std::string& ending) {
  return ending == first_ending(format) || (format == "html" && ending == "htm") ||
         (format == "parquet" && ending == "pq");
}

// What others write under these endings is neither JSON nor SVG.
constexpr std::array<std::string_view, 24> kOtherEndings = {
    "csv", "tsv",  "txt",  "parquet", "pdf",  "html",   "htm",    "md",
    "png", "jpg",  "jpeg", "gif",     "webp", "xlsx",   "xls",    "ods",
    "doc", "docx", "odt",  "xml",     "db",   "duckdb", "sqlite", "zip"};

}  // namespace

Result<std::string> chosen_format(const Arguments& arguments,
                                  const std::vector<std::string>& allowed) {
  if (const auto format = arguments.value("--format")) {
    if (std::find(allowed.begin(), allowed.end(), *format) != allowed.end())
      return *format;
    return wrong(fmt::format("--format '{}' is not one of {}", *format,
                             fmt::join(allowed, ", ")));
  }
  const auto file = arguments.value("--out");
  if (!file || file->empty() || is_no_regular_file(*file)) return allowed.front();
  for (const std::string& format : allowed)
    if (ends_as(format, ending_of(*file))) return format;
  std::vector<std::string> endings;
  for (const std::string& format : allowed)
    endings.push_back("." + first_ending(format));
  return wrong(
      fmt::format("--out '{}' has no ending of what can be written, {}; take "
                  "one of these, or say the format with --format",
                  *file, fmt::join(endings, ", ")));
}

Outcome check_ending(const Arguments& arguments, const std::string& option,
                     const std::string& what) {
  const auto file = arguments.value(option);
  if (!file || is_no_regular_file(*file)) return Done{};
  const std::string ending = ending_of(*file);
  const std::string own = what == "SVG" ? "svg" : "json";
  const bool other = (what == "SVG" && ending != "svg") ||
                     (what != "SVG" && ending == "svg") ||
                     std::find(kOtherEndings.begin(), kOtherEndings.end(), ending) !=
                         kOtherEndings.end();
  if (!other) return Done{};
  return wrong(
      fmt::format("{} '{}' does not end in .{}, and {} is all that is written "
                  "there",
                  option, *file, own, what));
}

}  // namespace selvage::tool
