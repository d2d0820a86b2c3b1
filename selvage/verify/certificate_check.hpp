// Recomputes what a certificate claims, from its leaves: every derivation, the way from
// the question to the noise, the error bars, and the place in the ledger. Sees nothing
// but the certificate; says what it cannot know.
#pragma once
#include <string>
#include <vector>

#include "selvage/certificate/certificate.hpp"

namespace selvage::verify {

enum class Verdict { holds, wrong, unknown };

struct CertificateCheck {
  Verdict verdict;
  std::string subject;  // "signature", "derivation", ...
  std::string finding;  // one sentence, without a full stop
};

std::vector<CertificateCheck> check_certificate(const Certificate& certificate);

// Whether the numbers and keys of the certificate are those that its ledger stored.
bool is_stored_answer(const Certificate& certificate, const std::string& stored);

}  // namespace selvage::verify
