// Files that appear whole or not at all: written beside their place, then renamed.
#pragma once
#include <optional>
#include <string>

#include "selvage/base/result.hpp"

namespace selvage::tool {

class OutputFile {
 public:
  // Makes the hidden file beside `path` now, so that an impossible place is found
  // before anything is read or charged. Behind a link: beside the file it leads to.
  static Result<OutputFile> open(const std::string& path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();  // removes the hidden file unless it was committed

  // Writes the text and puts the file in its place.
  Outcome commit(const std::string& text);
  // Puts in its place what somebody else wrote to hidden_path().
  Outcome commit_written();
  // Empty where `path` is no regular file (a pipe, /dev/null, /dev/stdout), which is
  // written directly.
  const std::string& hidden_path() const { return hidden_; }
  // The sentence for somebody else who could not write to hidden_path().
  Error refused() const;

 private:
  OutputFile(std::string path, std::string target, std::string hidden)
      : path_(std::move(path)),
        target_(std::move(target)),
        hidden_(std::move(hidden)) {}
  std::string path_, target_, hidden_;  // as named, without links, and beside that
};

// Whether writing one would write over the other; never so for a pipe or /dev/null.
bool same_file(const std::string& one, const std::string& other);

// Standard output, with failure (a full disk) told.
Outcome print(const std::string& text);

}  // namespace selvage::tool
