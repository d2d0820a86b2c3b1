// Reads a picture back, for the tests of this room.
#pragma once
#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace selvage {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string group;    // class of the innermost <g> around it
  std::string content;  // text directly inside

  double number(const std::string& attribute) const {
    return std::stod(attributes.at(attribute));
  }
};

// Reads the part of XML that we write: elements, attributes in double quotes, the five
// entities. Anything else is a fault.
class Document {
 public:
  explicit Document(const std::string& text) : text_(text) {
    while (fault_.empty() && at_ < text_.size())
      text_[at_] == '<' ? read_tag() : read_content();
    if (fault_.empty() && !open_.empty()) fault_ = "never closed";
    if (fault_.empty() && elements_.empty()) fault_ = "nothing";
  }

  const std::string& fault() const { return fault_; }

  std::vector<Element> in_group(const std::string& group,
                                const std::string& name) const {
    std::vector<Element> result;
    for (const Element& element : elements_)
      if (element.name == name && element.group == group) result.push_back(element);
    return result;
  }
  // What is written in the group, one line a text.
  std::string words(const std::string& group) const {
    std::string result;
    for (const Element& text : in_group(group, "text")) result += text.content + '\n';
    return result;
  }
  // The path of this class.
  std::string path(const std::string& name) const {
    for (const Element& element : elements_) {
      const auto found = element.attributes.find("class");
      if (found != element.attributes.end() && found->second == name)
        return element.attributes.at("d");
    }
    return "";
  }
  std::vector<Element> all(const std::string& name) const {
    std::vector<Element> result;
    for (const Element& element : elements_)
      if (element.name == name) result.push_back(element);
    return result;
  }

 private:
  void check(const std::string& characters) {
    for (std::size_t i = 0; i < characters.size(); ++i) {
      const char c = characters[i];
      if ((c >= 0 && c < ' ' && c != '\n') || c == '<' || c == '>') fault_ = characters;
      if (c != '&') continue;
      const std::string name =
          characters.substr(i + 1, characters.find(';', i) - i - 1);
      if (!std::set<std::string>{"amp", "lt", "gt", "quot", "apos"}.contains(name))
        fault_ = "a stray & in " + characters;
    }
  }

  void read_content() {
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    const std::string content = text_.substr(at_, end - at_);
    check(content);
    if (!open_.empty())
      elements_[open_.back()].content += content;
    else if (content.find_first_not_of('\n') != std::string::npos)
      fault_ = "outside: " + content;
    at_ = end;
  }

  std::string read_name() {
    const std::size_t from = at_;
    while (at_ < text_.size() &&
           (std::isalpha(static_cast<unsigned char>(text_[at_])) || text_[at_] == '-'))
      ++at_;
    return text_.substr(from, at_ - from);
  }

  bool read(const std::string& expected) {
    if (text_.compare(at_, expected.size(), expected) != 0) return false;
    at_ += expected.size();
    return true;
  }

  void read_tag() {
    if (read("</")) {
      const std::string name = read_name();
      if (!read(">") || open_.empty() || elements_[open_.back()].name != name)
        fault_ = "closes wrongly: " + name;
      else
        open_.pop_back();
      return;
    }
    read("<");
    Element element{read_name(), {}, "", ""};
    if (element.name.empty() || (open_.empty() && !elements_.empty()))
      fault_ = "no element here: " + element.name;
    for (const std::size_t outer : open_)
      if (elements_[outer].name == "g" && elements_[outer].attributes.contains("class"))
        element.group = elements_[outer].attributes.at("class");
    while (fault_.empty() && read(" ")) {
      const std::string name = read_name();
      if (!read("=\"")) fault_ = "an attribute without value: " + name;
      const std::size_t end = std::min(text_.find('"', at_), text_.size());
      const std::string value = text_.substr(at_, end - at_);
      check(value);
      if (!element.attributes.emplace(name, value).second) fault_ = "twice: " + name;
      at_ = std::min(end + 1, text_.size());
    }
    const bool closed = read("/>");
    if (!closed && !read(">")) fault_ = "not a tag: " + element.name;
    if (!closed) open_.push_back(elements_.size());
    elements_.push_back(std::move(element));
  }

  const std::string& text_;
  std::size_t at_ = 0;
  std::vector<Element> elements_;
  std::vector<std::size_t> open_;
  std::string fault_;
};

struct Bar {
  double x, y, width, height;
};

inline std::vector<Bar> bars(const Document& document, const std::string& group) {
  std::vector<Bar> result;
  for (const Element& rect : document.in_group(group, "rect"))
    result.push_back({rect.number("x"), rect.number("y"), rect.number("width"),
                      rect.number("height")});
  return result;
}

// The numbers of a path in their order.
inline std::vector<double> numbers(const std::string& path) {
  std::vector<double> result;
  for (std::size_t at = 0; at < path.size();) {
    if (std::isalpha(static_cast<unsigned char>(path[at])) || path[at] == ' ') {
      ++at;
      continue;
    }
    std::size_t size = 0;
    result.push_back(std::stod(path.substr(at, 20), &size));
    at += size;
  }
  return result;
}

}  // namespace selvage
