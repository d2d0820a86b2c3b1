#include "selvage/report/verify_text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/report/text.hpp"

namespace selvage {

using verify::CertificateCheck;
using verify::Verdict;

bool nothing_is_wrong(const std::vector<CertificateCheck>& checks) {
  return std::none_of(checks.begin(), checks.end(), [](const CertificateCheck& check) {
    return check.verdict == Verdict::wrong;
  });
}

std::string verify_text(const std::vector<CertificateCheck>& checks,
                        const TextStyle& style) {
  std::string text;
  const auto width = static_cast<std::size_t>(std::max(40, style.width));
  const Script script = style.unicode ? Script::unicode : Script::ascii;
  for (const CertificateCheck& check : checks) {
    const char* verdict = check.verdict == Verdict::holds   ? "ok"
                          : check.verdict == Verdict::wrong ? "WRONG"
                                                            : "unknown";
    bool first = true;
    for (const std::string& line :
         wrap(printable(style.speech.said(check.finding), script), width - 20)) {
      text += fmt::format("{:<7}  {:<10} {}\n", first ? verdict : "",
                          first ? check.subject : "", line);
      first = false;
    }
  }
  text += "\n";
  const std::string closing =
      nothing_is_wrong(checks)
          ? "Nothing is wrong. This checked arithmetic and signature; it cannot see "
            "that the table was the one named, that the noise was drawn as it should "
            "be, or that the program checked itself as it says."
          : "THIS CERTIFICATE IS WRONG. Do not rely on it.";
  for (const std::string& line : wrap(closing, width)) text += line + "\n";
  return text;
}

std::string verify_json_text(const std::vector<CertificateCheck>& checks) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const CertificateCheck& check : checks)
    list.push_back({{"subject", check.subject},
                    {"verdict", check.verdict == Verdict::holds   ? "holds"
                                : check.verdict == Verdict::wrong ? "wrong"
                                                                  : "unknown"},
                    {"finding", check.finding}});
  return nlohmann::ordered_json{
             {"selvage", "0.1"}, {"holds", nothing_is_wrong(checks)}, {"checks", list}}
             .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

}  // namespace selvage
