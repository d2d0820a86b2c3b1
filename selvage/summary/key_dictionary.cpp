#include "selvage/summary/key_dictionary.hpp"

#include <cstring>

namespace selvage {

void KeyDictionary::append(std::string& key, std::optional<std::string_view> text) {
  if (!text) {
    key += '\0';
    return;
  }
  const std::uint64_t size = text->size();
  char head[1 + sizeof size] = {'\1'};
  std::memcpy(head + 1, &size, sizeof size);
  key.append(head, sizeof head);
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

// A key is never empty, and so is none that was looked up: an unused slot is nobody's.
std::uint32_t KeyFinder::number(std::string_view key) {
  Slot& slot = slots_[std::hash<std::string_view>{}(key) % kSlots];
  if (slot.key == key && !key.empty()) return slot.number;
  slot.number = dictionary_->number(key);
  slot.key = dictionary_->key(slot.number);
  return slot.number;
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
