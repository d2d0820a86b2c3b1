// For tests: means and sums of the column x.
#pragma once
#include <gtest/gtest.h>

#include "selvage/mechanism/bound_free/bound_free.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {

inline Question bound_free_question(const std::string& verb,
                                    std::int64_t rows_per_person = 1) {
  Question question = question_about(verb, *Domain::make({}));
  question.column = "x";
  if (rows_per_person != 1) {
    question.person.column = "who";
    question.person.rows = rows_per_person;
  }
  return question;
}

inline std::shared_ptr<const BoundFreeMechanism> made_bound_free(
    const std::string& verb, const BoundFreeRequest& request,
    std::int64_t rows_per_person = 1, const BoundFreeSize& size = {}) {
  auto mechanism = BoundFreeMechanism::make(bound_free_question(verb, rows_per_person),
                                            request, size);
  EXPECT_TRUE(mechanism) << mechanism.error().message;
  return *std::move(mechanism);
}

inline verify::SmallTable rows_with(const std::vector<std::string>& values) {
  verify::SmallTable rows;
  for (const std::string& value : values) rows.push_back({"", {value}});
  return rows;
}

inline Drawn drawn_from(const Mechanism& mechanism, const verify::SmallTable& rows,
                        RandomSource& random) {
  verify::SmallWorldReader reader(mechanism.needs().reading, rows);
  const auto drawn = mechanism.run(reader, random);
  EXPECT_TRUE(drawn);
  EXPECT_TRUE(mechanism.can_draw(*drawn));
  return *drawn;
}

}  // namespace selvage
