#include "tool/terminal.hpp"

#include <fcntl.h>
#include <langinfo.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <unistd.h>

#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "selvage/report/text.hpp"
#include "tool/last_words.hpp"

namespace selvage::tool {
namespace {

volatile std::sig_atomic_t signalled = 0;

// Most of the work hears of a signal within a twentieth of a second. What does not, a
// call of the system or of another library, is left behind after this time.
constexpr suseconds_t kPatienceMicroseconds = 800'000;

void remember(int) {
  signalled = 1;
  const itimerval once = {{0, 0}, {0, kPatienceMicroseconds}};
  (void)setitimer(ITIMER_REAL, &once, nullptr);
}

void leave_behind(int) { end_at_once(130, "stopped"); }

constexpr int kQuietCalls = 20;  // about a second passes before a bar is shown

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
  struct sigaction late {};
  late.sa_handler = leave_behind;
  sigaction(SIGALRM, &late, nullptr);
}

bool interrupted() { return signalled != 0; }

void tell(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

bool stdout_is_open() {
  const int flags = fcntl(STDOUT_FILENO, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

std::string progress_text(const std::string& what, double share, std::uint64_t bytes) {
  constexpr int width = 30;
  if (share < 0 || share >= 1) return fmt::format("{} ...", what);
  const int full = static_cast<int>(share * width);
  const std::string bar = fmt::format("[{:#<{}}{:.<{}}] {:3.0f} %", "", full, "",
                                      width - full, share * 100);
  if (bytes == 0) return fmt::format("{} {}", what, bar);
  const bool giga = bytes >= 1'000'000'000;
  const double all = static_cast<double>(bytes) / (giga ? 1e9 : 1e6);
  return fmt::format("reading {:.{}f} of {:.{}f} {} {}", share * all, giga ? 1 : 0, all,
                     giga ? 1 : 0, giga ? "GB" : "MB", bar);
}

void ProgressLine::show(double share) {
  if (isatty(STDERR_FILENO) != 1 || ++calls_ < kQuietCalls) return;
  tell(fmt::format("\r{}\033[K", progress_text(what_, share, bytes_)));
  shown_ = true;
}

void ProgressLine::clear() {
  if (shown_) tell("\r\033[K");
  shown_ = false;
}

std::string safe_text(const std::string& text) {
  return printable(text, unicode_wanted() ? Script::unicode : Script::ascii);
}

}  // namespace selvage::tool
