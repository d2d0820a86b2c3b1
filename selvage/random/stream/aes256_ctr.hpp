// AES-256 in counter mode [FIPS197, SP800-38A], by the processor's own instructions.
#pragma once
#include <cstddef>
#include <span>

namespace selvage {

// The keystream of `key` from the counter block `counter` on: `bytes` bytes to out, the
// 32 that follow to `next`, which may be `key` itself. Requires that bytes is a
// multiple of 512 and that the last 8 bytes of the counter do not overflow.
using Aes256Ctr = void (*)(const unsigned char* key, const unsigned char* counter,
                           unsigned char* out, std::size_t bytes, unsigned char* next);

struct AesKernel {
  const char* name;
  Aes256Ctr run;
};

// Those that this processor can run, the fastest first; none where it has no AES.
std::span<const AesKernel> aes_kernels();
// Whether a kernel gives the keystream of SP 800-38A, F.5.5, and the key that follows
// 512 bytes of it.
bool passes_self_test(const AesKernel& kernel);

}  // namespace selvage
