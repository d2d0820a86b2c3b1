#include "selvage/source/spill_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

namespace selvage {

namespace {

// As the system looks for it, whether it is there or not, so that it can be named.
std::string usual_place() {
  for (const char* variable : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"})
    if (const char* place = std::getenv(variable)) return place;
  return "/tmp";
}

}  // namespace

Result<std::unique_ptr<SpillFolder>> SpillFolder::make(const std::string& parent) {
  std::error_code none;
  const std::filesystem::path place = parent.empty() ? usual_place() : parent;
  std::string name = std::filesystem::absolute(place, none) / "selvage-XXXXXX";
  if (mkdtemp(name.data()) == nullptr)  // with permissions 0700
    return Error{ErrorKind::unreadable,
                 fmt::format("cannot make a folder for temporary files in '{}': {}; "
                             "name another with `temp`",
                             place.string(), std::strerror(errno)),
                 "temp"};
  return std::unique_ptr<SpillFolder>(new SpillFolder(name));
}

SpillFolder::~SpillFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace selvage
