#include "tool/arguments.hpp"

#include <gtest/gtest.h>

namespace selvage::tool {
namespace {

const Command& sew() {
  static const Command command{
      .name = "sew",
      .summary = "put a selvage on a cloth",
      .operand_required = true,
      .options = {{"--thread", "COLOUR", "of the thread", true},
                  {"--width", "NUMBER", "in threads"},
                  {"--twice", "", "once more"}},
      .guarantee = "it does not fray.",
      .example = {"selvage sew cloth.csv --thread red"}};
  return command;
}

Result<Arguments> parse(const std::vector<std::string>& words,
                        const Command& command = sew()) {
  return Arguments::parse(command, words);
}

// The sentence that the words are refused with.
std::string refusal(const std::vector<std::string>& words) {
  const auto arguments = parse(words);
  if (arguments) return "accepted";
  EXPECT_EQ(arguments.error().kind, ErrorKind::invalid_request);
  return arguments.error().message;
}

constexpr const char* kSeeHelp = "; 'selvage sew --help' shows what it takes";

TEST(Arguments, OptionsStandAnywhereWithTheirValueBesideThemOrAfterASign) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"a.csv", "--thread", "red", "--width", "3"},
        {"--thread=red", "a.csv", "--width=3"},
        {"--width", "3", "--thread=red", "a.csv"}}) {
    const auto arguments = parse(words);
    ASSERT_TRUE(arguments) << arguments.error().message;
    EXPECT_EQ(arguments->operand(), "a.csv");
    EXPECT_EQ(arguments->value("--thread"), "red");
    EXPECT_EQ(arguments->value("--width"), "3");
    EXPECT_EQ(arguments->value("--twice"), std::nullopt);
    EXPECT_EQ(arguments->value_or("--twice", "no"), "no");
    EXPECT_FALSE(arguments->help());
  }
}

TEST(Arguments, AFlagTakesNoValue) {
  const auto arguments = parse({"--twice", "a.csv", "--thread", "red"});
  ASSERT_TRUE(arguments);
  EXPECT_EQ(arguments->value("--twice"), "");
  EXPECT_EQ(arguments->operand(), "a.csv");
  EXPECT_EQ(refusal({"a.csv", "--thread", "red", "--twice=yes"}),
            std::string("--twice takes no value") + kSeeHelp);
}

TEST(Arguments, AValueMayLookLikeAnOption) {
  for (const std::string value : {"-1", "-inf", "--red", "-", "--", "-h", "a=b", ""}) {
    const auto apart = parse({"a.csv", "--thread", value});
    ASSERT_TRUE(apart) << value << ": " << apart.error().message;
    EXPECT_EQ(apart->value("--thread"), value);
    EXPECT_FALSE(apart->help());
    const auto joined = parse({"a.csv", "--thread=" + value});
    ASSERT_TRUE(joined) << value;
    EXPECT_EQ(joined->value("--thread"), value);
  }
  EXPECT_EQ(parse({"a.csv", "--thread=--width"})->value("--thread"), "--width");
}

TEST(Arguments, AnOptionInThePlaceOfAValueSaysThatTheValueWasForgotten) {
  const std::string forgotten = std::string("--thread needs a value COLOUR") + kSeeHelp;
  EXPECT_EQ(refusal({"a.csv", "--thread", "--width", "3"}), forgotten);
  EXPECT_EQ(refusal({"a.csv", "--thread", "--width=3"}), forgotten);
  EXPECT_EQ(refusal({"a.csv", "--thread", "--help"}), forgotten);
  EXPECT_EQ(refusal({"a.csv", "--thread"}), forgotten);
}

TEST(Arguments, AfterTwoDashesEveryWordIsATable) {
  const auto arguments = parse({"--thread", "red", "--", "--width"});
  ASSERT_TRUE(arguments);
  EXPECT_EQ(arguments->operand(), "--width");
  EXPECT_EQ(arguments->value("--width"), std::nullopt);
  EXPECT_EQ(parse({"--thread", "red", "--", "--"})->operand(), "--");
  EXPECT_EQ(parse({"--thread", "red", "--", "--help"})->operand(), "--help");
  EXPECT_EQ(refusal({"--thread", "red", "--"}),
            std::string("no table is named") + kSeeHelp);
}

TEST(Arguments, ASingleDashIsATable) {
  EXPECT_EQ(parse({"-", "--thread", "red"})->operand(), "-");
  EXPECT_EQ(parse({"-.jsonl", "--thread", "red"})->operand(), "-.jsonl");
}

