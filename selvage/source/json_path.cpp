#include "selvage/source/json_path.hpp"

#include <nlohmann/json.hpp>

namespace selvage {
namespace {

constexpr int kBeyondDoubles = 406;  // the parser's number for it

using PathTexts = std::vector<std::optional<std::string>>;

// Listens to the parser and knows the name of where it is.
class PathListener : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit PathListener(const std::vector<std::string>& wanted)
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
  bool start_object(std::size_t) override { return open(false); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(true); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    name_.resize(levels_.back().length);
    if (levels_.size() > 1) name_ += '.';
    name_ += name;
    return true;
  }
  // A number beyond the doubles is infinite, as in every other format.
  bool parse_error(std::size_t, const std::string& token,
                   const nlohmann::json::exception& problem) override {
    texts_.assign(texts_.size(), std::nullopt);
    if (problem.id == kBeyondDoubles) take(token);
    return false;
  }

  PathTexts texts() && { return std::move(texts_); }

 private:
  struct Level {
    std::size_t length;  // of the name of the object or list
    bool in_list;
  };

  bool take(const std::optional<std::string>& text) {
    if (levels_.empty() || levels_.back().in_list) return true;
    for (std::size_t i = 0; i < wanted_.size(); ++i)
      if (wanted_[i] == name_) texts_[i] = text;
    return true;
  }
  bool open(bool list) {
    take(std::nullopt);  // a nested value is no text
    const bool in_list = list || (!levels_.empty() && levels_.back().in_list);
    levels_.push_back({name_.size(), in_list});
    return true;
  }
  bool close() {
    name_.resize(levels_.back().length);
    levels_.pop_back();
    return true;
  }

  const std::vector<std::string>& wanted_;
  PathTexts texts_;
  std::string name_;
  std::vector<Level> levels_;
};

}  // namespace

bool is_json_path(const std::string& column) {
  return column.find('.') != std::string::npos;
}

PathTexts json_path_fields(std::string_view line,
                           const std::vector<std::string>& columns) {
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos || line[first] != '{')
    return PathTexts(columns.size());
  // The parser takes a zero byte for the end of its text.
  if (line.find('\0') != std::string_view::npos) return PathTexts(columns.size());
  PathListener listener(columns);
  // Where it stops early the listener has forgotten what is not sure.
  nlohmann::json::sax_parse(line.begin(), line.end(), &listener);
  return std::move(listener).texts();
}

}  // namespace selvage
