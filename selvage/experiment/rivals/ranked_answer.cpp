#include "selvage/experiment/rivals/ranked_answer.hpp"

#include "selvage/experiment/rivals/scored_law.hpp"
#include "selvage/mechanism/certain/acceptance_law.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {

Guarantee RankedAnswer::guarantee() const { return {DpPromise{epsilon_, 0}}; }

std::int64_t RankedAnswer::run(Bars bars, RandomSource& random) const {
  std::int64_t first = 0;
  std::vector<std::int64_t> edits;
  std::visit(
      [&](const auto& f) {
        first = least_answer(f);
        edits = edits_to_answers(f, bars);
      },
      f_);
  std::int64_t place = 0;
  random.draw(std::span(&place, 1),
              std::make_shared<const ScoredLaw>(epsilon_ / 2, std::move(edits)));
  return first + place;
}

ShownAnswer::ShownAnswer(BarAnswer f, const Rational& epsilon, const Rational& delta)
    : f_(f),
      epsilon_(epsilon),
      delta_(delta),
      law_(std::make_shared<const AcceptanceLaw>(
          std::make_shared<const AcceptanceTable>(epsilon, delta))) {}

Guarantee ShownAnswer::guarantee() const { return {DpPromise{epsilon_, delta_}}; }

std::int64_t ShownAnswer::run(Bars bars, RandomSource& random) const {
  std::int64_t shown =
      1 + std::visit([&](const auto& f) { return stability_of(f, bars); }, f_);
  random.draw(std::span(&shown, 1), law_);
  return shown == 1 ? std::visit([&](const auto& f) { return answer_of(f, bars); }, f_)
                    : kNotShown;
}

}  // namespace selvage
