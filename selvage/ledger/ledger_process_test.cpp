#include "selvage/ledger/ledger_process_testing.hpp"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <fstream>

namespace selvage {
namespace {

TEST(LedgerProcesses, EightAtOnceLoseNothingAndCountNothingTwice) {
  race(8, 200, 1000, 2);
}

TEST(LedgerProcesses, EightAtOnceStopExactlyAtTheCap) {
  race(8, 50, 1000, Rational(1, 4));
}

TEST(LedgerProcesses, KilledAtAnyMomentWhatWasToldIsThere) {
  kill_rounds(10, 20260301);
}

TEST(LedgerProcesses, CreatingAtOnceMakesOneLedger) {
  const TemporaryFolder folder;
  const std::string path = folder.file("p.ledger");
  std::vector<std::unique_ptr<Child>> children;
  for (int p = 0; p < 8; ++p)
    children.push_back(std::make_unique<Child>([&](int pipe) {
      const auto made = Ledger::create(path, {.table = "t", .caps = LedgerCaps{1, 0}});
      say(pipe, made ? "+" : "-");
    }));
  std::string said;
  for (auto& child : children) said += child->rest();
  EXPECT_EQ(std::count(said.begin(), said.end(), '+'), 1);
  EXPECT_EQ(std::count(said.begin(), said.end(), '-'), 7);
  children.clear();
  EXPECT_EQ(folder.files(), 1u);
}

// Charges until the disk is full; then nothing half may be there, and with room again
// everything goes on.
std::string fill_disk(const std::string& folder,
                      const std::function<void()>& make_room) {
  const std::string path = folder + "/full.ledger";
  auto ledger = Ledger::create(path, {.table = "t", .caps = LedgerCaps{1000, 0}});
  if (!ledger) return "create: " + ledger.error().message;
  std::size_t charged = 0;
  const std::string question(2000, 'q');
  std::string message;
  while (message.empty() && charged < 10'000) {
    const auto place = ledger->charge(laplace_charge(1000, question));
    if (place)
      ++charged;
    else
      message = place.error().message;
  }
  if (message.find("disk") == std::string::npos) return "said: " + message;
  if (charged < 5) return "too small";
  if (ledger->history()->size() != charged) return "half an entry";
  if (const auto ok = ledger->check(); !ok) return ok.error().message;
  make_room();
  for (int i = 0; i < 3; ++i)
    if (const auto place = ledger->charge(laplace_charge(1000)); !place)
      return "not again: " + place.error().message;
  ledger = Ledger::open(path);
  if (!ledger) return ledger.error().message;
  if (ledger->history()->size() != charged + 3) return "lost";
  const auto ok = ledger->check();
  return ok ? "fine" : ok.error().message;
}

// A disk that is full for this process alone.
std::string told_of_file_size_limit(const TemporaryFolder& folder) {
  return told_by_child([&] {
    signal(SIGXFSZ, SIG_IGN);
    const auto limit = [](rlim_t bytes) {
      const rlimit limits{bytes, RLIM_INFINITY};
      setrlimit(RLIMIT_FSIZE, &limits);
    };
    limit(400'000);
    return fill_disk(folder.path(), [&] { limit(RLIM_INFINITY); });
  });
}

TEST(LedgerProcesses, AFullDiskSpendsNothingHalf) {
  const TemporaryFolder folder;
  const std::string told = told_by_child([&]() -> std::string {
    // A file system of our own, seen by this child only; who is not root becomes that
    // of a user namespace first.
    const int spaces = getuid() == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER;
    if (unshare(spaces) != 0 ||
        mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        mount("none", folder.path().c_str(), "tmpfs", 0, "size=600k") != 0)
      return "cannot mount";
    const std::string ballast = folder.file("ballast");
    std::ofstream(ballast) << std::string(200'000, 'x');
    auto told_full = fill_disk(folder.path(), [&] { unlink(ballast.c_str()); });
    if (told_full != "fine") return told_full;
    // And no room for a new one.
    std::ofstream(ballast) << std::string(1'000'000, 'x');
    const std::size_t before = folder.files();
    const auto made = Ledger::create(folder.file("n.ledger"),
                                     {.table = "t", .caps = LedgerCaps{1, 0}});
    if (made || folder.files() != before) return "made on a full disk";
    return "fine, " + made.error().message;
  });
  // Where nobody may mount, a limit of the file size stands for the full disk.
  if (told == "cannot mount") {
    EXPECT_EQ(told_of_file_size_limit(folder), "fine");
    return;
  }
  EXPECT_EQ(told, "fine, the ledger '" + folder.file("n.ledger") +
                      "' cannot be made: No space left on device");
}

TEST(LedgerProcesses, ALimitOfTheFileSizeSpendsNothingHalf) {
  const TemporaryFolder folder;
  EXPECT_EQ(told_of_file_size_limit(folder), "fine");
}

// As somebody who is not root: root may write everything.
std::string as_nobody(const std::function<std::string()>& find_out) {
  return told_by_child([&]() -> std::string {
    if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) return "cannot";
    return find_out();
  });
}

std::string error_of_charge(const std::string& path) {
  auto ledger = Ledger::open(path);
  if (!ledger) return ledger.error().message;
  const auto place = ledger->charge(laplace_charge(2));
  return place ? "charged" : place.error().message;
}

TEST(LedgerProcesses, AReadOnlyFileOrFolderIsOneSentence) {
  const TemporaryFolder folder;
  const std::string path = folder.file("p.ledger");
  ASSERT_TRUE(Ledger::create(path, {.table = "t", .caps = LedgerCaps{1, 0}}));
  chmod(folder.path().c_str(), 0777);
  chmod(path.c_str(), 0444);
  EXPECT_EQ(
      as_nobody([&] { return error_of_charge(path); }),
      "the ledger '" + path + "' cannot be written: its permissions do not allow it");
  chmod(folder.path().c_str(), 0555);
  chmod(path.c_str(), 0666);
  EXPECT_EQ(
      as_nobody([&] { return error_of_charge(path); }),
      "the ledger '" + path + "' cannot be written: its folder does not allow it");
  EXPECT_EQ(
      as_nobody([&] {
        const auto made = Ledger::create(folder.file("q.ledger"),
                                         {.table = "t", .caps = LedgerCaps{1, 0}});
        return made ? "made" : made.error().message;
      }),
      "the ledger '" + folder.file("q.ledger") + "' cannot be made: Permission denied");
  chmod(folder.path().c_str(), 0700);
  EXPECT_EQ(folder.files(), 1u);
  EXPECT_EQ(Ledger::open(path)->history()->size(), 0u);
}

}  // namespace
}  // namespace selvage
