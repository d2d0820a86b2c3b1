// Files that appear whole or not at all: written beside their place, then renamed.
#pragma once
#include <optional>
#include <string>

#include "selvage/base/result.hpp"

namespace selvage::tool {

class OutputFile {
 public:
  // Makes the hidden file beside `path` now, so that an impossible place is found before
  // anything is read or charged.
  static Result<OutputFile> open(const std::string& path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();  // removes the hidden file unless it was committed

  // Writes the text and puts the file in its place.
  Outcome commit(const std::string& text);
  // Puts in its place what somebody else wrote to hidden_path().
  Outcome commit_written();
  // Empty where `path` is no regular file (a pipe, /dev/null), which is written directly.
  const std::string& hidden_path() const { return hidden_; }

 private:
  OutputFile(std::string path, std::string hidden)
      : path_(std::move(path)), hidden_(std::move(hidden)) {}
  std::string path_, hidden_;
};

// Standard output, with failure (a full disk) told.
Outcome print(const std::string& text);

}  // namespace selvage::tool
