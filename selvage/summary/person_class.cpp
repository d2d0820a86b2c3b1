#include "selvage/summary/person_class.hpp"

#include <sodium.h>

#include <algorithm>

#include "selvage/base/ascii.hpp"

namespace selvage {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// A whole number as its digits say it: "+007.0" is "7". Other texts stay.
std::string_view whole_number(std::string_view text, std::string& made) {
  const bool negative = text.starts_with('-');
  std::string_view digits = text.substr(negative || text.starts_with('+') ? 1 : 0);
  if (const auto point = digits.find('.'); point != std::string_view::npos) {
    const std::string_view rest = digits.substr(point + 1);
    if (!std::all_of(rest.begin(), rest.end(), [](char c) { return c == '0'; }))
      return text;
    digits = digits.substr(0, point);
  }
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit))
    return text;
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
  made = (negative && digits != "0" ? "-" : "") + std::string(digits);
  return made;
}

}  // namespace

Person in_one_class(Person rule) {
  rule.rows = 1;
  rule.cells = 1;
  rule.per_person = PerPerson::first;
  rule.rows_in_cell.reset();
  rule.sum_in_cell.reset();
  return rule;
}

std::string class_text(std::string_view person) {
  while (!person.empty() && is_blank(person.front())) person.remove_prefix(1);
  while (!person.empty() && is_blank(person.back())) person.remove_suffix(1);
  std::string made;
  std::string text(whole_number(person, made));
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::uint64_t person_choice(std::string_view person, const BoundingKey& classes) {
  const std::string text = class_text(person);
  std::uint64_t choice = 0;
  static_assert(sizeof choice == crypto_shorthash_BYTES);
  crypto_shorthash(reinterpret_cast<unsigned char*>(&choice),
                   reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                   classes.data());
  return choice;
}

std::string_view choice_bytes(const std::uint64_t& choice) {
  return {reinterpret_cast<const char*>(&choice), sizeof choice};
}

}  // namespace selvage
