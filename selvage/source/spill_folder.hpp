// A private folder for what the engine cannot keep in memory while it sorts. Made for
// one reading, readable by nobody else, and gone after it.
#pragma once
#include <memory>
#include <string>

#include "selvage/base/left_behind.hpp"
#include "selvage/base/result.hpp"

namespace selvage {

class SpillFolder {
 public:
  // Inside `parent`; where that is empty, inside the system's place for such files.
  static Result<std::unique_ptr<SpillFolder>> make(const std::string& parent);
  ~SpillFolder();
  SpillFolder(const SpillFolder&) = delete;
  SpillFolder& operator=(const SpillFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  explicit SpillFolder(std::string path)
      : path_(std::move(path)), left_behind_(path_) {}
  std::string path_;
  LeftBehind left_behind_;
};

}  // namespace selvage
