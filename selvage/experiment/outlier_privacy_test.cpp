#include "selvage/experiment/outlier_privacy.hpp"

#include <set>

#include <gtest/gtest.h>

namespace selvage {
namespace {

const std::vector<MadeFile>& made() {
  static const auto files = *outlier_privacy_files({.seed = 9, .runs = 30});
  return files;
}

TEST(OutlierPrivacy, ReadmeTellsOfEveryFileAndOfTheCommand) {
  const MadeFile& readme = made().at(0);
  EXPECT_EQ(readme.name, "README.md");
  EXPECT_NE(readme.text.find(
                "selvage reproduce outlier-privacy --seed 9 --runs 30 --out FOLDER"),
            std::string::npos);
  std::set<std::string> names;
  for (const MadeFile& file : made()) {
    EXPECT_TRUE(names.insert(file.name).second) << file.name;
    EXPECT_FALSE(file.text.empty()) << file.name;
    EXPECT_EQ(file.text.back(), '\n') << file.name;
    if (&file != &readme) {
      EXPECT_NE(readme.text.find("](" + file.name + "): " + file.about + "\n"),
                std::string::npos)
          << file.name;
    }
  }
  for (const char* name : {"salary.md", "salary.csv", "error.svg", "error.csv",
                           "audit.svg", "delta.svg", "shapes.md", "shapes.csv"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(OutlierPrivacy, TheSeedChangesWhatIsSimulatedAndNothingElse) {
  const auto same = outlier_privacy_files({.seed = 9, .runs = 30});
  const auto other = outlier_privacy_files({.seed = 10, .runs = 30});
  ASSERT_TRUE(same && other);
  for (std::size_t i = 0; i < made().size(); ++i) {
    const std::string& name = made()[i].name;
    EXPECT_EQ(made()[i].text, (*same)[i].text) << name;
    const bool simulated = name == "README.md" || name.starts_with("salary");
    EXPECT_EQ(made()[i].text == (*other)[i].text, !simulated) << name;
  }
}

TEST(OutlierPrivacy, TooFewRunsAreRefused) {
  EXPECT_FALSE(outlier_privacy_files({.seed = 1, .runs = 0}));
}

}  // namespace
}  // namespace selvage
