// For tests: child processes, and a few charges.
#pragma once
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>

#include "selvage/base/number_testing.hpp"
#include "selvage/base/temporary_folder.hpp"
#include "selvage/ledger/ledger.hpp"

namespace selvage {

// A process of its own and what it writes. No Ledger may be open when it starts: SQLite
// is not to be carried across fork.
class Child {
 public:
  explicit Child(const std::function<void(int pipe)>& run) {
    int ends[2] = {-1, -1};
    if (pipe(ends) != 0) abort();
    process_ = fork();
    if (process_ < 0) abort();
    if (process_ == 0) {
      close(ends[0]);
      run(ends[1]);
      _exit(0);
    }
    close(ends[1]);
    from_ = ends[0];
  }
  ~Child() {
    end(SIGKILL);
    close(from_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Up to this many bytes more; fewer at the end.
  std::string read(std::size_t size) {
    std::string text(size, '\0');
    std::size_t done = 0;
    while (done < size) {
      const ssize_t got = ::read(from_, text.data() + done, size - done);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      done += static_cast<std::size_t>(got);
    }
    text.resize(done);
    return text;
  }
  std::string rest() {
    std::string text;
    for (std::string part = read(4096);; part = read(4096)) {
      text += part;
      if (part.size() < 4096) return text;
    }
  }
  void end(int signal) {
    if (process_ <= 0) return;
    kill(process_, signal);
    waitpid(process_, nullptr, 0);
    process_ = 0;
  }
  // Its wait status; it must not run for ever.
  int wait() {
    int status = -1;
    waitpid(process_, &status, 0);
    process_ = 0;
    return status;
  }

 private:
  pid_t process_ = 0;
  int from_ = -1;
};

inline void say(int pipe, const std::string& text) {
  if (write(pipe, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    _exit(3);
}

// What a child finds out.
inline std::string told_by_child(const std::function<std::string()>& find_out) {
  Child child([&](int pipe) { say(pipe, find_out()); });
  std::string told = child.rest();
  child.wait();
  return told;
}

// epsilon = 1 / scale.
inline Charge laplace_charge(const Rational& scale, std::string question = "{}",
                             std::string version = "") {
  return {std::move(question), std::move(version), {discrete_laplace_cells(scale, 1)}};
}

}  // namespace selvage
