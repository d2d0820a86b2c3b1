// A regular file as bytes, read in blocks at our own offset, so that one open file can
// be scanned again and nobody can swap it between opening and reading. One that gzip or
// zstd compressed is read as the bytes that it stands for.
#pragma once
#include <cstdint>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/source/packed_file.hpp"

namespace selvage {

class OpenFile {
 public:
  // Fails in one sentence for what is missing, a directory, or not permitted. "-" is
  // the standard input.
  static Result<OpenFile> open(const std::string& path);
  OpenFile(OpenFile&& other) noexcept;
  OpenFile& operator=(OpenFile&&) = delete;
  ~OpenFile();

  int descriptor() const { return descriptor_; }
  std::uint64_t size() const { return size_; }  // as it lies there, compressed or not
  // Whether it still has the size and the time of its last change that it had when it
  // was opened. Public facts: anybody who may list its folder sees them.
  bool is_as_opened() const;

 private:
  OpenFile(int descriptor, std::uint64_t size, const timespec& changed)
      : descriptor_(descriptor), size_(size), changed_(changed) {}
  int descriptor_;
  std::uint64_t size_;
  timespec changed_;
};

// A window on the file that grows at its end and shrinks at its start.
class ByteStream {
 public:
  ByteStream(int descriptor, std::size_t block)
      : descriptor_(descriptor), block_(block), packed_(open_packed(descriptor)) {}

  std::string_view window() const {
    return std::string_view(buffer_.data() + start_, end_ - start_);
  }
  void consume(std::size_t bytes) { start_ += bytes; }
  // Adds bytes to the window; false at the end of the file or when reading failed.
  bool extend();
  // Whether the window has a byte, after adding some if it is empty.
  bool ready() { return start_ < end_ || extend(); }
  // At the start of the file.
  void skip_byte_order_mark();
  // Adds bytes until the window has an LF, or more than `longest` bytes without one.
  // Where it is, or npos.
  std::size_t find_line_end(std::size_t longest);
  // Passes everything up to the next LF and that too.
  void skip_line();
  // Behind the first LF in [from, to) of the file; false if there is none.
  bool seek_line(std::uint64_t from, std::uint64_t to);

  // Where in the file the window starts, and back to such a place.
  std::uint64_t position() const { return offset_ - (end_ - start_); }
  void seek(std::uint64_t position);

  bool at_end() const { return at_end_; }
  bool failed() const { return failed_; }
  // Of the file, as it lies there.
  std::uint64_t bytes_read() const { return packed_ ? packed_->bytes_read() : offset_; }

 private:
  ssize_t read_at(std::uint64_t offset, char* to, std::size_t most);

  int descriptor_;
  std::size_t block_;
  std::unique_ptr<PackedFile> packed_;  // none where the bytes are as they lie there
  std::uint64_t offset_ = 0;            // of the buffer's end
  std::vector<char> buffer_;
  std::size_t start_ = 0, end_ = 0;
  bool at_end_ = false, failed_ = false;
};

}  // namespace selvage
