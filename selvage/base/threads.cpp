#include "selvage/base/threads.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "selvage/base/stopping.hpp"

namespace selvage {

int threads_for(int asked) {
  if (asked > 0) return asked;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

bool run_watched(int threads, const std::function<void(int)>& work,
                 const std::function<bool(double share)>& watch,
                 const std::function<double()>& share,
                 const std::function<void()>& stop) {
  std::mutex mutex;
  std::condition_variable ended;
  int running = threads;
  std::exception_ptr thrown;  // memory may end in a thread, and it is told by this one
  const auto run = [&](int i) {
    std::exception_ptr problem;
    try {
      work(i);
    } catch (...) {
      problem = std::current_exception();
      stop();
    }
    const std::lock_guard lock(mutex);
    if (problem) thrown = problem;
    if (--running == 0) ended.notify_all();
  };
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i) try {
      all.emplace_back(run, i);
    } catch (const std::system_error&) {
      // The system gives no more threads: those there are do all the work.
      const std::lock_guard lock(mutex);
      running -= threads - i;
      if (i == 0) throw;
      break;
    }
  bool go_on = true;
  {
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, std::chrono::milliseconds(50),
                           [&] { return running == 0; })) {
      // Again until it is heard: what is to stop may just begin.
      go_on = go_on && (!watch || watch(share())) && goes_on();
      if (!go_on) stop();
    }
  }
  for (std::thread& thread : all) thread.join();
  if (thrown) std::rethrow_exception(thrown);
  return go_on;
}

}  // namespace selvage
