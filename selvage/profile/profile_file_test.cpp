#include "selvage/profile/profile_file.hpp"

#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"
#include "selvage/profile/profile.hpp"

namespace selvage {
namespace {

TEST(ProfileFile, LinesAreStepsOrOneFormula) {
  EXPECT_EQ(profile_of_lines("20:0.1\n\n1\n"), "20:0.1,1");
  EXPECT_EQ(profile_of_lines("5:0.1, 20:0.5,\r\n 1 # everybody\n"), "5:0.1, 20:0.5,1");
  EXPECT_EQ(profile_of_lines("# a: b\nmin(1,\n  0.1 + k/100)  # all"),
            "min(1, 0.1 + k/100)");
  EXPECT_EQ(profile_of_lines("\xef\xbb\xbf"
                             "2"),
            "2");
  EXPECT_EQ(profile_of_lines("# nothing\n\n"), "");
}

TEST(ProfileFile, IsReadWhereATextBeginsWithAt) {
  const TemporaryFolder folder;
  const auto path = folder.write("p.txt", "# salaries\n20:0.1\ninf\n");
  EXPECT_EQ(*profile_words("@" + path), "20:0.1,inf");
  EXPECT_EQ(profile_text(*parse_profile(*profile_words("@" + path))),
            "20:0.1,infinity");
  EXPECT_EQ(*profile_words("20:0.1,1"), "20:0.1,1");
}

TEST(ProfileFile, WhatCannotBeReadIsOneSentence) {
  const TemporaryFolder folder;
  const std::string advice =
      "; name a file with one step a line, as 20:0.1, or with one formula in k";
  EXPECT_EQ(profile_words("@" + folder.file("none")).error().message,
            "cannot read the profile file '" + folder.file("none") +
                "': No such file or directory" + advice);
  const auto large = folder.write("large", std::string(4'000'001, '1'));
  EXPECT_EQ(profile_words("@" + large).error().message,
            "cannot read the profile file '" + large +
                "': it has 4000001 bytes and the most is 4000000" + advice);
  EXPECT_FALSE(profile_words("@" + folder.path()));
  EXPECT_FALSE(profile_words("@"));
}

}  // namespace
}  // namespace selvage
