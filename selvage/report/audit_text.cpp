#include "selvage/report/audit_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/report/columns_text.hpp"
#include "selvage/report/text.hpp"

namespace selvage {
namespace {

std::size_t width_of(const TextStyle& style) {
  return static_cast<std::size_t>(std::max(40, style.width));
}

std::string wrapped(const std::string& words, const TextStyle& style) {
  std::string text;
  for (const std::string& line : wrap(words, width_of(style))) text += line + "\n";
  return text;
}

// Class by class: promised and exact.
std::string profile_table(const verify::Audit& audit, const TextStyle& style) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& check : audit.checks)
    rows.push_back({check.number, thousands(check.count), check.epsilon.short_text(),
                    check.epsilon_exact.empty() ? "-" : check.epsilon_exact,
                    check.delta_promised.short_text(), check.delta.upper_text(6),
                    check.holds ? "yes" : "NO"});
  return wrapped(
             "Neighbours: a cell with this many people, and the same without one of "
             "them.",
             style) +
         "\n" +
         columns_text({{"number"},
                       {"people", true},
                       {"epsilon promised", true},
                       {"epsilon exact <=", true},
                       {"delta promised", true},
                       {"delta exact <=", true},
                       {"holds"}},
                      rows, width_of(style));
}

std::string checks_table(const verify::Audit& audit, const TextStyle& style) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& check : audit.checks)
    rows.push_back({check.number, thousands(check.count), thousands(check.removed),
                    check.epsilon.short_text(), check.delta_promised.short_text(),
                    check.delta.upper_text(6), check.holds ? "yes" : "NO"});
  return wrapped(
             "Neighbours: data with this value, and the same without one person's "
             "part.",
             style) +
         "\n" +
         columns_text({{"number"},
                       {"value", true},
                       {"part", true},
                       {"epsilon", true},
                       {"delta promised", true},
                       {"delta exact <=", true},
                       {"holds"}},
                      rows, width_of(style));
}

}  // namespace

std::string audit_text(const verify::Audit& audit, bool by_class,
                       const TextStyle& style) {
  std::string text =
      by_class ? profile_table(audit, style) : checks_table(audit, style);
  if (!audit.curve.empty())
    text +=
        "\nThe exact privacy curve of the worst neighbours:\n\n"
        "    epsilon  delta (at most)\n";
  for (const auto& point : audit.curve)
    text += fmt::format("{:>11}  {}\n", point.epsilon.short_text(),
                        point.delta.upper_text(6));
  text += "\n";
  text += wrapped(
      fmt::format("{} ({}: {}).",
                  audit.holds ? "The promise holds" : "THE PROMISE IS BROKEN",
                  level_name(audit.verification.level), audit.verification.detail),
      style);
  return text;
}

}  // namespace selvage
