#include "tool/terminal.hpp"

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "selvage/report/text.hpp"

namespace selvage::tool {
namespace {

volatile std::sig_atomic_t signalled = 0;
void remember(int) { signalled = 1; }

constexpr int kQuietCalls = 4;  // about half a second passes before a bar is shown

}  // namespace

bool stdout_is_terminal() { return isatty(STDOUT_FILENO) == 1; }

int stdout_width() {
  winsize size{};
  if (!stdout_is_terminal() || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 80;
  return size.ws_col < 40 ? 80 : size.ws_col > 160 ? 160 : size.ws_col;
}

bool colour_wanted() {
  return stdout_is_terminal() && std::getenv("NO_COLOR") == nullptr;
}

bool unicode_wanted() {
  std::setlocale(LC_CTYPE, "");
  const bool utf8 = std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
  std::setlocale(LC_CTYPE, "C");
  return utf8;
}

void listen_for_interrupt() {
  struct sigaction action {};
  action.sa_handler = remember;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction inherited {};
    sigaction(signal, nullptr, &inherited);
    // Who started us in the background may have asked that Ctrl-C does not reach us.
    if (inherited.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

bool interrupted() { return signalled != 0; }

void ProgressLine::show(double share) {
  if (isatty(STDERR_FILENO) != 1 || ++calls_ < kQuietCalls) return;
  constexpr int width = 30;
  if (share < 0) {
    fmt::print(stderr, "\r{} ...\033[K", what_);
  } else {
    const double at = share > 1 ? 1 : share;
    const int full = static_cast<int>(at * width);
    fmt::print(stderr, "\r{} [{:#<{}}{:.<{}}] {:3.0f} %\033[K", what_, "", full, "",
               width - full, at * 100);
  }
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::clear() {
  if (shown_) fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  shown_ = false;
}

std::string safe_text(const std::string& text) {
  return printable(text, unicode_wanted() ? Script::unicode : Script::ascii);
}

}  // namespace selvage::tool
