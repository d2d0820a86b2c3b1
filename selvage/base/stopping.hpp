// Whoever waits for long work may want it to stop. Long work asks on the thread of its
// caller: the exact arithmetic of this room does, so that all that computes long asks
// without knowing, and so do the few long loops that compute with machine words alone.
#pragma once
#include <chrono>
#include <functional>

namespace selvage {

// Whether to go on. Asked every 50 milliseconds at most.
using GoOn = std::function<bool()>;

// Ends long work of which nothing is wanted any more. No std::exception, so that nobody
// takes it for a fault. Caught where `Asking` was made, or by a room that has something
// to say of what was done so far.
struct Stopped {};

// While it lives, long work of this thread asks.
class Asking {
 public:
  explicit Asking(GoOn go_on);
  ~Asking();
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

 private:
  friend class NotAsking;
  friend void ask_now();
  friend bool goes_on();
  GoOn go_on_;
  std::chrono::steady_clock::time_point next_ = {};
  Asking* outer_;
};

// While it lives, long work of this thread does not ask: another library has called it,
// through which nothing may be thrown.
class NotAsking {
 public:
  NotAsking();
  ~NotAsking();
  NotAsking(const NotAsking&) = delete;
  NotAsking& operator=(const NotAsking&) = delete;

 private:
  Asking* outer_;
};

// Who is asked on this thread, and how often it came by.
struct AskedThread {
  Asking* asking = nullptr;
  unsigned visits = 0;
};
extern thread_local constinit AskedThread this_thread_asks;

// Throws Stopped where nobody wants more. For steps that take a tenth of a millisecond
// or longer.
void ask_now();

// The same for short steps: it takes a nanosecond.
inline void ask_to_go_on() {
  constexpr unsigned kVisits = 256;
  if (this_thread_asks.asking != nullptr && ++this_thread_asks.visits % kVisits == 0)
    ask_now();
}

// Asks at once and throws nothing: for waiting inside other libraries, and for threads
// that watch others.
bool goes_on();

}  // namespace selvage
