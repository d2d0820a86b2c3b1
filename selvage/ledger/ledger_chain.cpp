#include "selvage/ledger/ledger_chain.hpp"

#include "selvage/base/digest.hpp"

namespace selvage {

std::string seal(std::initializer_list<std::string_view> texts) {
  std::string bytes;
  for (const std::string_view text : texts) {
    for (int shift = 56; shift >= 0; shift -= 8)
      bytes += static_cast<char>(std::uint64_t{text.size()} >> shift);
    bytes += text;
  }
  return digest_of(bytes);
}

std::string seal_of(const SealedTerms& terms) {
  return seal({"selvage ledger terms 3", terms.created, terms.table, terms.epsilon,
               terms.delta, terms.rho, terms.profile, terms.neighbours,
               terms.accounting, terms.privacy_unit});
}

std::string earlier_seal_of(const SealedTerms& terms, std::int64_t version) {
  if (version == 1)
    return seal({"selvage ledger terms 1", terms.created, terms.table, terms.epsilon,
                 terms.delta, terms.profile, terms.neighbours, terms.accounting});
  return seal({"selvage ledger terms 2", terms.created, terms.table, terms.epsilon,
               terms.delta, terms.profile, terms.neighbours, terms.accounting,
               terms.privacy_unit});
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
