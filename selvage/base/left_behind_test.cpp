#include "selvage/base/left_behind.hpp"

#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include <gtest/gtest.h>

namespace selvage {
namespace {

namespace fs = std::filesystem;

fs::path fresh_folder(const char* name) {
  const fs::path folder = fs::path(testing::TempDir()) / name;
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

void make_file(const fs::path& path) { std::ofstream(path) << "half a file"; }

TEST(LeftBehind, AFileAndAFolderOfFilesAreRemovedAndNothingElse) {
  const fs::path here = fresh_folder("left_behind");
  make_file(here / "hidden");
  make_file(here / "other");
  fs::create_directory(here / "spilled");
  for (int i = 0; i < 100; ++i) make_file(here / "spilled" / std::to_string(i));
  const LeftBehind file((here / "hidden").string());
  const LeftBehind folder((here / "spilled").string());
  remove_left_behind();
  EXPECT_FALSE(fs::exists(here / "hidden"));
  EXPECT_FALSE(fs::exists(here / "spilled"));
  EXPECT_TRUE(fs::exists(here / "other"));
}

TEST(LeftBehind, WhatIsInItsPlaceStays) {
  const fs::path here = fresh_folder("left_in_place");
  make_file(here / "done");
  std::optional<LeftBehind> note(std::in_place, (here / "done").string());
  LeftBehind moved = std::move(*note);
  note.reset();
  moved = LeftBehind();
  remove_left_behind();
  EXPECT_TRUE(fs::exists(here / "done"));
}

TEST(LeftBehind, SlotsAreUsedAgain) {
  const fs::path here = fresh_folder("left_often");
  for (int i = 0; i < 1000; ++i) const LeftBehind note((here / "old").string());
  make_file(here / "new");
  const LeftBehind note((here / "new").string());
  remove_left_behind();
  EXPECT_FALSE(fs::exists(here / "new"));
}

}  // namespace
}  // namespace selvage
