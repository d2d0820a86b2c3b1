// The kernels behind aes256_ctr.hpp, each in a file compiled for its instructions.
#pragma once
#include <cstddef>

namespace selvage {

void aes256_ctr_aesni(const unsigned char* key, const unsigned char* counter,
                      unsigned char* out, std::size_t bytes, unsigned char* next);
void aes256_ctr_vaes(const unsigned char* key, const unsigned char* counter,
                     unsigned char* out, std::size_t bytes, unsigned char* next);

}  // namespace selvage
