// Columns of one line of a JSON-lines file, as text. Never fails.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace selvage {

// The values of some top-level keys, if the line is an object that has them as text,
// number, true or false; the last of equal keys counts. A line that is not JSON by
// RFC 8259, to its last byte, has none. A number beyond the doubles is infinite, as in
// every other format, and ends the work: then that key alone is known.
class JsonFields {
 public:
  explicit JsonFields(std::vector<std::string> keys);

  // One for each key. Valid until the next call, and while the line is.
  const std::vector<std::optional<std::string_view>>& read(std::string_view line);

 private:
  enum class Passed { all, wrong, beyond_doubles };
  struct Text {
    std::string_view raw;  // between the quotes
    bool escaped = false;
  };

  // Where the values of a line stand, if none of them is nested. Lines of one writer
  // are alike but for their values.
  struct SameText {
    SameText(const char* begin, const char* end);
    bool begins(const char* at, const char* end) const;
    std::string text;
    std::array<char, 16> first = {};  // its bytes, if there are no more
    unsigned compared = 0;            // a bit for each of them
  };
  struct Shape {
    struct Value {
      SameText before;  // all that stands between the value before it and this one
      std::size_t first_slot;
    };
    std::vector<Value> values = {};
    std::string behind = {};
  };
  struct Noted {
    const char *begin, *end;
    std::size_t first_slot;
  };

  bool pass_like_before(std::string_view line);
  void read_anew(std::string_view line);
  void note(const Noted& value);
  void learn(std::string_view line);
  void forget_values();
  Passed pass_line();
  bool pass_key();
  bool pass_string(Text& text);
  bool pass_escape();
  bool pass_code_unit(unsigned& unit);
  bool pass_digits();
  bool pass_word(std::string_view word);
  Passed pass_value();
  Passed pass_number();
  void pass_blanks() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r' || *at_ == '\n'))
      ++at_;
  }
  bool is_next(char wanted) const { return at_ < end_ && *at_ == wanted; }
  bool is_wanted() const { return open_.size() == 1 && first_slot_ < keys_.size(); }
  void take(std::optional<std::string_view> value);
  void take_text(const Text& text);

  std::vector<std::string> keys_;
  std::vector<std::size_t> next_same_;  // the next slot with the same key
  std::vector<std::optional<std::string_view>> values_;
  std::vector<std::string> rooms_;  // for texts with escapes
  std::string key_room_;
  const char *at_ = nullptr, *end_ = nullptr;
  std::string open_;            // the brackets that are open, the root's first
  std::size_t first_slot_ = 0;  // of the key whose value is next
  Shape shape_;                 // of an earlier line
  std::vector<Noted> noted_;    // values of this line
  bool shapeless_ = false;      // this line has nested values, or very many
  unsigned pause_ = 1;          // so many lines of other shapes until one is learned
  unsigned missed_ = 0;
};

// For tests: owning what it returns.
std::vector<std::optional<std::string>> json_fields(
    std::string_view line, const std::vector<std::string>& keys);

// One of them, if it reads as a number.
std::optional<double> json_number(std::string_view line, const std::string& key);

}  // namespace selvage
