#include "selvage/report/wording.hpp"

#include <fmt/format.h>

namespace selvage {
namespace {

std::string capitalized(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

}  // namespace

std::string full_sentence(std::string words) {
  words = capitalized(std::move(words));
  return words.empty() || words.back() == '.' ? words : words + '.';
}

std::string title(const Release& release) {
  const Question& question = release.question;
  std::string text =
      fmt::format("{} of {}", capitalized(question.verb), question.domain.column);
  if (!question.table.empty()) text += " in " + question.table;
  if (!question.where.empty()) text += " where " + question.where;
  return text;
}

std::string error_sentence(const Release& release, const std::string& holder,
                           Script script) {
  return fmt::format(
      "{} holds the true count with probability {}: noise at most {}{} {} (each cell "
      "taken alone, noise only)",
      holder, release.error.confidence.text(), script == Script::unicode ? "±" : "+-",
      thousands(release.error.bound), release.error.bound == 1 ? "row" : "rows");
}

std::string verification_sentence(const Release& release) {
  const Verification& verification = release.verification;
  const std::string level = level_name(verification.level);
  return verification.detail.empty() ? level : level + ": " + verification.detail;
}

}  // namespace selvage
