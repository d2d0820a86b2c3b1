#include "selvage/base/digest.hpp"

#include <sodium.h>

#include <array>

namespace selvage {
namespace {

const unsigned char* raw(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

std::string hex_text(std::string_view bytes) {
  std::string text(2 * bytes.size() + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), raw(bytes), bytes.size());
  text.pop_back();
  return text;
}

std::optional<std::string> bytes_of_hex(std::string_view text) {
  if (text.size() % 2 != 0 ||
      text.find_first_not_of("0123456789abcdef") != std::string_view::npos)
    return std::nullopt;
  std::string bytes(text.size() / 2, '\0');
  std::size_t size = 0;
  if (sodium_hex2bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(),
                     text.data(), text.size(), nullptr, &size, nullptr) != 0 ||
      size != bytes.size())
    return std::nullopt;
  return bytes;
}

std::string digest_of(std::string_view text) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
  crypto_hash_sha256(digest.data(), raw(text), text.size());
  return hex_text({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

}  // namespace selvage
