#include "selvage/source/json_line.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "selvage/base/utf8.hpp"
#include "selvage/summary/parse_number.hpp"

namespace selvage {
namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101, kHighs = 0x8080808080808080;

// Whether one of eight bytes is less than `limit`, at most 128.
constexpr std::uint64_t some_below(std::uint64_t bytes, std::uint64_t limit) {
  return (bytes - kOnes * limit) & ~bytes & kHighs;
}
constexpr std::uint64_t some_equal(std::uint64_t bytes, char wanted) {
  return some_below(bytes ^ (kOnes * static_cast<unsigned char>(wanted)), 1);
}

// Ends a string, or needs a look.
constexpr bool is_special(char byte) {
  return byte == '"' || byte == '\\' || static_cast<unsigned char>(byte) < 0x20;
}

#ifdef __SSE2__
// The special ones of 16 bytes, and those that are not ASCII: a bit for each.
unsigned odd_bytes(__m128i bytes) {
  const __m128i quote = _mm_set1_epi8('"'), escape = _mm_set1_epi8('\\'),
                control = _mm_set1_epi8(0x1f);
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(
      _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, escape)),
      _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes))));
}
unsigned highs_of(__m128i bytes) {
  return static_cast<unsigned>(_mm_movemask_epi8(bytes));
}
#endif

// The first special byte, or the end; `high` becomes true if a byte before it is not
// ASCII.
const char* find_special(const char* at, const char* end, bool& high) {
#ifdef __SSE2__
  for (; end - at >= 16; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const unsigned found = odd_bytes(bytes), highs = highs_of(bytes);
    if (found != 0) {
      high = high || (highs & (found - 1) & ~found) != 0;
      return at + std::countr_zero(found);
    }
    high = high || highs != 0;
  }
#endif
  for (; end - at >= 8; at += 8) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, sizeof bytes);
    if ((some_equal(bytes, '"') | some_equal(bytes, '\\') | some_below(bytes, 0x20)) !=
        0)
      break;
    high = high || (bytes & kHighs) != 0;
  }
  for (; at < end && !is_special(*at); ++at)
    high = high || static_cast<unsigned char>(*at) >= 0x80;
  return at;
}

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

// Whether a number, written as JSON demands, rounds to infinity.
bool is_beyond_doubles(std::string_view token) {
  const std::size_t exponent_at = token.find_first_of("eE");
  double value = 0;
  const auto read = std::from_chars(token.data(), token.data() + token.size(), value);
  if (read.ec != std::errc::result_out_of_range) return false;
  // Too large or too small: by the place of its first digit that is not 0.
  const std::string_view mantissa = token.substr(0, exponent_at);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return false;
  std::int64_t exponent = 0;
  if (exponent_at != std::string_view::npos) {
    std::string_view digits = token.substr(exponent_at + 1);
    const bool minus = digits.front() == '-';
    if (!is_digit(digits.front())) digits.remove_prefix(1);
    constexpr std::int64_t kEnough = std::int64_t{1} << 40;
    for (const char digit : digits)
      exponent = std::min(kEnough, exponent * 10 + (digit - '0'));
    if (minus) exponent = -exponent;
  }
  return exponent + static_cast<std::int64_t>(point) -
             static_cast<std::int64_t>(first) >
         0;
}

// A short text between quotes that is as it reads; null if it is none, or near the end.
const char* end_of_short_text([[maybe_unused]] const char* begin,
                              [[maybe_unused]] const char* end) {
#ifdef __SSE2__
  if (end - begin < 16) return nullptr;
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(begin));
  const unsigned odd = odd_bytes(bytes) | highs_of(bytes);
  if (odd == 0) return nullptr;
  const char* const at = begin + std::countr_zero(odd);
  return *at == '"' ? at : nullptr;
#else
  return nullptr;
#endif
}

