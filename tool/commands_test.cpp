#include "tool/commands.hpp"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

namespace selvage::tool {
namespace {

std::string printed(const std::vector<std::string>& words) {
  ::testing::internal::CaptureStdout();
  const auto finished = run_command(words);
  const std::string text = ::testing::internal::GetCapturedStdout();
  return finished ? text : finished.error().message;
}

TEST(Commands, HelpFitsATerminalOfEightyColumns) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--help"},
                                                {"histogram", "--help"},
                                                {"variance", "--help"},
                                                {"plan", "mean", "--help"},
                                                {"audit", "histogram", "--help"}}) {
    std::istringstream text(printed(words));
    for (std::string line; std::getline(text, line);)
      EXPECT_LE(line.size(), 80u) << line;
  }
}

TEST(Commands, HelpIsAskedForInEveryUsualWay) {
  const std::string all = printed({});
  EXPECT_TRUE(all.starts_with("selvage publishes statistics"));
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--help"},
                                                {"-h"},
                                                {"help"},
                                                {"plan", "--help"},
                                                {"help", "audit"},
                                                {"help", "help"}})
    EXPECT_EQ(printed(words), all);
  const std::string verb = printed({"histogram", "--help"});
  EXPECT_TRUE(verb.starts_with("selvage histogram: "));
  EXPECT_EQ(printed({"help", "histogram"}), verb);
  EXPECT_EQ(printed({"--help", "histogram"}), verb);
  EXPECT_EQ(printed({"help", "plan", "histogram"}),
            printed({"plan", "histogram", "-h"}));
}

TEST(Commands, WrongVerbsBecomeOneSentence) {
  EXPECT_EQ(printed({"histgram"}),
            "there is no verb 'histgram'; did you mean 'histogram'?");
  EXPECT_EQ(printed({"--versoin"}),
            "there is no verb '--versoin'; did you mean '--version'?");
  EXPECT_EQ(printed({"embroider"}),
            "there is no verb 'embroider'; 'selvage' alone shows them");
  EXPECT_EQ(printed({"help", "embroider"}),
            "there is no verb 'embroider'; 'selvage' alone shows them");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"plan"}, {"plan", "embroider"}})
    EXPECT_EQ(printed(words),
              "'plan' needs a verb that it knows; write 'selvage plan histogram ...'");
}

}  // namespace
}  // namespace selvage::tool
