// The `selvage` command: finds the verb, runs it, turns errors into one sentence and an
// exit code. The only place that prints to the terminal's error side and exits.
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "selvage/base/stopping.hpp"
#include "tool/commands.hpp"
#include "tool/last_words.hpp"
#include "tool/spoken.hpp"
#include "tool/terminal.hpp"

namespace {

using selvage::ErrorKind;

// 0 done, 2 the request is wrong, 3 the ledger refuses, 4 cannot be read or written.
int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::invalid_request:
      return 2;
    case ErrorKind::budget_exceeded:
      return 3;
    case ErrorKind::unreadable:
    case ErrorKind::unverified:
      return 4;
    case ErrorKind::interrupted:
      return 130;
  }
  return 4;
}

}  // namespace

int main(int argc, char** argv) try {
  selvage::tool::hold_standard_descriptors();
  selvage::tool::listen_for_interrupt();
  const selvage::Asking asking([] { return !selvage::tool::interrupted(); });
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto done = selvage::tool::run_command(words);
  if (done) return done->exit_code;
  selvage::tool::tell(fmt::format(
      "selvage: {}\n",
      selvage::tool::safe_text(selvage::tool::spoken(done.error().message))));
  return exit_code(done.error().kind);
} catch (const selvage::Stopped&) {
  selvage::tool::end_at_once(130, "stopped");
} catch (const std::bad_alloc&) {
  selvage::tool::end_at_once(4, "there is not enough memory");
} catch (const std::exception&) {
  // Whatever a library throws may quote data: its text is not shown.
  selvage::tool::end_at_once(4, "an internal error ended the command");
}
