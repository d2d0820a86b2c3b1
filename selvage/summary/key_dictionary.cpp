#include "selvage/summary/key_dictionary.hpp"

#include <cstring>

namespace selvage {

void KeyDictionary::append(std::string& key, std::optional<std::string_view> text) {
  key += text ? '\1' : '\0';
  if (!text) return;
  const std::uint64_t size = text->size();
  char bytes[sizeof size];
  std::memcpy(bytes, &size, sizeof size);
  key.append(bytes, sizeof bytes);
  key += *text;
}

std::uint32_t KeyDictionary::number(std::string_view key) {
  const std::lock_guard lock(mutex_);
  if (const auto found = numbers_.find(key); found != numbers_.end())
    return found->second;
  const auto number = static_cast<std::uint32_t>(keys_.size());
  keys_.emplace_back(key);
  numbers_.emplace(keys_.back(), number);
  return number;
}

std::string_view KeyDictionary::key(std::uint32_t number) const {
  const std::lock_guard lock(mutex_);
  return keys_[number];
}

std::vector<std::string_view> KeyDictionary::texts() const {
  const std::lock_guard lock(mutex_);
  return {keys_.begin(), keys_.end()};
}

std::vector<std::vector<std::optional<std::string>>> KeyDictionary::keys() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::vector<std::optional<std::string>>> result;
  result.reserve(keys_.size());
  for (std::string_view rest : keys_) {
    auto& texts = result.emplace_back();
    while (!rest.empty()) {
      const bool there = rest.front() == '\1';
      rest.remove_prefix(1);
      texts.emplace_back();
      if (!there) continue;
      std::uint64_t size = 0;
      std::memcpy(&size, rest.data(), sizeof size);
      texts.back() = rest.substr(sizeof size, size);
      rest.remove_prefix(sizeof size + size);
    }
  }
  return result;
}

}  // namespace selvage
