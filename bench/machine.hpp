// What a benchmark ran on.
#pragma once
#include <fstream>
#include <sstream>
#include <string>

#include <fmt/format.h>

namespace selvage::bench {

// What stands after the colon in the first line that begins so.
inline std::string cpuinfo(const std::string& beginning) {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind(beginning, 0) == 0 && line.find(": ") != std::string::npos)
      return line.substr(line.find(": ") + 2);
  return "unknown";
}

inline std::string machine() {
  std::istringstream all(cpuinfo("flags"));
  std::string flags;
  for (std::string flag; all >> flag;)
    for (const char* used : {"aes", "vaes", "avx2", "fma", "avx512f", "avx512dq",
                             "avx512bw", "avx512vl", "avx512vbmi"})
      if (flag == used) flags += " " + flag;
#if defined(__clang__)
  const char* const compiler = "clang " __clang_version__;
#else
  const char* const compiler = "g++ " __VERSION__;
#endif
  return fmt::format("{}; of its flags:{}; {}", cpuinfo("model name"), flags, compiler);
}

}  // namespace selvage::bench
