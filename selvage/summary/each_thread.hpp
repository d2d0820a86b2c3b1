// Work space for threads that nobody has counted: whoever comes takes one that is free,
// or makes one, and gives it back.
#pragma once
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace selvage {

template <class Space>
class EachThread {
 public:
  explicit EachThread(std::function<std::unique_ptr<Space>()> make)
      : make_(std::move(make)) {}

  // Nobody else works in it meanwhile.
  template <class Work>
  void with(const Work& work) {
    std::unique_ptr<Space> mine = take();
    work(*mine);
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(mine));
  }
  // Not while somebody works.
  std::vector<std::unique_ptr<Space>>& all() { return free_; }

 private:
  std::unique_ptr<Space> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        auto last = std::move(free_.back());
        free_.pop_back();
        return last;
      }
    }
    return make_();
  }

  std::function<std::unique_ptr<Space>()> make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Space>> free_;
};

}  // namespace selvage
