#include "selvage/source/parquet_counts.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <string>

namespace selvage {
namespace {

// Types of Thrift's compact protocol.
enum Type {
  kStop = 0,
  kTrue = 1,
  kFalse = 2,
  kByte = 3,
  kInt16 = 4,
  kInt32 = 5,
  kInt64 = 6,
  kDouble = 7,
  kBinary = 8,
  kList = 9,
  kSet = 10,
  kMap = 11,
  kStruct = 12
};

constexpr int kMostDepth = 64;

// Reads what is asked for and passes over the rest. After a failure everything is
// empty.
class Footer {
 public:
  explicit Footer(std::string_view bytes) : rest_(bytes) {}
  bool failed() const { return failed_; }

  std::int64_t number() {
    const std::uint64_t zigzag = varint();
    return static_cast<std::int64_t>(zigzag >> 1) ^
           -static_cast<std::int64_t>(zigzag & 1);
  }

  // `visit(field, type)` reads the field, or says false and it is passed over.
  template <class Visit>
  void fields(const Visit& visit) {
    if (++depth_ > kMostDepth) fail();
    std::int64_t field = 0;
    while (!failed_) {
      const unsigned header = byte();
      const int type = static_cast<int>(header & 15);
      if (type == kStop) break;
      const auto step = static_cast<std::int64_t>(header >> 4);
      field = step == 0 ? number() : field + step;
      if (!visit(field, type)) skip(type, false);
    }
    --depth_;
  }

  // `visit()` reads an element. Requires that the next one is a list of structs.
  template <class Visit>
  void structs(const Visit& visit) {
    const auto [size, type] = list();
    if (type != kStruct && size > 0) fail();
    for (std::uint64_t i = 0; i < size && !failed_; ++i) visit();
  }

 private:
  struct ListHeader {
    std::uint64_t size;
    int type;
  };

  void fail() {
    failed_ = true;
    rest_ = {};
  }
  unsigned byte() {
    if (rest_.empty()) {
      fail();
      return 0;
    }
    const auto result = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return result;
  }
  std::uint64_t varint() {
    std::uint64_t result = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const unsigned next = byte();
      result |= static_cast<std::uint64_t>(next & 127) << shift;
      if (next < 128) return result;
    }
    fail();
    return 0;
  }
  void pass(std::uint64_t bytes) {
    if (bytes > rest_.size())
      fail();
    else
      rest_.remove_prefix(bytes);
  }
  ListHeader list() {
    const unsigned header = byte();
    const std::uint64_t size = header >> 4 == 15 ? varint() : header >> 4;
    return {size, static_cast<int>(header & 15)};
  }
  void skip(int type, bool element) {
    switch (type) {
      case kTrue:
      case kFalse:
        return pass(element ? 1 : 0);
      case kByte:
        return pass(1);
      case kInt16:
      case kInt32:
      case kInt64:
        varint();
        return;
      case kDouble:
        return pass(8);
      case kBinary:
        return pass(varint());
      case kList:
      case kSet: {
        if (++depth_ > kMostDepth) fail();
        const auto [size, inner] = list();
        for (std::uint64_t i = 0; i < size && !failed_; ++i) skip(inner, true);
        --depth_;
        return;
      }
      case kStruct:
        return fields([](std::int64_t, int) { return false; });
      default:  // a map among them: the format has none
        fail();
    }
  }

  std::string_view rest_;
  bool failed_ = false;
  int depth_ = 0;
};

std::int64_t values_of_chunk(Footer& footer) {
  std::int64_t values = -1;
  footer.fields([&](std::int64_t field, int type) {
    if (field != 3 || type != kStruct) return false;
    footer.fields([&](std::int64_t inner, int inner_type) {
      if (inner != 5 || inner_type != kInt64) return false;
      values = footer.number();
      return true;
    });
    return true;
  });
  return values;
}

ParquetCounts::Group group_of(Footer& footer) {
  ParquetCounts::Group group;
  footer.fields([&](std::int64_t field, int type) {
    if (field == 1 && type == kList)
      footer.structs([&] { group.values.push_back(values_of_chunk(footer)); });
    else if (field == 3 && type == kInt64)
      group.rows = footer.number();
    else
      return false;
    return true;
  });
  return group;
}

bool read_at(int descriptor, off_t place, std::string& bytes) {
  return pread(descriptor, bytes.data(), bytes.size(), place) ==
         static_cast<ssize_t>(bytes.size());
}

}  // namespace

bool ParquetCounts::agree(const std::vector<std::size_t>& flat_leaves) const {
  std::int64_t left = rows;
  for (const Group& group : groups) {
    if (group.rows < 0 || group.rows > left) return false;
    left -= group.rows;
    for (const std::size_t leaf : flat_leaves)
      if (leaf >= group.values.size() || group.values[leaf] != group.rows) return false;
  }
  return left == 0;
}

std::optional<ParquetCounts> parse_footer(std::string_view bytes) {
  Footer footer(bytes);
  ParquetCounts counts;
  footer.fields([&](std::int64_t field, int type) {
    if (field == 3 && type == kInt64)
      counts.rows = footer.number();
    else if (field == 4 && type == kList)
      footer.structs([&] { counts.groups.push_back(group_of(footer)); });
    else
      return false;
    return true;
  });
  if (footer.failed()) return std::nullopt;
  return counts;
}

// The last eight bytes: how long the footer before them is, and PAR1.
std::optional<ParquetCounts> parquet_counts(int descriptor) {
  struct stat status {};
  std::string end(8, '\0');
  if (fstat(descriptor, &status) != 0 || status.st_size < 12 ||
      !read_at(descriptor, status.st_size - 8, end) || !end.ends_with("PAR1"))
    return std::nullopt;
  std::uint32_t length = 0;
  std::memcpy(&length, end.data(), sizeof length);
  if (length > status.st_size - 12) return std::nullopt;
  std::string footer(length, '\0');
  if (!read_at(descriptor, status.st_size - 8 - length, footer)) return std::nullopt;
  return parse_footer(footer);
}

}  // namespace selvage
