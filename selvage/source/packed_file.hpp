// A file that gzip or zstd compressed, read as the bytes that it stands for. What it is
// follows from its first bytes, never from its name.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <memory>

namespace selvage {

class PackedFile {
 public:
  virtual ~PackedFile() = default;
  // Like pread, but in bytes as they were before they were compressed: 0 at the end,
  // negative where the file is damaged or breaks off. Reading on takes bounded memory;
  // going back starts anew at the front.
  virtual ssize_t read_at(std::uint64_t offset, char* to, std::size_t most) = 0;
  // Of the compressed bytes, those that have been looked at.
  virtual std::uint64_t bytes_read() const = 0;
};

bool is_packed(int descriptor);
// None for a file that is read as it is. The descriptor must stay open.
std::unique_ptr<PackedFile> open_packed(int descriptor);

}  // namespace selvage
