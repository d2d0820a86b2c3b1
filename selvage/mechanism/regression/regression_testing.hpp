// For tests: y explained by x, or by x1, x2, ...
#pragma once
#include <gtest/gtest.h>

#include "selvage/mechanism/regression/regression.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {

inline Question regression_question(const std::string& person = {}) {
  Question question = question_about("regression", *Domain::make({}));
  question.column = "y";
  if (!person.empty()) question.person = Person::with_all_rows(person);
  return question;
}

inline std::shared_ptr<const RegressionMechanism> made_regression(
    const RegressionRequest& request, const std::string& person = {},
    const RegressionSize& size = {}) {
  auto mechanism =
      RegressionMechanism::make(regression_question(person), request, size);
  EXPECT_TRUE(mechanism) << mechanism.error().message;
  return *std::move(mechanism);
}

inline Drawn fitted_from(const Mechanism& mechanism, const verify::SmallTable& rows,
                         RandomSource& random) {
  verify::SmallWorldReader reader(mechanism.needs().reading, rows);
  const auto drawn = mechanism.run(reader, random);
  EXPECT_TRUE(drawn);
  EXPECT_TRUE(mechanism.can_draw(*drawn));
  return *drawn;
}

}  // namespace selvage
