#include "selvage/report/audit_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/report/text.hpp"

namespace selvage {
namespace {

// Class by class: promised and exact.
std::string profile_table(const verify::Audit& audit) {
  std::string text =
      "Neighbours: a cell with this many people, and the same without one of them.\n\n"
      "             people  epsilon promised  epsilon exact <=  delta promised  delta "
      "exact <=  holds\n";
  for (const auto& check : audit.checks)
    text +=
        fmt::format("{:<7} {:>11}  {:>16}  {:>16}  {:>14}  {:>14}  {}\n", check.number,
                    thousands(check.count), check.epsilon.short_text(),
                    check.epsilon_exact.empty() ? "-" : check.epsilon_exact,
                    check.delta_promised.short_text(), check.delta.upper_text(6),
                    check.holds ? "yes" : "NO");
  return text;
}

std::string checks_table(const verify::Audit& audit) {
  std::string text =
      "Neighbours: data with this number, and the same without one person's "
      "part.\n\n"
      "            number        part      epsilon  delta promised  delta exact <=  "
      "holds\n";
  for (const auto& check : audit.checks)
    text += fmt::format("{:<7} {:>10}  {:>10}  {:>11}  {:>14}  {:>14}  {}\n",
                        check.number, thousands(check.count), thousands(check.removed),
                        check.epsilon.short_text(), check.delta_promised.short_text(),
                        check.delta.upper_text(6), check.holds ? "yes" : "NO");
  return text;
}

}  // namespace

std::string audit_text(const verify::Audit& audit, bool by_class,
                       const TextStyle& style) {
  std::string text = by_class ? profile_table(audit) : checks_table(audit);
  if (!audit.curve.empty())
    text +=
        "\nThe exact privacy curve of the worst neighbours:\n\n"
        "    epsilon  delta (at most)\n";
  for (const auto& point : audit.curve)
    text += fmt::format("{:>11}  {}\n", point.epsilon.short_text(),
                        point.delta.upper_text(6));
  text += "\n";
  for (const std::string& line : wrap(
           fmt::format("{} ({}: {}).",
                       audit.holds ? "The promise holds" : "THE PROMISE IS BROKEN",
                       level_name(audit.verification.level), audit.verification.detail),
           static_cast<std::size_t>(std::max(40, style.width))))
    text += line + "\n";
  return text;
}

}  // namespace selvage
