// An open file of the system, closed by its owner; -1 is none.
#pragma once
#include <string_view>
#include <utility>

namespace selvage {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_;
};

// 0, or the errno that says why not all was written.
int write_all(int descriptor, std::string_view bytes);

}  // namespace selvage
