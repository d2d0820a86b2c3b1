#include "selvage/summary/key_list.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <fstream>

#include <gtest/gtest.h>

namespace selvage {
namespace {

// A file that is gone when its test ends.
class KeyFile {
 public:
  explicit KeyFile(std::string_view bytes) {
    close(mkstemp(path.data()));
    std::ofstream(path, std::ios::binary) << bytes;
  }
  ~KeyFile() { unlink(path.c_str()); }
  KeyFile(const KeyFile&) = delete;
  KeyFile& operator=(const KeyFile&) = delete;

  std::string path = testing::TempDir() + "selvage_keys.XXXXXX";
};

std::vector<std::string> all(const KeyList& keys) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < keys.size(); ++i) result.emplace_back(keys.key(i));
  return result;
}

using Strings = std::vector<std::string>;

TEST(KeyList, CellsAreTheKeysOtherAndMissing) {
  const auto keys = KeyList::parse("nurse,clerk,cook");
  ASSERT_TRUE(keys);
  EXPECT_EQ(all(*keys), (Strings{"nurse", "clerk", "cook"}));
  EXPECT_EQ(keys->cells(), 5u);
  EXPECT_EQ(keys->label(1), "clerk");
  EXPECT_EQ(keys->label(keys->other()), "other");
  EXPECT_EQ(keys->label(keys->missing()), "missing");
  EXPECT_EQ(keys->text(), "nurse,clerk,cook");
}

TEST(KeyList, FindsExactTextOnly) {
  const auto keys = KeyList::of({"nurse", " clerk", "Köln", "a b "});
  EXPECT_EQ(keys.find("nurse"), 0u);
  EXPECT_EQ(keys.find(" clerk"), 1u);
  EXPECT_EQ(keys.find("Köln"), 2u);
  EXPECT_EQ(keys.find("a b "), 3u);
  for (const char* text :
       {"", "clerk", "Nurse", "nurs", "nurses", "nurse,", "Ko\u0308ln"})
    EXPECT_FALSE(keys.find(text)) << text;
  for (const char* blank : {"nurse, clerk", "nurse ,clerk", " "})
    EXPECT_FALSE(KeyList::parse(blank)) << blank;
}

TEST(KeyList, FindsNumbersByTheirValueWhereAllKeysAreNumbers) {
  const auto numbers = KeyList::of({"2020", "-0.5", "0"});
  EXPECT_TRUE(numbers.are_numbers());
  for (const char* text : {"2020", "2020.0", " 02020", "2.02e3"})
    EXPECT_EQ(numbers.find_value(text), 0u) << text;
  EXPECT_EQ(numbers.find_value("-.50"), 1u);
  EXPECT_EQ(numbers.find_value("-0"), 2u);
  for (const char* text : {"", "2021", "2020a", "nan", "2020.01"})
    EXPECT_FALSE(numbers.find_value(text)) << text;
  EXPECT_FALSE(numbers.find("2020.0"));
  for (const char* list : {"2020,x", "2020,2.0", "7,007", "1,+2", "1e3"})
    EXPECT_FALSE(KeyList::parse(list)->are_numbers()) << list;
  EXPECT_FALSE(KeyList::of({"7", "007"}).find_value("07"));
}

TEST(KeyList, KeysNamedLikeACellPutTheCellInBrackets) {
  const auto keys = KeyList::parse("other,missing,(missing)");
  ASSERT_TRUE(keys);
  EXPECT_EQ(keys->label(0), "other");
  EXPECT_EQ(keys->label(keys->other()), "(other)");
  EXPECT_EQ(keys->label(keys->missing()), "((missing))");
}

TEST(KeyList, EveryOneOfManyKeysIsFound) {
  Strings names;
  for (int i = 0; i < 20'000; ++i) names.push_back(std::to_string(i * 7));
  const KeyList keys = KeyList::of(names);
  ASSERT_EQ(keys.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    ASSERT_EQ(keys.find(names[i]), i);
    ASSERT_FALSE(keys.find(std::to_string(i * 7 + 1)));
  }
}

TEST(KeyList, ACopySharesItsKeys) {
  auto keys = KeyList::parse("a,b");
  ASSERT_TRUE(keys);
  const KeyList copy = *keys;
  EXPECT_EQ(copy.key(1).data(), keys->key(1).data());
}

TEST(KeyList, OfNoKeysFindsNothing) {
  const KeyList keys = KeyList::of({});
  EXPECT_EQ(keys.cells(), 2u);
  EXPECT_FALSE(keys.find(""));
  EXPECT_EQ(keys.label(0), "other");
  EXPECT_EQ(keys.text(), "");
}

TEST(KeyList, RefusesAListInOneSentence) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "keys '': there is no key"},
      {"a,,b", "keys 'a,,b': key 2 is empty"},
      {",a", "keys ',a': key 1 is empty"},
      {"a,", "keys 'a,': key 2 is empty"},
      {"a,b,c,b", "keys 'a,b,c,b': keys 2 and 4 are both 'b'"},
      {"a\x1b,a\x1b", "keys 'a\\x1b,a\\x1b': keys 1 and 2 are both 'a\\x1b'"},
      {"a,b\xff", "keys 'a,b': key 2 is not UTF-8 text"},
      {"a,\xed\xa0\x80", "keys 'a,': key 2 is not UTF-8 text"},  // a surrogate
      {"\xc0\xaf", "keys '': key 1 is not UTF-8 text"},          // longer than needed
      {"\xf4\x90\x80\x80", "keys '': key 1 is not UTF-8 text"},  // beyond U+10FFFF
      {"a,b,\xe2\x82", "keys 'a,b,': key 3 is not UTF-8 text"},  // cut short
  };
  for (const auto& [text, why] : cases) {
    const auto keys = KeyList::parse(text);
    ASSERT_FALSE(keys) << text;
    EXPECT_EQ(keys.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(keys.error().message,
              why +
                  "; write keys with commas between them, for example red,green, or "
                  "@FILE with one key a line");
  }
}

