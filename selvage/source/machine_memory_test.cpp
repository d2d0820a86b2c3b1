#include "selvage/source/machine_memory.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"

namespace selvage {
namespace {

class MachineMemory : public ::testing::Test {
 protected:
  void put(const std::string& path, const std::string& text) {
    const std::filesystem::path file = folder_.file(path);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  std::string memory() const { return default_memory(folder_.file("")); }

  TemporaryFolder folder_;
};

TEST_F(MachineMemory, ASizeIsMegabytesOrGigabytes) {
  EXPECT_EQ(memory_bytes("400MB"), 400'000'000U);
  EXPECT_EQ(memory_bytes("2GB"), 2'000'000'000U);
  for (const char* text : {"", "MB", "400", "1KB", "-1MB", "99999999999999999999MB",
                           "18446744073709551615GB", "1 GB", "2GBs"})
    EXPECT_FALSE(memory_bytes(text)) << text;
}

TEST_F(MachineMemory, HalfOfWhatIsAvailableWithinLimits) {
  EXPECT_EQ(memory(), "400MB");  // nothing is known
  put("proc/meminfo", "MemTotal: 99999999 kB\nMemAvailable:    9765625 kB\n");
  EXPECT_EQ(memory(), "5000MB");
  put("proc/meminfo", "MemAvailable: 100000 kB\n");
  EXPECT_EQ(memory(), "400MB");
  put("proc/meminfo", "MemAvailable: 900000000000 kB\n");
  EXPECT_EQ(memory(), "64000MB");
}

TEST_F(MachineMemory, TheLimitOfEveryGroupAroundCounts) {
  put("proc/meminfo", "MemAvailable: 9765625 kB\n");
  put("proc/self/cgroup", "0::/a/b\n");
  put("sys/fs/cgroup/a/b/memory.max", "max\n");
  EXPECT_EQ(memory(), "5000MB");
  put("sys/fs/cgroup/a/memory.max", "4000000000\n");
  EXPECT_EQ(memory(), "2000MB");
  put("sys/fs/cgroup/a/memory.current", "1500000000\n");
  EXPECT_EQ(memory(), "1250MB");
  put("sys/fs/cgroup/a/memory.stat", "anon 7\ninactive_file 500000000\n");
  EXPECT_EQ(memory(), "1500MB");
  put("sys/fs/cgroup/a/memory.current", "9000000000\n");  // more than the limit
  EXPECT_EQ(memory(), "400MB");
}

TEST_F(MachineMemory, SoDoGroupsOfTheOlderKind) {
  put("proc/meminfo", "MemAvailable: 9765625 kB\n");
  put("proc/self/cgroup", "5:devices:/x\n4:memory:/not/here\n0::/\n");
  put("sys/fs/cgroup/memory/memory.limit_in_bytes", "3000000000\n");
  put("sys/fs/cgroup/memory/memory.usage_in_bytes", "1000000000\n");
  EXPECT_EQ(memory(), "1000MB");
  put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(memory(), "5000MB");
}

}  // namespace
}  // namespace selvage