// A short whole number that is not negative, as JSON writes it; null if it is none.
const char* end_of_few_digits(const char* begin, const char* end) {
  const char* at = begin;
  const char* const most = begin + std::min<std::ptrdiff_t>(end - begin, 20);
  while (at < most && is_digit(*at)) ++at;
  if (at == begin || at == most || (*begin == '0' && at - begin > 1)) return nullptr;
  return *at == '.' || *at == 'e' || *at == 'E' ? nullptr : at;
}

void append_utf8(std::string& text, unsigned value) {
  const auto add = [&](unsigned byte) { text += static_cast<char>(byte); };
  if (value < 0x80) return add(value);
  if (value < 0x800) {
    add(0xC0 | value >> 6);
  } else {
    if (value < 0x10000) {
      add(0xE0 | value >> 12);
    } else {
      add(0xF0 | value >> 18);
      add(0x80 | (value >> 12 & 0x3F));
    }
    add(0x80 | (value >> 6 & 0x3F));
  }
  add(0x80 | (value & 0x3F));
}

bool is_high_half(unsigned unit) { return 0xD800 <= unit && unit <= 0xDBFF; }
bool is_low_half(unsigned unit) { return 0xDC00 <= unit && unit <= 0xDFFF; }

// What stands between quotes; its escapes were found to be good.
void unescape(std::string_view raw, std::string& text) {
  text.clear();
  const auto unit_at = [&](std::size_t i) {
    unsigned unit = 0;
    std::from_chars(raw.data() + i, raw.data() + i + 4, unit, 16);
    return unit;
  };
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\') {
      text += raw[i];
      continue;
    }
    constexpr std::string_view kNames = "bfnrt", kMeant = "\b\f\n\r\t";
    const char name = raw[++i];
    const std::size_t place = kNames.find(name);
    if (name != 'u') {
      text += place == std::string_view::npos ? name : kMeant[place];
      continue;
    }
    unsigned value = unit_at(i + 1);
    i += 4;
    if (is_high_half(value)) {
      value = 0x10000 + ((value & 0x3FF) << 10) + (unit_at(i + 3) & 0x3FF);
      i += 6;
    }
    append_utf8(text, value);
  }
}

}  // namespace

JsonFields::JsonFields(std::vector<std::string> keys)
    : keys_(std::move(keys)), values_(keys_.size()), rooms_(keys_.size()) {
  for (std::size_t i = 0; i < keys_.size(); ++i)
    next_same_.push_back(static_cast<std::size_t>(
        std::find(keys_.begin() + static_cast<std::ptrdiff_t>(i) + 1, keys_.end(),
                  keys_[i]) -
        keys_.begin()));
}

const std::vector<std::optional<std::string_view>>& JsonFields::read(
    std::string_view line) {
  if (pass_like_before(line)) {
    missed_ = 0;
    pause_ = 2;  // one line of another shape changes nothing
  } else {
    read_anew(line);
  }
  return values_;
}

void JsonFields::forget_values() {
  for (auto& value : values_) value.reset();
}

// What stands between the values is JSON, as it was in the line that it was learned
// from, and so the line is if its values are.
bool JsonFields::pass_like_before(std::string_view line) {
  if (shape_.values.empty()) return false;
  forget_values();
  const char* at = line.data();
  end_ = at + line.size();
  open_.assign(1, '{');
  for (const auto& [before, slot] : shape_.values) {
    if (!before.begins(at, end_)) return false;
    at += before.text.size();
    if (at == end_) return false;
    first_slot_ = slot;
    const bool quoted = *at == '"';
    const char* const begin = quoted ? at + 1 : at;
    const char* const end =
        quoted ? end_of_short_text(begin, end_) : end_of_few_digits(begin, end_);
    if (end != nullptr) {
      at = quoted ? end + 1 : end;
      if (is_wanted())
        take(std::string_view(begin, static_cast<std::size_t>(end - begin)));
    } else {
      at_ = at;
      if (pass_value() != Passed::all) return false;
      at = at_;
    }
  }
  return std::string_view(at, static_cast<std::size_t>(end_ - at)) == shape_.behind;
}

JsonFields::SameText::SameText(const char* begin, const char* end) : text(begin, end) {
  const std::size_t near = std::min(text.size(), first.size());
  std::copy_n(text.begin(), near, first.begin());
  compared = (1U << near) - 1;
}