TEST(KeyList, ASentenceCutsALongKeyBetweenCharacters) {
  std::string key, cut;
  for (int i = 0; i < 61; ++i) key += "é";
  for (int i = 0; i < 60; ++i) cut += "é";
  const auto keys = KeyList::parse(key + "," + key);
  ASSERT_FALSE(keys);
  EXPECT_NE(keys.error().message.find("'" + cut + "...': keys 1 and 2 are both '" +
                                      cut + "...';"),
            std::string::npos);
}

TEST(KeyList, RefusesTooManyKeys) {
  const auto keys = KeyList::parse(std::string(KeyList::kMaxKeys, ','));
  ASSERT_FALSE(keys);
  EXPECT_NE(keys.error().message.find("there are 20000001 keys"), std::string::npos);
}

TEST(KeyList, ReadsOneKeyALine) {
  const std::pair<std::string, Strings> cases[] = {
      {"a\nb\n", {"a", "b"}},
      {"a\nb", {"a", "b"}},
      {"a\r\nb\r\n", {"a", "b"}},
      {"a\r\n\r\n\nb\r", {"a", "b"}},
      {"a\r\r\nb\rc\n", {"a\r", "b\rc"}},
      {"\n\na,b\n c \n\n", {"a,b", " c "}},
      {"\xef\xbb\xbfKöln\nBonn", {"Köln", "Bonn"}},
      {"\xef\xbb\xbf\n日本\n🙂\n", {"日本", "🙂"}},
      {std::string("a\0b\na\n", 6), {std::string("a\0b", 3), "a"}},
  };
  for (const auto& [bytes, expected] : cases) {
    const KeyFile file(bytes);
    const auto keys = KeyList::from_file(file.path);
    ASSERT_TRUE(keys) << keys.error().message;
    EXPECT_EQ(all(*keys), expected);
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_EQ(keys->find(expected[i]), i);
    EXPECT_EQ(keys->text(), "@" + file.path);
  }
}

TEST(KeyList, RefusesAFileInOneSentence) {
  const std::string no_key = "has no key; write one key a line";
  const std::pair<std::string, std::string> cases[] = {
      {"", no_key},
      {"\n\r\n\n", no_key},
      {"\xef\xbb\xbf", no_key},
      {"a\nb\na\n", "has the key 'a' in line 1 and in line 3; write it once"},
      {"\n\na\n\nb\n\n\nb", "has the key 'b' in line 5 and in line 8; write it once"},
      {"a\nb\n\nc\nc\n", "has the key 'c' in line 4 and in line 5; write it once"},
      {"a\n\nb\xff\n", "is not UTF-8 text in line 3; save it as UTF-8"},
      {std::string("\xff\xfe"
                   "a\0\n\0",
                   6),
       "is not UTF-8 text in line 1; save it as UTF-8"},
  };
  for (const auto& [bytes, why] : cases) {
    const KeyFile file(bytes);
    const auto keys = KeyList::from_file(file.path);
    ASSERT_FALSE(keys) << why;
    EXPECT_EQ(keys.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(keys.error().message, "the key file '" + file.path + "' " + why);
  }
}

TEST(KeyList, RefusesAFileOfTooManyKeysOrBytes) {
  const KeyFile file("");
  std::string lines;
  for (std::size_t i = 0; i <= KeyList::kMaxKeys; ++i) lines += "a\n";
  std::ofstream(file.path) << lines;
  const auto keys = KeyList::from_file(file.path);
  ASSERT_FALSE(keys);
  EXPECT_EQ(keys.error().message,
            "the key file '" + file.path +
                "' has more than 20000000 keys; leave out keys: their rows are counted "
                "as 'other'");
  ASSERT_EQ(truncate(file.path.c_str(), off_t{1} << 32), 0);
  const auto large = KeyList::from_file(file.path);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().message,
            "the key file '" + file.path +
                "' has 4294967296 bytes and the most is 4294967295; leave out keys: "
                "their rows are counted as 'other'");
}

std::string unreadable(const std::string& path, const std::string& why) {
  return "cannot read the key file '" + path + "': " + why +
         "; name a file with one key a line";
}

TEST(KeyList, SaysWhyAFileCannotBeRead) {
  const std::pair<std::string, std::string> cases[] = {
      {"/nowhere/keys.txt", "No such file or directory"},
      {"", "No such file or directory"},
      {"/", "Is a directory"},
      {"/dev/null", "it is not a regular file"},
  };
  for (const auto& [path, why] : cases) {
    const auto keys = KeyList::from_file(path);
    ASSERT_FALSE(keys) << path;
    EXPECT_EQ(keys.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(keys.error().message, unreadable(path, why));
  }
}

}  // namespace
}  // namespace selvage
