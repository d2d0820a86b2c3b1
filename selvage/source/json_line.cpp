#include "selvage/source/json_line.hpp"

#include <nlohmann/json.hpp>

#include "selvage/source/number_text.hpp"

namespace selvage {
namespace {

constexpr int kOutOfRange = 406;  // the parser's number for it

// Listens to the parser and remembers one key of the outermost object.
class KeyListener : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit KeyListener(const std::string& wanted) : wanted_(wanted) {}

  bool null() override { return take(std::nullopt); }
  bool boolean(bool) override { return take(std::nullopt); }
  bool number_integer(number_integer_t x) override {
    return take(static_cast<double>(x));
  }
  bool number_unsigned(number_unsigned_t x) override {
    return take(static_cast<double>(x));
  }
  bool number_float(number_float_t x, const string_t&) override { return take(x); }
  bool string(string_t& text) override {
    return take(listening() ? parse_number(text) : std::nullopt);
  }
  bool binary(binary_t&) override { return take(std::nullopt); }
  bool start_object(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (depth_ == 1) here_ = name == wanted_;
    return true;
  }
  // A number beyond the doubles ends the parser's work; if it is ours it is infinite,
  // as in every other format.
  bool parse_error(std::size_t, const std::string& token,
                   const nlohmann::json::exception& problem) override {
    beyond_range_ = problem.id == kOutOfRange && listening();
    if (beyond_range_) value_ = parse_number(token);
    return false;
  }

  std::optional<double> value() const { return value_; }
  bool beyond_range() const { return beyond_range_; }

 private:
  bool listening() const { return depth_ == 1 && here_; }
  bool take(std::optional<double> value) {
    if (listening()) value_ = value;
    return true;
  }
  bool open() {
    if (listening()) value_.reset();  // a nested value is no number
    ++depth_;
    return true;
  }
  bool close() {
    --depth_;
    return true;
  }

  const std::string& wanted_;
  std::optional<double> value_;
  int depth_ = 0;
  bool here_ = false, beyond_range_ = false;
};

}  // namespace

std::optional<double> json_number(std::string_view line, const std::string& key) {
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos || line[first] != '{') return std::nullopt;
  KeyListener listener(key);
  const bool whole = nlohmann::json::sax_parse(line.begin(), line.end(), &listener);
  return whole || listener.beyond_range() ? listener.value() : std::nullopt;
}

}  // namespace selvage
