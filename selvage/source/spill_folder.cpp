#include "selvage/source/spill_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

namespace selvage {

Result<std::unique_ptr<SpillFolder>> SpillFolder::make(const std::string& parent) {
  std::error_code none;
  std::filesystem::path place = parent;
  if (parent.empty()) place = std::filesystem::temp_directory_path(none);
  std::string name = std::filesystem::absolute(place, none) / "selvage-XXXXXX";
  if (none || mkdtemp(name.data()) == nullptr)  // with permissions 0700
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