TEST(Arguments, WrongWordsBecomeOneSentence) {
  EXPECT_EQ(
      refusal({"a.csv", "b.csv", "--thread", "red"}),
      std::string("'b.csv' is one word too many: the table is 'a.csv'") + kSeeHelp);
  EXPECT_EQ(refusal({"", "", "--thread", "red"}),
            std::string("'' is one word too many: the table is ''") + kSeeHelp);
  EXPECT_EQ(refusal({"--thread", "red"}), std::string("no table is named") + kSeeHelp);
  EXPECT_EQ(refusal({}), std::string("no table is named") + kSeeHelp);
  EXPECT_EQ(refusal({"a.csv"}), std::string("--thread COLOUR is missing") + kSeeHelp);
  EXPECT_EQ(refusal({"a.csv", "--thread", "red", "--thread", "red"}),
            std::string("--thread is given twice") + kSeeHelp);
  EXPECT_EQ(refusal({"a.csv", "--thread=red", "--twice", "--twice"}),
            std::string("--twice is given twice") + kSeeHelp);
  EXPECT_EQ(refusal({"a.csv", "--tread", "red"}),
            "unknown option '--tread'; did you mean '--thread'?");
  EXPECT_EQ(refusal({"a.csv", "--tread=red"}),
            "unknown option '--tread'; did you mean '--thread'?");
  EXPECT_EQ(refusal({"a.csv", "--embroidery"}),
            std::string("unknown option '--embroidery'") + kSeeHelp);
  EXPECT_EQ(refusal({"a.csv", "--thr", "red"}),
            "unknown option '--thr'; did you mean '--thread'?");
  EXPECT_EQ(refusal({"a.csv", "-wid=3"}),
            "unknown option '-wid'; did you mean '--width'?");
  EXPECT_EQ(refusal({"a.csv", "-t"}), std::string("unknown option '-t'") + kSeeHelp);
  EXPECT_EQ(refusal({"a.csv", "--help=me"}),
            std::string("--help takes no value") + kSeeHelp);
}

TEST(Arguments, AnOptionOfAnotherVerbIsNoSlipOfTheFingers) {
  Command numbered = sew();
  numbered.options.push_back({"--y", "NUMBER", "of the row"});
  const auto refused = [&](const std::string& option) {
    return parse({"a.csv", "--thread", "red", option, "a"}, numbered).error().message;
  };
  EXPECT_EQ(refused("--by"), std::string("unknown option '--by'") + kSeeHelp);
  EXPECT_EQ(refused("--py"), "unknown option '--py'; did you mean '--y'?");
  numbered.options.push_back({"--bystander", "NAME", "who looks on"});
  EXPECT_EQ(refused("--by"), "unknown option '--by'; did you mean '--bystander'?");
}

TEST(Arguments, ACommandMayDoWithoutATable) {
  Command free = sew();
  free.operand_required = false;
  const auto arguments = parse({"--thread", "red"}, free);
  ASSERT_TRUE(arguments);
  EXPECT_EQ(arguments->operand(), "");
}

TEST(Arguments, HelpNeedsNothingElse) {
  for (const char* word : {"--help", "-h"}) {
    const auto arguments = parse({"a.csv", word, "--nonsense"});
    ASSERT_TRUE(arguments);
    EXPECT_TRUE(arguments->help());
  }
}

TEST(Arguments, HelpNamesEveryOptionTheGuaranteeAndAnExample) {
  EXPECT_EQ(help_text(sew()),
            "selvage sew: put a selvage on a cloth\n\n"
            "  selvage sew TABLE [options]\n\n"
            "Options\n"
            "  --thread COLOUR  of the thread (required)\n"
            "  --width NUMBER   in threads\n"
            "  --twice          once more\n\n"
            "Guarantee\n  it does not fray.\n\n"
            "Example\n  selvage sew cloth.csv --thread red\n");
  Command free = sew();
  free.operand_required = false;
  EXPECT_NE(help_text(free).find("  selvage sew [TABLE] [options]\n"),
            std::string::npos);
}

TEST(Arguments, OnlyANearNameIsAHint) {
  EXPECT_EQ(nearest_hint("histgram", {"plan", "histogram"}),
            "; did you mean 'histogram'?");
  EXPECT_EQ(nearest_hint("xyz", {"plan", "histogram"}), "");
  EXPECT_EQ(nearest_hint("xyz", {}), "");
}

}  // namespace
}  // namespace selvage::tool
