#include "selvage/profile/profile_file.hpp"

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

constexpr std::size_t kMaxBytes = 4'000'000;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

Error cannot_read(const std::string& path, const std::string& why) {
  return wrong(
      fmt::format("cannot read the profile file '{}': {}; name a file with one step "
                  "a line, as 20:0.1, or with one formula in k",
                  path, why));
}

Error cannot_read(const std::string& path, const std::error_code& problem) {
  const bool is_pipe = problem == std::errc::not_supported;  // so says file_size
  return cannot_read(path, is_pipe ? "it is not a regular file" : problem.message());
}

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace

std::string profile_of_lines(std::string_view lines) {
  if (lines.starts_with(kByteOrderMark)) lines.remove_prefix(kByteOrderMark.size());
  std::vector<std::string_view> kept;
  bool steps = false;
  while (!lines.empty()) {
    const auto end = lines.find('\n');
    const auto whole = lines.substr(0, end);
    const auto line = trimmed(whole.substr(0, whole.find('#')), " \t\r");
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
    if (line.empty()) continue;
    steps = steps || line.find(':') != std::string_view::npos;
    kept.push_back(line);
  }
  std::string text;
  for (const std::string_view line : kept) {
    if (!text.empty()) text += steps ? ',' : ' ';
    // The end of a line is the comma; one that stands there too is not another.
    text += steps ? trimmed(line, " \t,") : line;
  }
  return text;
}

Result<std::string> profile_words(const std::string& text) {
  if (!text.starts_with('@')) return text;
  const std::string path = text.substr(1);
  std::error_code problem;
  const std::uintmax_t size = std::filesystem::file_size(path, problem);
  if (problem) return cannot_read(path, problem);
  if (size > kMaxBytes)
    return cannot_read(
        path, fmt::format("it has {} bytes and the most is {}", size, kMaxBytes));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  if (file) file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file)
    return cannot_read(
        path, std::error_code(errno != 0 ? errno : EIO, std::system_category()));
  return profile_of_lines(bytes);
}

}  // namespace selvage
