// For tests: y explained by x.
#pragma once
#include <gtest/gtest.h>

#include "selvage/mechanism/robust_regression/robust_regression.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {

inline std::shared_ptr<const RobustRegressionMechanism> made_robust(
    const RobustRequest& request, const std::string& person = {},
    const RobustSize& size = {}) {
  Question question = question_about("regression", *Domain::make({}));
  question.column = "y";
  if (!person.empty()) question.person = Person::with_all_rows(person);
  auto mechanism = RobustRegressionMechanism::make(question, request, size);
  EXPECT_TRUE(mechanism) << mechanism.error().message;
  return *std::move(mechanism);
}

// A table of numbers, read as they are.
class HeldReader : public Reader, public NumberReader {
 public:
  HeldReader(Reading reading, NumberRows rows)
      : reading_(std::move(reading)), rows_(std::move(rows)) {}
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override { return Cells{}; }
  Result<NumberRows> number_rows(const BlockKey&) override { return rows_; }

 private:
  Outcome each_row(const VisitRow&) override { return Done{}; }
  Reading reading_;
  NumberRows rows_;
};

inline Answer robust_answer(const Mechanism& mechanism, const NumberRows& rows,
                            RandomSource& random) {
  HeldReader reader(mechanism.needs().reading, rows);
  const auto drawn = mechanism.run(reader, random);
  EXPECT_TRUE(drawn);
  EXPECT_TRUE(mechanism.can_draw(*drawn));
  return mechanism.answer(*drawn, Rational(19, 20));
}

}  // namespace selvage
