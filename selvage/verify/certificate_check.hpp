// Recomputes what a certificate claims: every derivation from its leaves; promises,
// answer, error bars and warnings by making the release again; and the place in the
// ledger. Sees nothing but the certificate; says what it cannot know.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "selvage/certificate/certificate.hpp"
#include "selvage/mechanism/verb.hpp"

namespace selvage::verify {

enum class Verdict { holds, wrong, unknown };

struct CertificateCheck {
  Verdict verdict;
  std::string subject;  // "signature", "derivation", ...
  std::string finding;  // one sentence, without a full stop
};

// `verbs`: all that can be asked.
std::vector<CertificateCheck> check_certificate(const Certificate& certificate,
                                                std::span<const Verb> verbs);

// The release that it certifies, to be shown; fails where a check does.
Result<Release> certified_release(const Certificate& certificate,
                                  std::span<const Verb> verbs);

// Whether the numbers and keys of the certificate are those that its ledger stored.
bool is_stored_answer(const Certificate& certificate, const std::string& stored);

}  // namespace selvage::verify
