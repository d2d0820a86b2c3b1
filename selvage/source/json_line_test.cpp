#include "selvage/source/json_line.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace selvage {
namespace {

TEST(JsonLine, ANumberOrItsTextIsTheValue) {
  const std::pair<const char*, double> cases[] = {
      {R"({"x": 12})", 12},
      {R"( {"x":-3.5e1} )", -35},
      {R"({"x":"12.5"})", 12.5},
      {R"({"x":" +7 "})", 7},
      {R"({"a":{"x":1},"x":2})", 2},
      {R"({"a":[{"x":1}],"x":2,"b":{"x":3}})", 2},
      {R"({"x":1,"x":2})", 2},
      {R"({"x":18446744073709551616})", 18446744073709551616.0},
      {R"({"x":18446744073709551615})", 18446744073709551615.0},
      {R"({"x":-9223372036854775808})", -9223372036854775808.0},
      {R"({"x":0.3})", 0.3},
      {R"({"x":"inf"})", INFINITY},
      {R"({"x":1e400})", INFINITY},
      {R"({"a":0,"x":-1e400,"b":1})", -INFINITY},
      {R"({"\u0078":4})", 4},
      {"{\"x\":5}\r", 5}};
  for (const auto& [line, value] : cases) {
    const auto number = json_number(line, "x");
    ASSERT_TRUE(number) << line;
    EXPECT_EQ(*number, value) << line;
  }
}

TEST(JsonLine, AnythingElseIsMissing) {
  for (const char* line : {"",
                           " ",
                           "{}",
                           R"({"y":1})",
                           R"({"X":1})",
                           R"({"x":null})",
                           R"({"x":true})",
                           R"({"x":[1]})",
                           R"({"x":{"x":1}})",
                           R"({"x":"n/a"})",
                           R"({"x":1)",
                           R"({"x":})",
                           R"({"x":1} 2)",
                           R"({"x":NaN})",
                           R"({"x":"nan"})",
                           R"([{"x":1}])",
                           "1",
                           "\"x\"",
                           R"({"x":1,})",
                           R"({'x':1})",
                           R"({"x":01})",
                           R"({"x":1,"x":null})",
                           R"({"x":1,"x":[2]})",
                           "{\"x\":\"\xff\"}",
                           "not json",
                           "{\"x\":\"1"})
    EXPECT_FALSE(json_number(line, "x")) << line;
  EXPECT_FALSE(json_number(std::string_view("{\"x\":1\0}", 8), "x"));
  EXPECT_FALSE(json_number(std::string_view("{\"x\":1}\0", 8), "x"));
  EXPECT_FALSE(json_number(std::string_view("{\"x\":1}\0{\"x\":2}", 15), "x"));
}

TEST(JsonLine, HostileKeysAreOnlyText) {
  EXPECT_EQ(
      json_number(R"({"x\"; DROP TABLE people; --":3})", "x\"; DROP TABLE people; --"),
      3);
  EXPECT_EQ(json_number("{\"größe\":3}", "größe"), 3);
  EXPECT_EQ(json_number(R"({"":3})", ""), 3);
}

TEST(JsonLine, DeepNestingDoesNotOverflow) {
  const std::string deep(1'000'000, '[');
  EXPECT_FALSE(json_number("{\"a\":" + deep, "x"));
  const std::string closed(1'000'000, ']');
  EXPECT_EQ(json_number("{\"a\":" + deep + closed + ",\"x\":1}", "x"), 1);
}

