#include "selvage/summary/number_rows.hpp"

#include <cstring>

#include <sodium.h>

#include "selvage/base/errors.hpp"

namespace selvage {

Uint128 person_name(std::string_view person, const BlockKey& key) {
  static_assert(sizeof(BlockKey) == crypto_shorthash_siphashx24_KEYBYTES);
  static_assert(sizeof(Uint128) == crypto_shorthash_siphashx24_BYTES);
  Uint128 hash = 0;
  crypto_shorthash_siphashx24(reinterpret_cast<unsigned char*>(&hash),
                              reinterpret_cast<const unsigned char*>(person.data()),
                              person.size(), key.data());
  return hash;
}

Result<NumberRows> number_rows(Reader& reader, const BlockKey& key) {
  if (auto* rows = dynamic_cast<NumberReader*>(&reader)) return rows->number_rows(key);
  return unreadable("this table has no columns beside the measure");
}

}  // namespace selvage
