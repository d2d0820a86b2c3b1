#include "selvage/certificate/signing_key.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"

namespace selvage {
namespace {

class KeyFiles : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.file(name); }
  std::string contents(const std::string& name) const { return folder_.read(name); }
  static Result<std::string> nobody_asks() {
    ADD_FAILURE() << "asked for a passphrase";
    return std::string();
  }
  TemporaryFolder folder_;
};

// RFC 8032, 7.1, tests 1 to 3.
TEST(Ed25519, KnownAnswers) {
  struct Known {
    const char *key, *message, *signature;
  };
  for (const auto& [key, message, signature] :
       {Known{
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590"
            "a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"},
        Known{
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e"
            "15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"},
        Known{
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d"
            "16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"}}) {
    const auto public_key = public_key_of(key);
    const auto text = bytes_of_hex(message);
    ASSERT_TRUE(public_key && text);
    EXPECT_TRUE(signature_holds(*public_key, *text, signature));
    EXPECT_FALSE(signature_holds(*public_key, *text + "x", signature));
    std::string other = signature;
    other[0] = other[0] == '0' ? '1' : '0';
    EXPECT_FALSE(signature_holds(*public_key, *text, other));
  }
}

TEST_F(KeyFiles, AKeyComesBackAndSigns) {
  const auto key = SigningKey::generate();
  ASSERT_TRUE(key);
  ASSERT_TRUE(key->write(path("officer.key"), std::nullopt));
  const auto again = SigningKey::read(path("officer.key"), nobody_asks);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->public_key(), key->public_key());
  EXPECT_EQ(*read_public_key(path("officer.key.pub")), key->public_key());
  EXPECT_EQ(*public_half(path("officer.key")), key->public_key());
  EXPECT_TRUE(signature_holds(key->public_key(), "text", again->sign("text")));
  struct stat status {};
  ASSERT_EQ(stat(path("officer.key").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
  EXPECT_NE(SigningKey::generate()->public_key(), key->public_key());
}

TEST_F(KeyFiles, APassphraseIsNeededAndTheSecretIsNotInTheFile) {
  const auto key = SigningKey::generate();
  ASSERT_TRUE(key && key->write(path("k"), "correct horse"));
  const auto right =
      SigningKey::read(path("k"), [] { return Result<std::string>("correct horse"); });
  ASSERT_TRUE(right) << right.error().message;
  EXPECT_EQ(right->public_key(), key->public_key());
  const auto wrong =
      SigningKey::read(path("k"), [] { return Result<std::string>("correct hors"); });
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().kind, ErrorKind::invalid_request);
  // The same key without a passphrase says the secret; the locked file does not.
  ASSERT_TRUE(key->write(path("open"), std::nullopt));
  const std::string open = contents("open");
  const std::string secret = open.substr(open.find("\"secret\":\"") + 10, 64);
  EXPECT_EQ(contents("k").find(secret), std::string::npos);
}

TEST_F(KeyFiles, NeverReplacesAFileAndLeavesNoHalf) {
  const auto key = SigningKey::generate();
  ASSERT_TRUE(key);
  std::ofstream(path("a")) << "mine";
  EXPECT_FALSE(key->write(path("a"), std::nullopt));
  EXPECT_EQ(contents("a"), "mine");
  EXPECT_FALSE(std::filesystem::exists(path("a.pub")));
  std::ofstream(path("b.pub")) << "mine";
  EXPECT_FALSE(key->write(path("b"), std::nullopt));
  EXPECT_FALSE(std::filesystem::exists(path("b")));
  EXPECT_EQ(contents("b.pub"), "mine");
}

TEST_F(KeyFiles, RefusesAKeyThatOthersMayRead) {
  const auto key = SigningKey::generate();
  ASSERT_TRUE(key && key->write(path("k"), std::nullopt));
  for (const mode_t mode : {0640, 0604, 0666, 0610}) {
    ASSERT_EQ(chmod(path("k").c_str(), mode), 0);
    const auto read = SigningKey::read(path("k"), nobody_asks);
    ASSERT_FALSE(read) << mode;
    EXPECT_EQ(read.error().message,
              "the key '" + path("k") +
                  "' is open to others than its owner; run: chmod 600 " + path("k"));
  }
  ASSERT_EQ(chmod(path("k").c_str(), 0400), 0);
  EXPECT_TRUE(SigningKey::read(path("k"), nobody_asks));
}

TEST_F(KeyFiles, EveryChangedCharacterIsFound) {
  const auto key = SigningKey::generate();
  ASSERT_TRUE(key && key->write(path("k"), std::nullopt));
  const std::string good = contents("k");
  for (std::size_t i = 0; i + 1 < good.size(); ++i) {
    std::string bad = good;
    bad[i] = bad[i] == '7' ? '3' : '7';
    std::ofstream(path("k"), std::ios::binary | std::ios::trunc) << bad;
    EXPECT_FALSE(SigningKey::read(path("k"), nobody_asks)) << i;
  }
  for (const char* text : {"", "{}", "[]", "null", "{\"format\":\"selvage key 1\"}"}) {
    std::ofstream(path("k"), std::ios::binary | std::ios::trunc) << text;
    EXPECT_FALSE(SigningKey::read(path("k"), nobody_asks)) << text;
  }
  std::ofstream(path("k"), std::ios::trunc) << std::string(5000, ' ');
  EXPECT_FALSE(SigningKey::read(path("k"), nobody_asks));
  EXPECT_FALSE(SigningKey::read(folder_.path(), nobody_asks));
  EXPECT_FALSE(SigningKey::read(path("none"), nobody_asks));
}

}  // namespace
}  // namespace selvage