// Another parser, which reads what RFC 8259 allows and no more, as the reference.
class KeyListener : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit KeyListener(const std::vector<std::string>& wanted)
      : wanted_(wanted), texts_(wanted.size()) {}

  bool null() override { return take(std::nullopt); }
  bool boolean(bool x) override { return take(x ? "true" : "false"); }
  bool number_integer(number_integer_t x) override { return take(std::to_string(x)); }
  bool number_unsigned(number_unsigned_t x) override { return take(std::to_string(x)); }
  bool number_float(number_float_t, const string_t& token) override {
    return take(token);
  }
  bool string(string_t& text) override { return take(text); }
  bool binary(binary_t&) override { return take(std::nullopt); }
  bool start_object(std::size_t) override { return open(); }
  bool end_object() override { return --depth_ >= 0; }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return --depth_ >= 0; }
  bool key(string_t& name) override {
    if (depth_ == 1) here_ = name;
    return true;
  }
  bool parse_error(std::size_t, const std::string& token,
                   const nlohmann::json::exception& problem) override {
    constexpr int kOutOfRange = 406;
    texts_.assign(texts_.size(), std::nullopt);
    if (problem.id == kOutOfRange) take(token);
    return false;
  }
  std::vector<std::optional<std::string>> texts() && { return std::move(texts_); }

 private:
  bool take(const std::optional<std::string>& text) {
    if (depth_ != 1) return true;
    for (std::size_t i = 0; i < wanted_.size(); ++i)
      if (wanted_[i] == here_) texts_[i] = text;
    return true;
  }
  bool open() {
    take(std::nullopt);
    ++depth_;
    return true;
  }

  const std::vector<std::string>& wanted_;
  std::vector<std::optional<std::string>> texts_;
  std::string here_;
  int depth_ = 0;
};

std::vector<std::optional<std::string>> by_reference(
    std::string_view line, const std::vector<std::string>& keys) {
  KeyListener listener(keys);
  const auto first = line.find_first_not_of(" \t\r");
  // The parser takes a zero byte for the end of its text.
  if (first != std::string_view::npos && line[first] == '{' &&
      line.find('\0') == std::string_view::npos)
    nlohmann::json::sax_parse(line.begin(), line.end(), &listener);
  return std::move(listener).texts();
}

// Pieces of lines: good ones, nearly good ones, and what is not UTF-8.
const std::vector<std::string> kValues = {"1",
                                          "-0",
                                          "-0.0",
                                          "0",
                                          "12.50",
                                          "1e2",
                                          "1E+2",
                                          "-3.5e-7",
                                          "1e400",
                                          "-1e400",
                                          "1e-400",
                                          "0e999",
                                          "0.0e99999999999999999999",
                                          "1e99999999999999999999",
                                          "1e-99999999999999999999",
                                          "1.7976931348623157e308",
                                          "1.7976931348623159e308",
                                          "17976931348623159" + std::string(292, '0'),
                                          std::string(310, '9'),
                                          "0." + std::string(320, '0') + "7e330",
                                          std::string(330, '7') + "e-330",
                                          std::string(330, '7') + "e-10",
                                          "18446744073709551615",
                                          "18446744073709551616",
                                          "-9223372036854775808",
                                          "-9223372036854775809",
                                          "01",
                                          "1.",
                                          ".5",
                                          "-",
                                          "+1",
                                          "1e",
                                          "1e+",
                                          "0x10",
                                          "NaN",
                                          "Infinity",
                                          "true",
                                          "false",
                                          "null",
                                          "tru",
                                          "truee",
                                          "True",
                                          R"("")",
                                          R"("ann")",
                                          R"("eight by")",
                                          R"("eight byt and more than that")",
                                          R"("a\n\t\b\f\r\"\\\/")",
                                          R"("\u00e9")",
                                          R"("\u0000")",
                                          R"("\uD83D\uDE00")",
                                          R"("\uD83D")",
                                          R"("\uDE00")",
                                          R"("\uD83Dx")",
                                          R"("\uD83D\u0041")",
                                          R"("\u12")",
                                          R"("\u00Gx")",
                                          R"("\u+123")",
                                          R"("\x")",
                                          R"("seven b\)",
                                          R"("open)",
                                          "\"\xff\"",
                                          "\"gr\xc3\xb6\xc3\x9f"
                                          "e of more than eight\"",
                                          "\"\xc0\xaf\"",
                                          "\"\xed\xa0\x80\"",
                                          "\"\xf4\x90\x80\x80\"",
                                          "\"\xf0\x9f\x98\x80\"",
                                          "\"\xe2\x82\"",
                                          "\"tab\there\"",
                                          "\"del\x7f\"",
                                          "\"\x1f\"",
                                          "[]",
                                          "[1,2]",
                                          "[1,]",
                                          "[,1]",
                                          "{}",
                                          R"({"x":1})",
                                          R"([{"x":[1e400]}])",
                                          R"({"a":[[],{}]})",
                                          "[[[[",
                                          "]",
                                          "}",
                                          "'x'",
                                          ""};
