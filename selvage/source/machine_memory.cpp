#include "selvage/source/machine_memory.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <tuple>

#include <fmt/format.h>

namespace selvage {
namespace {

constexpr std::uint64_t kMegabyte = 1'000'000;  // as the engine counts them
constexpr std::uint64_t kLeast = 400 * kMegabyte, kMost = 64'000 * kMegabyte;
constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

std::optional<std::uint64_t> number_in(const std::string& path) {
  std::uint64_t number = 0;
  if (std::ifstream(path) >> number) return number;  // not for "max"
  return std::nullopt;
}

// The number after this word at the start of a line; 0 if there is none.
std::uint64_t number_after(const std::string& word, const std::string& path) {
  std::ifstream lines(path);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first;
    std::uint64_t number = 0;
    if (words >> first && first == word && words >> number) return number;
  }
  return 0;
}

// Of one group: the older and the newer kind of them name their files differently.
std::uint64_t left_in(const std::string& group) {
  for (const auto& [most, used, cached] :
       {std::tuple{"memory.max", "memory.current", "inactive_file"},
        {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"}}) {
    const auto limit = number_in(group + most);
    if (!limit) continue;
    // Files that were read are kept only while nobody needs the place.
    const std::uint64_t taken = number_in(group + used).value_or(0),
                        files = number_after(cached, group + "memory.stat");
    return *limit - std::min(*limit, taken - std::min(taken, files));
  }
  return kNoLimit;
}

// This process's group and those around it: each has a limit of its own.
std::uint64_t left_in_groups(const std::string& root) {
  std::uint64_t least = kNoLimit;
  std::ifstream lines(root + "proc/self/cgroup");
  for (std::string line; std::getline(lines, line);) {
    // NUMBER:KINDS:PATH
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string kinds = line.substr(first + 1, second - first - 1);
    if (!kinds.empty() && kinds != "memory") continue;
    const std::string mount =
        root + "sys/fs/cgroup/" + (kinds.empty() ? "" : "memory/");
    std::string path = line.substr(second + 1);
    for (;;) {
      least = std::min(least, left_in(mount + path + "/"));
      const auto slash = path.rfind('/');
      if (slash == std::string::npos) break;
      path.resize(slash);
    }
  }
  return least;
}

}  // namespace

std::optional<std::uint64_t> memory_bytes(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, problem] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(end, text.data() + text.size());
  const std::uint64_t scale = unit == "MB"   ? kMegabyte
                              : unit == "GB" ? 1000 * kMegabyte
                                             : 0;
  if (problem != std::errc() || scale == 0 || number > kNoLimit / scale)
    return std::nullopt;
  return number * scale;
}

std::string default_memory(const std::string& root) {
  const std::uint64_t free =
      std::min(1024 * number_after("MemAvailable:", root + "proc/meminfo"),
               left_in_groups(root));
  return fmt::format("{}MB", std::clamp(free / 2, kLeast, kMost) / kMegabyte);
}

}  // namespace selvage
