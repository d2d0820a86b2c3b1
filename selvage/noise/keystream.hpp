// Fair words from ChaCha20, keyed by the operating system. After each block the key is
// replaced by the block's first bytes and every served byte is wiped, so that a memory
// dump does not reveal past noise (fast key erasure). The state lives in pages that the
// kernel wipes in a forked child, which therefore keys itself anew. One per thread.
#pragma once
#include <cstdint>

#include "selvage/base/result.hpp"

namespace selvage {

class Keystream {
 public:
  // Fails if the system has no entropy to give: then nothing may be released.
  static Result<Keystream> make();
  Keystream(Keystream&& other) noexcept;
  Keystream& operator=(Keystream&&) = delete;
  ~Keystream();

  std::uint64_t operator()();

 private:
  struct State;
  explicit Keystream(State* state) : state_(state) {}
  void refill();

  State* state_;
};

}  // namespace selvage
