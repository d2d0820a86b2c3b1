#include "selvage/summary/key_list.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/summary/plain_number.hpp"

namespace selvage {
namespace {

constexpr std::size_t kMaxBytes = std::numeric_limits<std::uint32_t>::max();
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// At most 60 characters, for a sentence. Requires UTF-8.
std::string shown(std::string_view text) {
  std::string result;
  for (int places = 0; !text.empty(); ++places) {
    if (places == 60) return result + "...";
    const std::size_t bytes = first_code_point(text)->bytes;
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x20 || first == 0x7f)
      result += fmt::format("\\x{:02x}", first);
    else
      result += text.substr(0, bytes);
    text.remove_prefix(bytes);
  }
  return result;
}

Error wrong_list(std::string_view text, const std::string& why) {
  return wrong(
      fmt::format("keys '{}': {}; write keys with commas between them, for example "
                  "red,green, or @FILE with one key a line",
                  shown(text), why));
}

Error wrong_file(const std::string& path, const std::string& why) {
  return wrong(fmt::format("the key file '{}' {}", path, why));
}

Error cannot_read(const std::string& path, const std::error_code& problem) {
  const bool is_pipe = problem == std::errc::not_supported;  // so says file_size
  return wrong(
      fmt::format("cannot read the key file '{}': {}; name a file with one key a "
                  "line",
                  path, is_pipe ? "it is not a regular file" : problem.message()));
}

Result<std::string> read_file(const std::string& path) {
  std::error_code problem;
  const std::uintmax_t size = std::filesystem::file_size(path, problem);
  if (problem) return cannot_read(path, problem);
  if (size > kMaxBytes)
    return wrong_file(path,
                      fmt::format("has {} bytes and the most is {}; leave out keys: "
                                  "their rows are counted as 'other'",
                                  size, kMaxBytes));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  if (file) file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file)
    return cannot_read(path, {errno != 0 ? errno : EIO, std::system_category()});
  return bytes;
}

// Keys are short: one product for eight bytes of them. Its upper bits are the good
// ones.
std::uint64_t quick_hash(std::string_view text) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  std::uint64_t hash = text.size() * kOdd, word = 0;
  for (; text.size() > sizeof word; text.remove_prefix(sizeof word)) {
    std::memcpy(&word, text.data(), sizeof word);
    hash = (hash ^ word ^ hash >> 29) * kOdd;
  }
  word = 0;
  for (const char c : text) word = word << 8 | static_cast<unsigned char>(c);
  hash = (hash ^ word ^ hash >> 29) * kOdd;
  return (hash ^ hash >> 32) * kOdd;
}

// A run of empty lines in a file: how many there are in all before this key.
struct Gap {
  std::size_t key, empty_lines;
};

std::size_t line_of(std::size_t key, const std::vector<Gap>& gaps) {
  const auto next =
      std::upper_bound(gaps.begin(), gaps.end(), key,
                       [](std::size_t i, const Gap& gap) { return i < gap.key; });
  return 1 + key + (next == gaps.begin() ? 0 : std::prev(next)->empty_lines);
}

}  // namespace

struct KeyList::Keys {
  std::string bytes;                        // the keys, one directly after the other
  std::vector<std::uint32_t> starts = {0};  // in the bytes; the last one ends them
  std::vector<std::uint32_t> slots;         // open addressing: 0 or 1 + number of a key
  std::string path;                         // empty: not from a file
  bool are_numbers = false;

  std::size_t size() const { return starts.size() - 1; }

  std::string_view key(std::size_t i) const {
    return std::string_view(bytes).substr(starts[i], starts[i + 1] - starts[i]);
  }

  // The slot of the key, or the free one where it belongs.
  std::size_t slot(std::string_view wanted) const {
    const std::uint64_t hash = quick_hash(wanted);
    std::size_t at = (hash >> 32) * slots.size() >> 32;
    while (slots[at] != 0 && key(slots[at] - 1) != wanted)
      at = at + 1 == slots.size() ? 0 : at + 1;
    return at;
  }

  // Requires room below kMaxBytes.
  void add(std::string_view key) {
    bytes += key;
    starts.push_back(static_cast<std::uint32_t>(bytes.size()));
  }

  // Fills the slots, and looks what the keys are. Returns the first key that was there
  // before, and where.
  std::optional<std::pair<std::size_t, std::size_t>> find_twice() {
    // Half full at most and never full; of few keys hardly two want the same.
    constexpr std::size_t kFew = 1 << 12;
    slots.assign((size() <= kFew ? 8 : 2) * size() + 1, 0);
    for (std::size_t i = 0; i < size(); ++i) {
      std::uint32_t& place = slots[slot(key(i))];
      if (place != 0) return std::pair(std::size_t{place} - 1, i);
      place = static_cast<std::uint32_t>(i + 1);
    }
    are_numbers = size() > 0;
    for (std::size_t i = 0; are_numbers && i < size(); ++i)
      are_numbers = plain_number(key(i)) == key(i);
    return std::nullopt;
  }

