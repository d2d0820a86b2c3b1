#include "selvage/summary/key_list.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(KeyList, EveryValueHasItsCell) {
  const auto keys = KeyList::parse("sales,R & D,é");
  ASSERT_TRUE(keys);
  EXPECT_EQ(keys->cells(), 5u);
  EXPECT_EQ(keys->cell("sales"), 0u);
  EXPECT_EQ(keys->cell("é"), 2u);
  EXPECT_EQ(keys->cell("Sales"), keys->other());  // exact text
  EXPECT_EQ(keys->cell(""), keys->other());
  EXPECT_EQ(keys->cell(std::nullopt), keys->missing());
  EXPECT_EQ(keys->label(1), "R & D");
  EXPECT_EQ(keys->label(keys->other()), "other");
  EXPECT_EQ(keys->label(keys->missing()), "missing");
  EXPECT_EQ(keys->text(), "sales,R & D,é");
}

TEST(KeyList, RefusesInOneSentence) {
  const std::pair<const char*, const char*> cases[] = {
      {"a,,b", "keys 'a,,b': a key is empty; write a,b,c"},
      {"", "keys '': a key is empty; write a,b,c"},
      {"a,b,a", "keys 'a,b,a': the key 'a' stands twice"}};
  for (const auto& [text, why] : cases) {
    const auto keys = KeyList::parse(text);
    ASSERT_FALSE(keys) << text;
    EXPECT_EQ(keys.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(keys.error().message, why);
  }
  EXPECT_FALSE(KeyList::read("/no such folder/keys.txt"));
}

TEST(KeyList, AFileHasOneKeyALine) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("selvage_keys_" + std::to_string(getpid()) + ".txt");
  std::ofstream(path, std::ios::binary) << "one\r\n\ntwo, with comma\nthree";
  const auto keys = KeyList::read(path.string());
  ASSERT_TRUE(keys);
  EXPECT_EQ(keys->cells(), 5u);
  EXPECT_EQ(keys->cell("two, with comma"), 1u);
  EXPECT_EQ(keys->cell("one"), 0u);
  std::ofstream(path) << "";
  EXPECT_FALSE(KeyList::read(path.string()));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace selvage
