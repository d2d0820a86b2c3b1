#include "tool/terminal.hpp"

#include <sys/time.h>

#include <csignal>
#include <cstdlib>

#include <gtest/gtest.h>

namespace selvage::tool {
namespace {

class Terminal : public ::testing::Test {
 protected:
  void locale(const char* name) const { setenv("LC_ALL", name, 1); }
  ~Terminal() override { unsetenv("LC_ALL"); }
};

TEST_F(Terminal, NamesSendNoEscapeCodes) {
  locale("C.UTF-8");
  EXPECT_EQ(safe_text("plain.csv"), "plain.csv");
  EXPECT_EQ(safe_text("\x1b[2J\x07\r\n\t"), "\\x1b[2J\\x07\\x0d\\x0a\\x09");
  EXPECT_EQ(safe_text("gr\u00f6\u00dfe"), "gr\u00f6\u00dfe");
  EXPECT_EQ(safe_text("\u202etxt"), "\\u{202e}txt");
  EXPECT_EQ(safe_text("\u009b2J"), "\\u{9b}2J");
  EXPECT_EQ(safe_text("a\xff"), "a\\xff");
  EXPECT_EQ(safe_text(std::string("a\0b", 3)), "a\\x00b");
}

TEST_F(Terminal, WithoutUtf8EverythingIsAscii) {
  locale("C");
  EXPECT_FALSE(unicode_wanted());
  EXPECT_EQ(safe_text("gr\u00f6\u00dfe\x1b"), "gr\\u{f6}\\u{df}e\\x1b");
  locale("C.UTF-8");
  EXPECT_TRUE(unicode_wanted());
}

TEST_F(Terminal, ProgressIsTheBytesOfTheFileAndNothingElse) {
  EXPECT_EQ(progress_text("counting", 0.2, 600'000'000),
            "reading 120 of 600 MB [######........................]  20 %");
  EXPECT_EQ(progress_text("counting", 0.999, 2'345'678'901),
            "reading 2.3 of 2.3 GB [#############################.] 100 %");
  EXPECT_EQ(progress_text("counting", 0, 5'000'000),
            "reading 0 of 5 MB [..............................]   0 %");
  EXPECT_EQ(progress_text("counting", 0.5, 0),
            "counting [###############...............]  50 %");
  EXPECT_EQ(progress_text("counting", 1, 600'000'000), "counting ...");
  EXPECT_EQ(progress_text("counting", -1, 600'000'000), "counting ...");
}

// The tests' output is caught in a file, which is no terminal.
TEST_F(Terminal, WithoutATerminalThereIsNoColourAndNoBar) {
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const bool terminal = stdout_is_terminal(), colour = colour_wanted();
  const int width = stdout_width();
  {
    ProgressLine line("counting", 1000);
    for (int i = 0; i <= 100; ++i) line.show(i / 100.0);
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_FALSE(terminal);
  EXPECT_FALSE(colour);
  EXPECT_EQ(width, 80);
}

TEST_F(Terminal, TheFirstInterruptIsRememberedUnlessItIsIgnored) {
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
  listen_for_interrupt();
  std::raise(SIGINT);
  EXPECT_FALSE(interrupted());
  std::raise(SIGTERM);
  EXPECT_TRUE(interrupted());
  const itimerval none = {};  // this program goes on
  setitimer(ITIMER_REAL, &none, nullptr);
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace
}  // namespace selvage::tool
