// For tests: Parquet files byte by byte, with any claim about their rows in the footer,
// true or not. One row group, one plain page a column, not compressed.
#pragma once
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace selvage {

enum class Physical { boolean, int32, int64, int96, real32, real64, bytes, fixed };

// Converted types, by their numbers in the format.
constexpr int kUtf8 = 0, kDecimal = 5, kDay = 6, kMillis = 9, kMicros = 10, kJson = 19;

// The bytes of a plain value.
template <class Plain>
std::string raw(Plain value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

struct RawColumn {
  std::string name;
  Physical physical;
  std::optional<int> converted = {};
  // As `raw` gives them; of a text the text itself. Those without one are NULL.
  std::vector<std::optional<std::string>> values = {};
  int length = 0, scale = 0, precision = 0;  // of a fixed or a decimal one
  // What the footer claims.
  std::optional<std::string> least = {}, greatest = {};
  std::optional<std::int64_t> nulls = {}, distinct = {};
  std::optional<std::int64_t> count = {};  // else the truth
};

struct RawClaims {
  std::optional<std::int64_t> rows_of_group = {}, rows_of_file = {};  // else the truth
};

// A struct of Thrift's compact protocol. Fields in rising order.
class Thrift {
 public:
  Thrift& number(int field, std::int64_t value, bool wide = false) {
    open(field, wide ? 6 : 5);
    bytes_ += zigzag(value);
    return *this;
  }
  Thrift& text(int field, const std::string& value) {
    open(field, 8);
    bytes_ += varint(value.size()) + value;
    return *this;
  }
  Thrift& part(int field, const Thrift& value) {
    open(field, 12);
    bytes_ += value.closed();
    return *this;
  }
  // Items as they are written: numbers (5), texts (8) or structs (12).
  Thrift& list(int field, int type, const std::vector<std::string>& items) {
    open(field, 9);
    if (items.size() < 15) {
      bytes_ += static_cast<char>(items.size() << 4 | static_cast<unsigned>(type));
    } else {
      bytes_ += static_cast<char>(0xf0 | type);
      bytes_ += varint(items.size());
    }
    for (const std::string& item : items) bytes_ += item;
    return *this;
  }
  std::string closed() const { return bytes_ + '\0'; }

  static std::string varint(std::uint64_t value) {
    std::string bytes;
    for (; value >= 128; value >>= 7) bytes += static_cast<char>(value % 128 + 128);
    return bytes + static_cast<char>(value);
  }
  static std::string zigzag(std::int64_t value) {
    return varint(static_cast<std::uint64_t>(value) << 1 ^
                  static_cast<std::uint64_t>(value >> 63));
  }

 private:
  void open(int field, int type) {
    bytes_ += static_cast<char>((field - last_) << 4 | type);
    last_ = field;
  }
  std::string bytes_;
  int last_ = 0;
};

class RawParquet {
 public:
  static std::string file(const std::vector<RawColumn>& columns,
                          const RawClaims& claims = {}) {
    const auto rows = static_cast<std::int64_t>(columns.front().values.size());
    std::string bytes = "PAR1";
    std::vector<std::string> chunks,
        schema = {Thrift().text(4, "schema").number(5, std::ssize(columns)).closed()};
    for (const RawColumn& column : columns) {
      schema.push_back(element(column));
      const auto start = static_cast<std::int64_t>(bytes.size());
      bytes += page(column);
      const auto size = static_cast<std::int64_t>(bytes.size()) - start;
      chunks.push_back(
          Thrift().number(2, start, true).part(3, chunk(column, start, size)).closed());
    }
    const std::string group = Thrift()
                                  .list(1, 12, chunks)
                                  .number(2, std::ssize(bytes), true)
                                  .number(3, claims.rows_of_group.value_or(rows), true)
                                  .closed();
    const std::string footer = Thrift()
                                   .number(1, 1)
                                   .list(2, 12, schema)
                                   .number(3, claims.rows_of_file.value_or(rows), true)
                                   .list(4, 12, {group})
                                   .closed();
    return bytes + footer + raw(static_cast<std::uint32_t>(footer.size())) + "PAR1";
  }

 private:
  static std::string element(const RawColumn& column) {
    Thrift result;
    result.number(1, static_cast<int>(column.physical));
    if (column.length > 0) result.number(2, column.length);
    result.number(3, 1).text(4, column.name);  // 1: optional
    if (column.converted) result.number(6, *column.converted);
    if (column.precision > 0)
      result.number(7, column.scale).number(8, column.precision);
    return result.closed();
  }

  // Each row's level is a run of its own: 1 for a value, 0 for NULL.
  static std::string page(const RawColumn& column) {
    std::string levels, values;
    for (const auto& value : column.values) {
      levels += '\2';
      levels += value ? '\1' : '\0';
      if (!value) continue;
      if (column.physical == Physical::bytes)
        values += raw(static_cast<std::uint32_t>(value->size()));
      values += *value;
    }
    const std::string data =
        raw(static_cast<std::uint32_t>(levels.size())) + levels + values;
    const auto rows = std::ssize(column.values);
    return Thrift()
               .number(1, 0)
               .number(2, std::ssize(data))
               .number(3, std::ssize(data))
               .part(5, Thrift().number(1, rows).number(2, 0).number(3, 3).number(4, 3))
               .closed() +
           data;
  }

  static Thrift chunk(const RawColumn& column, std::int64_t start, std::int64_t size) {
    Thrift result;
    result.number(1, static_cast<int>(column.physical))
        .list(2, 5, {Thrift::zigzag(0), Thrift::zigzag(3)})
        .list(3, 8, {Thrift::varint(column.name.size()) + column.name})
        .number(4, 0)
        .number(5, column.count.value_or(std::ssize(column.values)), true)
        .number(6, size, true)
        .number(7, size, true)
        .number(9, start, true);
    // The old and the new places of the least and the greatest value.
    Thrift claims;
    if (column.greatest) claims.text(1, *column.greatest);
    if (column.least) claims.text(2, *column.least);
    if (column.nulls) claims.number(3, *column.nulls, true);
    if (column.distinct) claims.number(4, *column.distinct, true);
    if (column.greatest) claims.text(5, *column.greatest);
    if (column.least) claims.text(6, *column.least);
    result.part(12, claims);
    return result;
  }
};

}  // namespace selvage
