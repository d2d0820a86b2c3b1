// Work done by several threads at once, while somebody watches.
#pragma once
#include <functional>

namespace selvage {

// As many threads as are asked for; with 0, as many as there are cores.
int threads_for(int asked);

// Runs `work(i)` for i in 0..threads-1 at once (for fewer of them, from 0, where the
// system gives no more threads), and the watch beside them. `share` tells how much is
// done. False if the watch, or whoever waits for this thread (stopping.hpp), wanted to
// stop: then `stop` was called, again and again until all have ended, and once where
// one of them throws, which is thrown again here.
bool run_watched(int threads, const std::function<void(int)>& work,
                 const std::function<bool(double share)>& watch,
                 const std::function<double()>& share,
                 const std::function<void()>& stop);

}  // namespace selvage