// Short and far from the line's end, as most are: 16 bytes at once.
bool JsonFields::SameText::begins(const char* at, const char* end) const {
#ifdef __SSE2__
  if (text.size() <= first.size() &&
      end - at >= static_cast<std::ptrdiff_t>(first.size())) {
    const __m128i equal =
        _mm_cmpeq_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at)),
                       _mm_loadu_si128(reinterpret_cast<const __m128i*>(first.data())));
    return (~static_cast<unsigned>(_mm_movemask_epi8(equal)) & compared) == 0;
  }
#endif
  return std::string_view(at, static_cast<std::size_t>(end - at)).starts_with(text);
}

// A line of some values, so that little is held of it.
void JsonFields::note(const Noted& value) {
  constexpr std::size_t kMost = 1000;
  if (noted_.size() < kMost)
    noted_.push_back(value);
  else
    shapeless_ = true;
}

// Where shapes do not come again, learning them pauses ever longer.
void JsonFields::learn(std::string_view line) {
  constexpr std::size_t kLongest = 1 << 16;
  if (++missed_ < pause_ || line.size() > kLongest) return;
  constexpr unsigned kLongestPause = 1024;
  pause_ = std::min(2 * pause_, kLongestPause);
  missed_ = 0;
  shape_ = {};
  const char* behind = line.data();
  for (const auto& [begin, end, slot] : noted_) {
    shape_.values.push_back({SameText(behind, begin), slot});
    behind = end;
  }
  shape_.behind.assign(behind, line.data() + line.size());
}

void JsonFields::read_anew(std::string_view line) {
  forget_values();
  at_ = line.data();
  end_ = at_ + line.size();
  open_.clear();
  first_slot_ = keys_.size();
  noted_.clear();
  shapeless_ = false;
  const Passed passed = pass_line();
  if (passed == Passed::all && !shapeless_) learn(line);
  // What comes after such a number was not looked at.
  const bool good =
      passed == Passed::all ||
      (passed == Passed::beyond_doubles && line.find('\0') == std::string_view::npos);
  if (!good) forget_values();
}

