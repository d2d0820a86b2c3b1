#include "selvage/base/stopping.hpp"

#include <utility>

namespace selvage {

constinit thread_local AskedThread this_thread_asks;

Asking::Asking(GoOn go_on)
    : go_on_(std::move(go_on)), outer_(std::exchange(this_thread_asks.asking, this)) {}

Asking::~Asking() { this_thread_asks.asking = outer_; }

NotAsking::NotAsking() : outer_(std::exchange(this_thread_asks.asking, nullptr)) {}

NotAsking::~NotAsking() { this_thread_asks.asking = outer_; }

void ask_now() {
  constexpr std::chrono::milliseconds kBetween{50};
  if (this_thread_asks.asking == nullptr) return;
  Asking& asking = *this_thread_asks.asking;
  const auto now = std::chrono::steady_clock::now();
  if (now < asking.next_) return;
  asking.next_ = now + kBetween;
  if (!asking.go_on_()) throw Stopped{};
}

bool goes_on() {
  const Asking* asking = this_thread_asks.asking;
  return asking == nullptr || asking->go_on_();
}

}  // namespace selvage
