#include "selvage/ledger/ledger_chain.hpp"

#include <sodium.h>

#include <array>

namespace selvage {

std::string seal(std::initializer_list<std::string_view> texts) {
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  const auto add = [&](const void* bytes, std::size_t size) {
    crypto_hash_sha256_update(&state, static_cast<const unsigned char*>(bytes), size);
  };
  for (const std::string_view text : texts) {
    std::array<unsigned char, 8> length{};
    for (std::size_t i = 0; i < 8; ++i)
      length[i] =
          static_cast<unsigned char>(std::uint64_t{text.size()} >> (56 - 8 * i));
    add(length.data(), length.size());
    add(text.data(), text.size());
  }
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
  crypto_hash_sha256_final(&state, digest.data());
  std::string hex(2 * digest.size() + 1, '\0');
  sodium_bin2hex(hex.data(), hex.size(), digest.data(), digest.size());
  hex.pop_back();
  return hex;
}

std::string seal_of(const SealedTerms& terms) {
  return seal({"selvage ledger terms 1", terms.created, terms.table, terms.epsilon,
               terms.delta, terms.profile, terms.neighbours, terms.accounting});
}

std::string seal_of(const SealedEntry& entry, std::string_view previous) {
  return seal({"selvage ledger entry 1", previous, std::to_string(entry.id), entry.time,
               entry.question, entry.version, entry.counted, entry.other});
}

std::string seal_of_answer(std::string_view entry_seal, std::string_view time,
                           std::string_view answer) {
  return seal({"selvage ledger answer 1", entry_seal, time, answer});
}

}  // namespace selvage