// Without recursion: lines may be nested as deep as they are long.
JsonFields::Passed JsonFields::pass_line() {
  while (at_ < end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r')) ++at_;
  if (!is_next('{')) return Passed::wrong;
  for (;;) {
    pass_blanks();
    if (at_ == end_) return Passed::wrong;
    bool opened = false;
    const char* const begin = at_;
    if (*at_ == '{' || *at_ == '[') {
      shapeless_ = shapeless_ || !open_.empty();
      if (is_wanted()) take(std::nullopt);  // a nested value is no text
      open_ += *at_++;
      pass_blanks();
      opened = !is_next(open_.back() == '{' ? '}' : ']');
    } else if (const Passed passed = pass_value(); passed != Passed::all) {
      return passed;
    } else if (open_.size() == 1) {
      note({begin, at_, first_slot_});
    }
    // Behind a value, or where the first of an object or array begins.
    while (!opened) {
      pass_blanks();
      if (open_.empty()) return at_ == end_ ? Passed::all : Passed::wrong;
      if (is_next(',')) {
        ++at_;
        break;
      }
      if (!is_next(open_.back() == '{' ? '}' : ']')) return Passed::wrong;
      ++at_;
      open_.pop_back();
    }
    if (open_.back() == '{' && !pass_key()) return Passed::wrong;
  }
}

bool JsonFields::pass_key() {
  pass_blanks();
  Text text;
  if (!is_next('"') || !pass_string(text)) return false;
  if (open_.size() == 1) {
    std::string_view name = text.raw;
    if (text.escaped) {
      unescape(text.raw, key_room_);
      name = key_room_;
    }
    first_slot_ = 0;
    while (first_slot_ < keys_.size() && keys_[first_slot_] != name) ++first_slot_;
  }
  pass_blanks();
  if (!is_next(':')) return false;
  ++at_;
  return true;
}

JsonFields::Passed JsonFields::pass_value() {
  if (*at_ == '"') {
    Text text;
    if (!pass_string(text)) return Passed::wrong;
    if (is_wanted()) take_text(text);
    return Passed::all;
  }
  if (*at_ == '-' || is_digit(*at_)) return pass_number();
  for (const std::string_view word : {"true", "false", "null"})
    if (pass_word(word)) {
      if (is_wanted()) take(word == "null" ? std::nullopt : std::optional(word));
      return Passed::all;
    }
  return Passed::wrong;
}

bool JsonFields::pass_word(std::string_view word) {
  if (!std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(word))
    return false;
  at_ += word.size();
  return true;
}

bool JsonFields::pass_digits() {
  const char* const begin = at_;
  while (at_ < end_ && is_digit(*at_)) ++at_;
  return at_ > begin;
}

JsonFields::Passed JsonFields::pass_number() {
  const char* const begin = at_;
  if (is_next('-')) ++at_;
  if (is_next('0'))
    ++at_;
  else if (!pass_digits())
    return Passed::wrong;
  if (is_next('.')) {
    ++at_;
    if (!pass_digits()) return Passed::wrong;
  }
  const bool scaled = is_next('e') || is_next('E');
  if (scaled) {
    ++at_;
    if (is_next('+') || is_next('-')) ++at_;
    if (!pass_digits()) return Passed::wrong;
  }
  const std::string_view token(begin, static_cast<std::size_t>(at_ - begin));
  constexpr std::size_t kSurelyFinite = 300;
  const bool beyond =
      (scaled || token.size() > kSurelyFinite) && is_beyond_doubles(token);
  if (beyond) forget_values();
  if (is_wanted()) take(token == "-0" ? "0" : token);
  return beyond ? Passed::beyond_doubles : Passed::all;
}

bool JsonFields::pass_string(Text& text) {
  const char* const begin = ++at_;
  bool high = false;
  for (;;) {
    at_ = find_special(at_, end_, high);
    if (at_ == end_) return false;
    if (*at_ == '"') break;
    if (*at_ != '\\' || !pass_escape()) return false;
    text.escaped = true;
  }
  text.raw = {begin, static_cast<std::size_t>(at_ - begin)};
  ++at_;
  return !high || is_utf8(text.raw);
}

// Four hexadecimal digits.
bool JsonFields::pass_code_unit(unsigned& unit) {
  if (end_ - at_ < 4) return false;
  const auto read = std::from_chars(at_, at_ + 4, unit, 16);
  if (read.ptr != at_ + 4) return false;
  at_ += 4;
  return true;
}

bool JsonFields::pass_escape() {
  ++at_;
  if (at_ == end_) return false;
  const char name = *at_++;
  if (name != 'u')
    return std::string_view("\"\\/bfnrt").find(name) != std::string_view::npos;
  unsigned unit = 0, second = 0;
  if (!pass_code_unit(unit) || is_low_half(unit)) return false;
  if (!is_high_half(unit)) return true;
  return pass_word("\\u") && pass_code_unit(second) && is_low_half(second);
}

// The same key may be wanted more than once.
void JsonFields::take(std::optional<std::string_view> value) {
  for (std::size_t i = first_slot_; i < keys_.size(); i = next_same_[i])
    values_[i] = value;
}

void JsonFields::take_text(const Text& text) {
  if (!text.escaped) return take(text.raw);
  unescape(text.raw, rooms_[first_slot_]);
  take(rooms_[first_slot_]);
}

std::vector<std::optional<std::string>> json_fields(
    std::string_view line, const std::vector<std::string>& keys) {
  JsonFields fields(keys);
  std::vector<std::optional<std::string>> texts;
  for (const auto& value : fields.read(line))
    texts.push_back(value ? std::optional<std::string>(*value) : std::nullopt);
  return texts;
}

std::optional<double> json_number(std::string_view line, const std::string& key) {
  const auto text = json_fields(line, {key})[0];
  return text ? parse_number(*text) : std::nullopt;
}

}  // namespace selvage
