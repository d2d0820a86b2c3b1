// How the program ends where it cannot go back through its own code: one sentence,
// which also says what was charged, nothing hidden left on the disk, and an exit code.
// For a lack of memory inside GMP, of randomness inside libsodium, and for a stop that
// something did not hear. These hooks are of the whole process, and so they are here
// and not in the library.
#pragma once
#include <string>

namespace selvage::tool {

// Closed standard descriptors are opened so that nothing else takes their numbers:
// reading and writing them still fails, and what is told is heard by nobody. Before
// anything is opened. Ends with 4 where that is impossible.
void hold_standard_descriptors();

// What is to be said of the charge, from now on: "nothing was charged". Empty for
// commands that charge nothing.
void set_charge_words(const std::string& words);
// "; nothing was charged", or nothing.
std::string charge_words();

// "selvage: WHY; nothing was charged". May be called from a signal handler.
[[noreturn]] void end_at_once(int code, const char* why);

}  // namespace selvage::tool
