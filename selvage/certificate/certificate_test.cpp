// What is no certificate at all. Real ones are made, changed and checked in
// engine/certified_test.cpp.
#include "selvage/certificate/certificate.hpp"

#include <gtest/gtest.h>

#include "selvage/base/digest.hpp"
#include "selvage/certificate/program_version.hpp"

namespace selvage {
namespace {

TEST(Certificate, RefusesEveryOtherText) {
  for (const std::string& text :
       {std::string(), std::string("\n"), std::string("null\n"), std::string("{}\n"),
        std::string("{"), std::string("\xff\xfe"), std::string("{\"a\":1,\"a\":1}\n"),
        std::string(100'000, '['), std::string(100'000, '{'),
        std::string("{\"format\":\"selvage certificate 3\"}\n"),
        std::string("{\"format\":\"selvage certificate \"}\n"),
        std::string("{\"format\":\"selvage certificate 1x\"}\n")}) {
    const auto certificate = parse_certificate(text);
    ASSERT_FALSE(certificate);
    EXPECT_EQ(certificate.error().kind, ErrorKind::unverified);
    EXPECT_TRUE(certificate.error().message.starts_with("this is not a certificate: "));
  }
}

// Formats are for years: what another one says is checked by other rules.
TEST(Certificate, OneOfAnotherFormatIsNotCalledWrong) {
  for (const char* number : {"1", "2", "4", "10"}) {
    const auto other = parse_certificate(
        std::string(R"({"format":"selvage certificate )") + number + "\"}\n");
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().kind, ErrorKind::invalid_request);
    EXPECT_NE(other.error().message.find("nothing is known of it; check it with"),
              std::string::npos)
        << other.error().message;
  }
}

TEST(Certificate, NamesThisVeryProgram) {
  const auto program = this_program();
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_EQ(program->version, kVersion);
  EXPECT_NE(program->build.find("source "), std::string::npos);
  EXPECT_EQ(program->executable.size(), digest_of("").size());
  EXPECT_NE(program->executable, digest_of(""));
}

}  // namespace
}  // namespace selvage
