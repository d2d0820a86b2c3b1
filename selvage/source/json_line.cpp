#include "selvage/source/json_line.hpp"

#include <nlohmann/json.hpp>

#include "selvage/source/number_text.hpp"

namespace selvage {
namespace {

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
  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::json::exception&) override {
    return false;
  }

  std::optional<double> value() const { return value_; }

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
  bool here_ = false;
};

}  // namespace

std::optional<double> json_number(std::string_view line, const std::string& key) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return std::nullopt;
  const auto first = line.find_first_not_of(" \t\r");
  if (line[first] != '{') return std::nullopt;
  KeyListener listener(key);
  if (!nlohmann::json::sax_parse(line.begin(), line.end(), &listener))
    return std::nullopt;
  return listener.value();
}

}  // namespace selvage
