#include "tool/commands.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
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
                                                {"audit", "histogram", "--help"},
                                                {"plan", "--help"},
                                                {"audit", "--help"},
                                                {"ledger", "--help"},
                                                {"ledger", "create", "--help"},
                                                {"key", "--help"}}) {
    std::istringstream text(printed(words));
    for (std::string line; std::getline(text, line);)
      EXPECT_LE(line.size(), 80u) << line;
  }
}

TEST(Commands, HelpIsAskedForInEveryUsualWay) {
  const std::string all = printed({});
  EXPECT_TRUE(all.starts_with("selvage publishes statistics"));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--help"}, {"-h"}, {"help"}, {"help", "help"}})
    EXPECT_EQ(printed(words), all);
  const std::string verb = printed({"histogram", "--help"});
  EXPECT_TRUE(verb.starts_with("selvage histogram: "));
  EXPECT_EQ(printed({"help", "histogram"}), verb);
  EXPECT_EQ(printed({"--help", "histogram"}), verb);
  EXPECT_EQ(printed({"help", "plan", "histogram"}),
            printed({"plan", "histogram", "-h"}));
}

TEST(Commands, AGroupHasHelpOfItsOwn) {
  for (const std::string group : {"plan", "audit", "ledger", "key"}) {
    const std::string help = printed({group, "--help"});
    EXPECT_TRUE(help.starts_with("selvage " + group + ": ")) << help;
    EXPECT_NE(help.find("  selvage " + group + " "), std::string::npos) << help;
    EXPECT_EQ(printed({"help", group}), help);
    EXPECT_EQ(printed({group, "-h"}), help);
  }
  EXPECT_NE(printed({"plan", "--help"}).find("  median "), std::string::npos);
  EXPECT_NE(printed({"ledger", "--help"}).find("  history "), std::string::npos);
  EXPECT_TRUE(printed({"plan", "mean", "--help"}).starts_with("selvage plan mean: "));
  EXPECT_EQ(printed({"plan", "--help", "mean"}), printed({"plan", "mean", "--help"}));
}

TEST(Commands, NoStatisticIsTakenForAnother) {
  for (const char* word : {"rank", "skew"})
    EXPECT_EQ(printed({word}), fmt::format("there is no verb '{}'; 'selvage' alone "
                                           "shows them",
                                           word));
  EXPECT_EQ(printed({"average"}), "there is no verb 'average'; did you mean 'mean'?");
  EXPECT_EQ(printed({"plan", "avg"}), "there is no 'plan avg'; did you mean 'mean'?");
  EXPECT_EQ(printed({"percentile"}),
            "there is no verb 'percentile'; did you mean 'quantile'?");
  EXPECT_EQ(printed({"maximum"}), "there is no verb 'maximum'; did you mean 'max'?");
  EXPECT_EQ(printed({"hist"}), "there is no verb 'hist'; did you mean 'histogram'?");
  EXPECT_EQ(printed({"ledger", "shw"}),
            "there is no 'ledger shw'; did you mean 'show'?");
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
