#include "tool/passphrase.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <fstream>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/stopping.hpp"
#include "tool/last_words.hpp"

namespace selvage::tool {
namespace {

constexpr off_t kLongestPassphraseFile = 4096;

// What is typed is not shown while this lives.
class Hidden {
 public:
  explicit Hidden(int terminal) : terminal_(terminal) {
    known_ = ::tcgetattr(terminal_, &before_) == 0;
    termios silent = before_;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO | ISIG);  // Ctrl-C is a character
    if (known_) ::tcsetattr(terminal_, TCSAFLUSH, &silent);
  }
  ~Hidden() {
    if (known_) ::tcsetattr(terminal_, TCSAFLUSH, &before_);
  }
  Hidden(const Hidden&) = delete;
  Hidden& operator=(const Hidden&) = delete;

 private:
  int terminal_;
  termios before_{};
  bool known_ = false;
};

Result<std::string> from_terminal(const std::string& prompt) {
  const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
  if (terminal < 0)
    return wrong(
        "the key has a passphrase, and there is no terminal to type it; write it in a "
        "file "
        "and add --passphrase-file FILE");
  std::string line;
  bool ended = false, stopped = false;
  {
    const Hidden hidden(terminal);
    (void)!::write(terminal, prompt.data(), prompt.size());
    for (char c = 0; !ended && ::read(terminal, &c, 1) == 1;) {
      ended = c == '\n';
      stopped = c == 3;  // Ctrl-C
      if (stopped) break;
      if (!ended) line += c;
    }
    (void)!::write(terminal, "\n", 1);
  }
  ::close(terminal);
  if (stopped || !goes_on())
    return Error{ErrorKind::interrupted, "stopped" + charge_words()};
  if (!ended) return wrong("no passphrase was typed");
  return line;
}

}  // namespace

Result<std::string> ask_passphrase(const std::string& file, const std::string& prompt) {
  std::string line;
  if (file.empty()) {
    auto typed = from_terminal(prompt);
    if (!typed) return typed;
    line = *std::move(typed);
  } else {
    struct stat status {};
    const bool regular = ::stat(file.c_str(), &status) == 0 &&
                         S_ISREG(status.st_mode) &&
                         status.st_size <= kLongestPassphraseFile;
    std::ifstream input(regular ? file : std::string());
    if (!regular || !std::getline(input, line))
      return unreadable(fmt::format("cannot read a passphrase from '{}'", file));
    if (!line.empty() && line.back() == '\r') line.pop_back();
  }
  if (line.empty()) return wrong("an empty passphrase protects nothing; leave it out");
  return line;
}

}  // namespace selvage::tool
