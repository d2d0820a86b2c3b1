// Twelve thousand predicates, each in six files.
#include "selvage/source/where_formats_testing.hpp"

namespace selvage::where_formats {
namespace {

class ManyPredicates : public WhereFormats,
                       public testing::WithParamInterface<std::uint64_t> {};

TEST_P(ManyPredicates, OneRuleOfComparisonInAllFormats) {
  expect_one_rule(GetParam(), 30, 100, 60);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ManyPredicates, testing::Values(2, 3, 4, 5));

}  // namespace
}  // namespace selvage::where_formats
