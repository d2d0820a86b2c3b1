// What the check of a certificate found, in words and as JSON.
#pragma once
#include <string>
#include <vector>

#include "selvage/report/page.hpp"
#include "selvage/verify/certificate_check.hpp"

namespace selvage {

bool nothing_is_wrong(const std::vector<verify::CertificateCheck>& checks);

std::string verify_text(const std::vector<verify::CertificateCheck>& checks,
                        const TextStyle& style);
std::string verify_json_text(const std::vector<verify::CertificateCheck>& checks);

}  // namespace selvage
