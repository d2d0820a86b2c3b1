#include "selvage/summary/key_list.hpp"

#include <fstream>

#include <fmt/format.h>

namespace selvage {

Result<KeyList> KeyList::make(std::vector<std::string> keys, std::string text) {
  KeyList list;
  list.text_ = std::move(text);
  if (keys.empty())
    return Error{
        ErrorKind::invalid_request,
        fmt::format("keys '{}': there is no key; write a,b,c or @FILE with one "
                    "key a line",
                    list.text_)};
  if (keys.size() > kMaxKeys)
    return Error{ErrorKind::invalid_request,
                 fmt::format("keys '{}': more than {} keys", list.text_, kMaxKeys)};
  list.places_.reserve(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (!list.places_.emplace(keys[i], i).second)
      return Error{
          ErrorKind::invalid_request,
          fmt::format("keys '{}': the key '{}' stands twice", list.text_, keys[i])};
  list.keys_ = std::move(keys);
  return list;
}

Result<KeyList> KeyList::parse(std::string_view text) {
  std::vector<std::string> keys;
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    keys.emplace_back(rest.substr(0, comma));
    if (keys.back().empty())
      return Error{ErrorKind::invalid_request,
                   fmt::format("keys '{}': a key is empty; write a,b,c", text)};
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  return make(std::move(keys), std::string(text));
}

Result<KeyList> KeyList::read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return Error{ErrorKind::invalid_request,
                 fmt::format("keys '@{}': the file cannot be read", path)};
  std::vector<std::string> keys;
  for (std::string line; std::getline(file, line) && keys.size() <= kMaxKeys;) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) keys.push_back(std::move(line));
  }
  return make(std::move(keys), "@" + path);
}

std::size_t KeyList::cell(std::optional<std::string_view> value) const {
  if (!value) return missing();
  const auto found = places_.find(*value);
  return found == places_.end() ? other() : found->second;
}

std::string KeyList::label(std::size_t cell) const {
  if (cell == other()) return "other";
  if (cell == missing()) return "missing";
  return keys_[cell];
}

}  // namespace selvage
