#include "selvage/source/packed_file.hpp"

#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <vector>

namespace selvage {
namespace {

enum class Packing { none, gzip, zstd };

constexpr std::size_t kPackedBlock = 1 << 17;

ssize_t read_block(int descriptor, char* to, std::size_t most, std::uint64_t offset) {
  ssize_t got = 0;
  do {
    got = pread(descriptor, to, most, static_cast<off_t>(offset));
  } while (got < 0 && errno == EINTR);
  return got;
}

Packing packing_of(int descriptor) {
  std::array<char, 4> start{};
  const ssize_t got = read_block(descriptor, start.data(), start.size(), 0);
  const std::string_view text(start.data(),
                              static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  if (text.starts_with("\x1f\x8b\x08")) return Packing::gzip;
  if (text == "\x28\xb5\x2f\xfd") return Packing::zstd;
  return Packing::none;
}

// What the two kinds have in common: the compressed bytes that wait, and the place of
// the next byte that comes out.
class UnpackedStream : public PackedFile {
 public:
  explicit UnpackedStream(int descriptor) : descriptor_(descriptor) {}

  ssize_t read_at(std::uint64_t offset, char* to, std::size_t most) override {
    if (offset < position_) {
      restart();
      waiting_ = {};
      read_ = position_ = 0;
      done_ = false;
    }
    std::vector<char> passed(std::min<std::uint64_t>(offset - position_, kPackedBlock));
    while (position_ < offset) {
      const ssize_t got = take(
          passed.data(), std::min<std::uint64_t>(offset - position_, passed.size()));
      if (got <= 0) return got;
    }
    return take(to, most);
  }
  std::uint64_t bytes_read() const override { return read_; }

 protected:
  // One step: moves `waiting` on and says how many bytes came out; none if the
  // compressed bytes are damaged.
  virtual std::optional<std::size_t> step(std::string_view& waiting, char* to,
                                          std::size_t most) = 0;
  virtual void restart() = 0;
  bool between_ = false;  // members: only there the file may end
  bool done_ = false;     // what follows is no part of the content

 private:
  ssize_t take(char* to, std::size_t most) {
    while (!done_) {
      bool at_end = false;  // then only what the library still holds can come out
      if (waiting_.empty()) {
        const ssize_t got =
            read_block(descriptor_, block_.data(), block_.size(), read_);
        if (got < 0) return got;
        at_end = got == 0;
        if (at_end && between_) return 0;
        waiting_ = std::string_view(block_.data(), static_cast<std::size_t>(got));
        read_ += static_cast<std::uint64_t>(got);
      }
      const auto out = step(waiting_, to, most);
      if (!out) return -1;
      position_ += *out;
      if (*out > 0) return static_cast<ssize_t>(*out);
      if (at_end && !between_) return -1;
    }
    return 0;
  }

  int descriptor_;
  std::array<char, kPackedBlock> block_;
  std::string_view waiting_;
  std::uint64_t read_ = 0, position_ = 0;
};

// One member after the other, as `cat a.gz b.gz` makes them. Zeros may fill up the end,
// as on tapes.
class GzipStream : public UnpackedStream {
 public:
  explicit GzipStream(int descriptor) : UnpackedStream(descriptor) {
    ready_ = inflateInit2(&state_, kWindowAndGzip) == Z_OK;
  }
  ~GzipStream() override {
    if (ready_) inflateEnd(&state_);
  }
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;

 private:
  static constexpr int kWindowAndGzip = 15 + 16;

  std::optional<std::size_t> step(std::string_view& waiting, char* to,
                                  std::size_t most) override {
    if (!ready_) return std::nullopt;
    if (between_) {
      if (waiting.front() == '\0') {
        done_ = true;
        return 0;
      }
      if (inflateReset(&state_) != Z_OK) return std::nullopt;
      between_ = false;
    }
    const std::size_t room = std::min<std::size_t>(most, 1 << 30);
    // zlib reads through this pointer and does not write.
    state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(waiting.data()));
    state_.avail_in = static_cast<uInt>(waiting.size());
    state_.next_out = reinterpret_cast<Bytef*>(to);
    state_.avail_out = static_cast<uInt>(room);
    const int said = inflate(&state_, Z_NO_FLUSH);
    if (said != Z_OK && said != Z_STREAM_END) return std::nullopt;
    waiting.remove_prefix(waiting.size() - state_.avail_in);
    between_ = said == Z_STREAM_END;
    return room - state_.avail_out;
  }
  void restart() override {
    between_ = false;
    ready_ = ready_ && inflateReset(&state_) == Z_OK;
  }

  z_stream state_{};
  bool ready_ = false;
};

// A window of more than 2^27 bytes is damage: zstd makes such files where --long=28 or
// more asks for it, and reads them with that option alone.
class ZstdStream : public UnpackedStream {
 public:
  explicit ZstdStream(int descriptor)
      : UnpackedStream(descriptor), state_(ZSTD_createDStream()) {
    restart();
  }

 private:
  struct Free {
    void operator()(ZSTD_DStream* state) const { ZSTD_freeDStream(state); }
  };

  std::optional<std::size_t> step(std::string_view& waiting, char* to,
                                  std::size_t most) override {
    if (!state_) return std::nullopt;
    ZSTD_inBuffer in{waiting.data(), waiting.size(), 0};
    ZSTD_outBuffer out{to, most, 0};
    const std::size_t said = ZSTD_decompressStream(state_.get(), &out, &in);
    if (ZSTD_isError(said)) return std::nullopt;
    waiting.remove_prefix(in.pos);
    between_ = said == 0;
    return out.pos;
  }
  void restart() override {
    between_ = false;
    if (state_ && ZSTD_isError(ZSTD_initDStream(state_.get()))) state_.reset();
  }

  std::unique_ptr<ZSTD_DStream, Free> state_;
};

}  // namespace

bool is_packed(int descriptor) { return packing_of(descriptor) != Packing::none; }

std::unique_ptr<PackedFile> open_packed(int descriptor) {
  switch (packing_of(descriptor)) {
    case Packing::gzip:
      return std::make_unique<GzipStream>(descriptor);
    case Packing::zstd:
      return std::make_unique<ZstdStream>(descriptor);
    case Packing::none:
      break;
  }
  return nullptr;
}

}  // namespace selvage
