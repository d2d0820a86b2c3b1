#include "selvage/source/json_line.hpp"

#include <nlohmann/json.hpp>

#include "selvage/summary/parse_number.hpp"

namespace selvage {
namespace {

constexpr int kOutOfRange = 406;  // the parser's number for it

using Texts = std::vector<std::optional<std::string>>;

// Listens to the parser and remembers some keys of the outermost object.
class KeyListener : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit KeyListener(const std::vector<std::string>& wanted)
      : wanted_(wanted), texts_(wanted.size()) {}

  bool null() override { return take(std::nullopt); }
  bool boolean(bool x) override { return take(x ? "true" : "false"); }
  bool number_integer(number_integer_t x) override { return take(std::to_string(x)); }
  bool number_unsigned(number_unsigned_t x) override { return take(std::to_string(x)); }
  bool number_float(number_float_t, const string_t& token) override {
    return take(token);
  }
  bool string(string_t& text) override { return take(text); }
  bool binary(binary_t&) override { return take(std::nullopt); }
  bool start_object(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (depth_ == 1) here_ = name;
    return true;
  }
  // A number beyond the doubles is infinite, as in every other format.
  bool parse_error(std::size_t, const std::string& token,
                   const nlohmann::json::exception& problem) override {
    texts_.assign(texts_.size(), std::nullopt);
    if (problem.id == kOutOfRange) take(token);
    return false;
  }

  Texts texts() && { return std::move(texts_); }

 private:
  bool take(const std::optional<std::string>& text) {
    if (depth_ != 1) return true;
    for (std::size_t i = 0; i < wanted_.size(); ++i)
      if (wanted_[i] == here_) texts_[i] = text;
    return true;
  }
  bool open() {
    take(std::nullopt);  // a nested value is no text
    ++depth_;
    return true;
  }
  bool close() {
    --depth_;
    return true;
  }

  const std::vector<std::string>& wanted_;
  Texts texts_;
  std::string here_;
  int depth_ = 0;
};

}  // namespace

Texts json_fields(std::string_view line, const std::vector<std::string>& keys) {
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos || line[first] != '{') return Texts(keys.size());
  // The parser takes a zero byte for the end of its text.
  if (line.find('\0') != std::string_view::npos) return Texts(keys.size());
  KeyListener listener(keys);
  // Where it stops early the listener has forgotten what is not sure.
  nlohmann::json::sax_parse(line.begin(), line.end(), &listener);
  return std::move(listener).texts();
}

std::optional<double> json_number(std::string_view line, const std::string& key) {
  const auto text = json_fields(line, {key})[0];
  return text ? parse_number(*text) : std::nullopt;
}

}  // namespace selvage
