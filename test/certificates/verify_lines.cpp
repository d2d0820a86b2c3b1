// Checks certificates one after the other: a certificate a line in, a line out, "holds"
// or the first thing that is wrong. What `selvage verify` says of each, without a
// process for each. With --verbs: what can be asked, a verb and its fields a line.
#include <cstdio>
#include <iostream>
#include <string>

#include "selvage/verbs/verbs.hpp"
#include "selvage/verify/certificate_check.hpp"

namespace {

std::string said_of(const std::string& text) {
  using namespace selvage;
  const auto certificate = parse_certificate(text);
  if (!certificate) return "wrong form: " + certificate.error().message;
  for (const auto& check : verify::check_certificate(*certificate, verbs()))
    if (check.verdict == verify::Verdict::wrong)
      return "wrong " + check.subject + ": " + check.finding;
  return "holds";
}

}  // namespace

int main(int count, char**) {
  if (count > 1) {
    for (const auto& verb : selvage::verbs()) {
      std::cout << verb.name;
      for (const auto& field : verb.fields) std::cout << ' ' << field.name;
      std::cout << '\n';
    }
    return 0;
  }
  for (std::string line; std::getline(std::cin, line);) {
    std::string said = said_of(line + "\n");
    for (char& c : said)
      if (c == '\n') c = ' ';
    std::cout << said << std::endl;
  }
}
