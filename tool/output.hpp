// Files that appear whole or not at all: written beside their place, then renamed.
#pragma once
#include <sys/stat.h>

#include <string>

#include "selvage/base/descriptor.hpp"
#include "selvage/base/left_behind.hpp"
#include "selvage/base/result.hpp"
#include "selvage/base/text_blocks.hpp"

namespace selvage::tool {

class OutputFile {
 public:
  // Makes a hidden file beside `path` now, so that an impossible place is found before
  // anything is read or charged, and keeps it open: a link that somebody puts in its
  // place is not written through. Behind a link: beside the file it leads to. What is
  // no regular file (a pipe, /dev/null, /dev/stdout) is written directly.
  static Result<OutputFile> open(const std::string& path);
  OutputFile(OutputFile&& other) noexcept = default;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();  // removes the hidden file unless it was committed

  bool is_regular() const { return static_cast<bool>(file_); }
  // Writes the text and puts the file in its place.
  Outcome commit(const std::string& text);
  Outcome commit(const WriteText& write);
  // For somebody else who writes by a name: it leads to the hidden file, wherever that
  // is now. Requires is_regular().
  std::string writable_name() const;
  // Puts in its place what somebody else wrote.
  Outcome commit_written();
  // The sentence for somebody else who could not write.
  Error refused() const;

 private:
  OutputFile(std::string path, const struct stat& direct)
      : path_(std::move(path)), direct_(direct) {}
  OutputFile(std::string path, std::string name, Descriptor folder)
      : path_(std::move(path)), name_(std::move(name)), folder_(std::move(folder)) {}

  int make_hidden();
  bool is_file_at(const std::string& name) const;
  int write_directly(const WriteText& write) const;

  std::string path_;           // as the user named it
  struct stat direct_ = {};    // what is written directly
  std::string name_, hidden_;  // in the folder
  Descriptor folder_, file_;   // of the target; the hidden file
  LeftBehind left_behind_;     // the hidden file, until it is in its place
};

// Standard output, with failure (a full disk) told.
Outcome print(const std::string& text);
Outcome print(const WriteText& write);

}  // namespace selvage::tool
