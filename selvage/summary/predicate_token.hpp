// The words of a predicate, each with its place.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "selvage/base/rational.hpp"

namespace selvage {

struct Token {
  enum class Kind { name, quoted_name, number, text, symbol, end };
  Kind kind = Kind::end;
  std::string text;  // without its quotes; a symbol as it is written
  Rational number = {};
  std::size_t place = 0;  // bytes before it
};

// Ends with a token `end`. Fails with a sentence that names the place.
Result<std::vector<Token>> predicate_tokens(std::string_view text);

// "`where`, at character 14: expected ..."
Error predicate_error(std::string_view text, std::size_t place,
                      const std::string& problem);

// A word of the grammar in any case, so that a column of this name is quoted.
bool is_keyword(std::string_view word);
bool is_same_word(std::string_view word, std::string_view keyword);
// A name that needs no quotes.
bool is_bare_name(std::string_view name);

}  // namespace selvage
