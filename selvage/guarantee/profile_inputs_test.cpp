#include "selvage/guarantee/profile_inputs.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

Inputs inputs_of(const std::string& profile) {
  Inputs inputs{{"bits", 62}};
  append_profile(inputs, *parse_profile(profile));
  return inputs;
}

TEST(ProfileInputs, AProfileComesBackAsItsEnvelope) {
  for (const char* text : {"1", "20:0.1,1", "5:0,20:1/3,inf", "7:0,2"}) {
    auto inputs = inputs_of(text);
    inputs.emplace_back("after", 1);
    const auto read = read_profile(inputs, 1);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(read->profile, *parse_profile(text));
    EXPECT_EQ(read->count, read->profile.size());
  }
  const auto fallen = read_profile(inputs_of("5:3,20:0.1,1"), 1);
  ASSERT_TRUE(fallen);
  EXPECT_EQ(profile_text(fallen->profile), "20:0.1,1");
}

TEST(ProfileInputs, NothingElseIsAProfile) {
  const std::vector<Inputs> wrong{
      {},
      {{"epsilon_upto_20", 1}},
      {{"epsilon_above", -1}},
      {{"epsilon_upto_020", 1}, {"epsilon_above", 2}},
      {{"epsilon_upto_0", 1}, {"epsilon_above", 2}},
      {{"epsilon_upto_+2", 1}, {"epsilon_above", 2}},
      {{"epsilon_upto_99999999999999999999", 1}, {"epsilon_above", 2}},
      {{"epsilon_upto_20", 2}, {"epsilon_above", 2}},
      {{"epsilon_upto_20", 3}, {"epsilon_above", 2}},
      {{"epsilon_upto_20", 1}, {"epsilon_upto_20", 2}, {"epsilon_above", 3}},
      {{"epsilon_upto_20", 1}, {"epsilon_upto_7", 2}, {"epsilon_above", 3}},
      {{"epsilon_upto_20", 1}, {"unprotected_above", 2}},
      {{"unprotected_above", 1}},
      {{"epsilon", 1}}};
  for (const Inputs& inputs : wrong)
    EXPECT_FALSE(read_profile(inputs, 0)) << inputs.size();
  EXPECT_TRUE(read_profile({{"epsilon_upto_20", 1}, {"unprotected_above", 1}}, 0));
}

TEST(ProfileInputs, APartitionIsTheLastInput) {
  Inputs inputs{{"bits", 62}};
  append_partition(inputs, "age=0:100:10");
  EXPECT_EQ(read_partition(inputs, 1), "age=0:100:10");
  EXPECT_FALSE(read_partition(inputs, 0));
  EXPECT_FALSE(read_partition(inputs, 2));
  EXPECT_FALSE(read_partition({{"partition age", 2}}, 0));
  EXPECT_FALSE(read_partition({{"age", 1}}, 0));
}

}  // namespace
}  // namespace selvage
