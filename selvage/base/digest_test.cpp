#include "selvage/base/digest.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

// FIPS 180-4, the examples of one and of two blocks.
TEST(Digest, KnownAnswers) {
  EXPECT_EQ(digest_of("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(Hex, ComesBackAndRefusesEverythingElse) {
  const std::string bytes("\0\x7f\xff a", 5);
  EXPECT_EQ(hex_text(bytes), "007fff2061");
  EXPECT_EQ(bytes_of_hex("007fff2061"), bytes);
  EXPECT_EQ(bytes_of_hex(""), "");
  for (const char* bad : {"0", "0g", "AB", "0 ", " 00", "00 00", "0:00"})
    EXPECT_FALSE(bytes_of_hex(bad)) << bad;
}

}  // namespace
}  // namespace selvage
