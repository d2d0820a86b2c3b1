// What the fuzz targets share. Each target is one file NAME_fuzz.cpp with libFuzzer's
// entry: it reads any bytes, may refuse them, and ends the program where a promise is
// broken. libFuzzer or replay.cpp then tell the input.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace selvage {

// Says which promise, on what, and aborts.
inline void check(bool kept, const char* promise, const std::string& on) {
  if (kept) return;
  std::fprintf(stderr, "broken promise: %s\non: %.2000s\n", promise, on.c_str());
  std::abort();
}

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace selvage
