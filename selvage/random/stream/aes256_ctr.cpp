#include "selvage/random/stream/aes256_ctr.hpp"

#include <sodium.h>

#include <array>
#include <cstring>

#include "selvage/random/stream/aes256_kernels.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace selvage {
#if defined(__x86_64__)
namespace {

// Leaf 7: the name "vaes" is not known to all compilers. Whether the system keeps the
// registers that it needs is told with AVX-512.
bool processor_has_vaes() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (c >> 9 & 1) != 0;
}

}  // namespace
#endif

std::span<const AesKernel> aes_kernels() {
#if defined(__x86_64__)
  static constexpr std::array kernels{AesKernel{"VAES", aes256_ctr_vaes},
                                      AesKernel{"AES-NI", aes256_ctr_aesni}};
  if (processor_has_vaes() && __builtin_cpu_supports("avx512f") &&
      __builtin_cpu_supports("avx512bw"))
    return kernels;
  // Every processor with AES has SSSE3; GCC 12 tells of AES by this name only.
  if (__builtin_cpu_supports("aes") && __builtin_cpu_supports("sse4.1"))
    return std::span(kernels).subspan(1);
#endif
  return {};
}

// All 34 blocks count, since each kernel has many in its hands at once. The digest is
// of the same 544 bytes by another implementation: openssl enc -aes-256-ctr -K key -iv
// counter, of zeros. As in use, the key that follows takes the place of the key.
bool passes_self_test(const AesKernel& kernel) {
  static constexpr unsigned char key[32] = {
      0x60, 0x3d, 0xeb, 0x10, 0x15, 0xca, 0x71, 0xbe, 0x2b, 0x73, 0xae,
      0xf0, 0x85, 0x7d, 0x77, 0x81, 0x1f, 0x35, 0x2c, 0x07, 0x3b, 0x61,
      0x08, 0xd7, 0x2d, 0x98, 0x10, 0xa3, 0x09, 0x14, 0xdf, 0xf4};
  static constexpr unsigned char counter[16] = {0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5,
                                                0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb,
                                                0xfc, 0xfd, 0xfe, 0xff};
  static constexpr unsigned char expected[crypto_hash_sha256_BYTES] = {
      0x24, 0x4c, 0x7d, 0xa8, 0x0b, 0x49, 0xdc, 0x39, 0xe0, 0x62, 0xab,
      0xa6, 0x06, 0xd9, 0x6f, 0x57, 0x6d, 0xdb, 0x97, 0x72, 0xc4, 0x21,
      0x39, 0x74, 0x04, 0x58, 0x95, 0x32, 0xa9, 0x53, 0xd4, 0x52};
  unsigned char stream[512 + sizeof key], digest[sizeof expected];
  std::memcpy(stream + 512, key, sizeof key);
  kernel.run(stream + 512, counter, stream, 512, stream + 512);
  crypto_hash_sha256(digest, stream, sizeof stream);
  return std::memcmp(digest, expected, sizeof expected) == 0;
}

}  // namespace selvage
