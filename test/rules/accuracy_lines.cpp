// What the first checker says of derivations of accuracy: one of them a line in, true
// or false a line out.
#include <iostream>
#include <string>

#include "selvage/guarantee/accuracy_derivation.hpp"

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const auto read = selvage::parse_accuracy_derivation(line);
    std::cout << (read && selvage::holds(*read) ? "true" : "false") << std::endl;
  }
}