const std::vector<std::string> kKeys = {
    R"("x")",     R"("y")", R"("\u0078")", R"("X")",  R"("")",
    R"("größe")", "x",      R"("x)",       R"("\q")", "\"y\xff\""};
const std::vector<std::string> kBlanks = {"",   "",     "",   "",   " ",
                                          "\t", " \r ", "\n", "\v", "/**/"};

// How many values there were.
int expect_as_by_reference(JsonFields& fields, const std::vector<std::string>& wanted,
                           const std::string& line) {
  const auto expected = by_reference(line, wanted);
  const auto& read = fields.read(line);
  EXPECT_EQ(read.size(), expected.size());
  int values = 0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_EQ(read[k].has_value(), expected[k].has_value()) << k << ": " << line;
    if (read[k] && expected[k]) {
      EXPECT_EQ(*read[k], *expected[k]) << k << ": " << line;
    }
    values += expected[k].has_value() ? 1 : 0;
  }
  return values;
}

// 300,000 lines, most of them of good pieces, some with a byte changed.
TEST(JsonLine, ReadsWhatAnotherStrictParserReads) {
  std::mt19937 random(15);
  const auto any = [&](const std::vector<std::string>& of) {
    return of[random() % of.size()];
  };
  const std::vector<std::string> wanted = {"x", "größe", "x", "", "y"};
  JsonFields fields(wanted);
  int good = 0;
  for (int i = 0; i < 300'000; ++i) {
    const bool plain = random() % 4 != 0;  // good keys and blanks
    const auto blank = [&] { return plain ? "" : any(kBlanks); };
    const auto value = [&] { return random() % 3 == 0 ? kValues[0] : any(kValues); };
    std::string line = blank() + "{";
    const std::size_t members = random() % 4;
    for (std::size_t m = 0; m < members; ++m)
      line += (m == 0 ? "" : ",") + blank() +
              (plain ? kKeys[random() % 6] : any(kKeys)) + blank() + ":" + blank() +
              value() + blank();
    line += "}" + blank();
    if (random() % 8 == 0 && !line.empty())
      line[random() % line.size()] = "\0{}[]\",:\\u1e-.x \xc3"[random() % 17];
    if (random() % 16 == 0) line.resize(random() % (line.size() + 1));
    good += expect_as_by_reference(fields, wanted, line);
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(good, 100'000);
}

// 200,000 lines in runs of one shape, with any values, some with a byte changed.
TEST(JsonLine, LinesThatAreAlikeAreReadAsIfTheyWereAlone) {
  std::mt19937 random(16);
  const auto any = [&](const std::vector<std::string>& of) {
    return of[random() % of.size()];
  };
  const std::vector<std::string> wanted = {"x", "größe", "x", "", "y"};
  JsonFields fields(wanted);
  int good = 0;
  for (int run = 0; run < 4000; ++run) {
    const auto blank = [&] { return kBlanks[random() % 8]; };
    std::vector<std::string> between = {blank() + "{"};
    const std::size_t members = random() % 5;
    for (std::size_t m = 0; m < members; ++m) {
      between.back() += blank() + kKeys[random() % 6] + blank() + ":" + blank();
      between.push_back(blank() + (m + 1 < members ? "," : ""));
    }
    between.back() += "}" + blank();
    for (int i = 0; i < 50; ++i) {
      std::string line = between[0];
      for (std::size_t m = 0; m < members; ++m)
        line += (random() % 3 != 0 ? std::to_string(random() % 1000) : any(kValues)) +
                between[m + 1];
      if (random() % 8 == 0)
        line[random() % line.size()] = "\0{}[]\",:\\u1e-.x \xc3"[random() % 17];
      if (random() % 16 == 0) line.resize(random() % (line.size() + 1));
      if (random() % 16 == 0)
        line += any({" ", "}", ",", "x", "{}", std::string(1, 0)});
      good += expect_as_by_reference(fields, wanted, line);
      ASSERT_FALSE(HasFailure());
    }
  }
  EXPECT_GT(good, 100'000);
}

}  // namespace
}  // namespace selvage