  // Makes keys of the lines that `bytes` holds, in place: a file may be large.
  // Stops when there is one key too many.
  std::vector<Gap> split_lines() {
    const auto lines = std::count(bytes.begin(), bytes.end(), '\n');
    starts.reserve(2 + std::min(static_cast<std::size_t>(lines), kMaxKeys));
    std::vector<Gap> gaps;
    std::size_t used = 0, empty_lines = 0;
    std::size_t at = bytes.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    while (at < bytes.size() && size() <= kMaxKeys) {
      const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
      const std::size_t length = end - at - (end > at && bytes[end - 1] == '\r');
      if (length == 0) {
        ++empty_lines;
      } else {
        if (empty_lines > (gaps.empty() ? 0 : gaps.back().empty_lines))
          gaps.push_back({size(), empty_lines});
        std::memmove(bytes.data() + used, bytes.data() + at, length);
        used += length;
        starts.push_back(static_cast<std::uint32_t>(used));
      }
      at = end + 1;
    }
    bytes.resize(used);
    return gaps;
  }
};

Result<KeyList> KeyList::parse(std::string_view text) {
  const std::string_view good = utf8_part(text);
  const auto commas = [](std::string_view part) {
    return static_cast<std::size_t>(std::count(part.begin(), part.end(), ','));
  };
  if (good.size() < text.size())
    return wrong_list(good, fmt::format("key {} is not UTF-8 text", commas(good) + 1));
  if (text.empty()) return wrong_list(text, "there is no key");
  if (commas(text) >= kMaxKeys || text.size() > kMaxBytes)
    return wrong_list(text,
                      fmt::format("there are {} keys in {} bytes and the most is "
                                  "{} keys in {} bytes",
                                  commas(text) + 1, text.size(), kMaxKeys, kMaxBytes));
  auto keys = std::make_shared<Keys>();
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    if (rest.substr(0, comma).empty())
      return wrong_list(text, fmt::format("key {} is empty", keys->size() + 1));
    if (rest.front() == ' ' || rest.substr(0, comma).back() == ' ')
      return wrong_list(
          text, fmt::format("key {} begins or ends with a blank", keys->size() + 1));
    keys->add(rest.substr(0, comma));
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (const auto twice = keys->find_twice())
    return wrong_list(text,
                      fmt::format("keys {} and {} are both '{}'", twice->first + 1,
                                  twice->second + 1, shown(keys->key(twice->second))));
  return KeyList(std::move(keys));
}

Result<KeyList> KeyList::from_file(const std::string& path) {
  auto bytes = read_file(path);
  if (!bytes) return bytes.error();
  const std::string_view good = utf8_part(*bytes);
  if (good.size() < bytes->size())
    return wrong_file(path,
                      fmt::format("is not UTF-8 text in line {}; save it as UTF-8",
                                  1 + std::count(good.begin(), good.end(), '\n')));
  auto keys = std::make_shared<Keys>();
  keys->bytes = *std::move(bytes);
  keys->path = path;
  const auto gaps = keys->split_lines();
  if (keys->size() == 0) return wrong_file(path, "has no key; write one key a line");
  if (keys->size() > kMaxKeys)
    return wrong_file(path, fmt::format("has more than {} keys; leave out keys: their "
                                        "rows are counted as 'other'",
                                        kMaxKeys));
  if (const auto twice = keys->find_twice())
    return wrong_file(
        path, fmt::format("has the key '{}' in line {} and in line {}; write it once",
                          shown(keys->key(twice->second)), line_of(twice->first, gaps),
                          line_of(twice->second, gaps)));
  return KeyList(std::move(keys));
}

KeyList KeyList::of(const std::vector<std::string>& keys) {
  auto result = std::make_shared<Keys>();
  for (const std::string& key : keys) result->add(key);
  result->find_twice();
  return KeyList(std::move(result));
}

std::size_t KeyList::size() const { return keys_->size(); }

std::string_view KeyList::key(std::size_t i) const { return keys_->key(i); }

std::optional<std::size_t> KeyList::find(std::string_view key) const {
  const std::uint32_t place = keys_->slots[keys_->slot(key)];
  if (place == 0) return std::nullopt;
  return place - 1;
}

bool KeyList::are_numbers() const { return keys_->are_numbers; }

std::optional<std::size_t> KeyList::find_value(std::string_view value) const {
  const auto found = find(value);
  if (found || !keys_->are_numbers) return found;
  const auto plain = plain_number(value);
  return plain ? find(*plain) : std::nullopt;
}

std::string KeyList::label(std::size_t cell) const {
  if (cell < size()) return std::string(key(cell));
  std::string name = cell == other() ? "other" : "missing";
  while (find(name)) name = fmt::format("({})", name);
  return name;
}

std::string KeyList::text() const {
  if (!keys_->path.empty()) return "@" + keys_->path;
  std::string result;
  for (std::size_t i = 0; i < size(); ++i) {
    if (i > 0) result += ',';
    result += key(i);
  }
  return result;
}

}  // namespace selvage
