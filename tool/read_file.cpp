#include "tool/read_file.hpp"

#include <sys/stat.h>

#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage::tool {
namespace {

constexpr off_t kLongestFile = off_t{1} << 30;

}  // namespace

Result<std::string> read_file(const std::string& path, const std::string& what) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0)
    return unreadable(fmt::format("there is no {} '{}' that can be read", what, path));
  if (!S_ISREG(status.st_mode) || status.st_size > kLongestFile)
    return unreadable(
        fmt::format("'{}' is not a {}: that is a file of at most 1 GB", path, what));
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file)
    return unreadable(fmt::format("there is no {} '{}' that can be read", what, path));
  return text.str();
}

}  // namespace selvage::tool
