// A file that was not there before, whole on the disk or not at all.
#pragma once
#include <string>
#include <string_view>

namespace selvage {

// 0, or the errno that says why not: EEXIST where the name is taken. What was begun is
// taken away. `mode`: its permissions, less what the umask takes.
int write_new_file(const std::string& path, std::string_view bytes, unsigned mode);

}  // namespace selvage
