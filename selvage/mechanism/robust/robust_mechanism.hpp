// Any one number of another mechanism with noise on top, so that tables whose answers
// are merely close cannot be told apart either. What the other one promises stays.
// Robustness: T213 to T215. The paper's compiler, on a lattice.
#pragma once
#include "selvage/guarantee/robust.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

class RobustMechanism : public Mechanism {
 public:
  // Of the first number of the answer to this question, in each group by itself.
  // Refuses groups whose keys are not known or whose noise is another than Laplace's,
  // hidden cells, dates and several numbers of one kind; and noise that its own rule
  // does not confirm.
  static Result<std::shared_ptr<const RobustMechanism>> make(Question question,
                                                             Plan base,
                                                             RobustNoise noise);

  const Question& question() const { return question_; }
  const RobustNoise& noise() const { return noise_; }

  std::string name() const override { return "robust_number"; }
  std::string reason() const override { return base_->reason(); }
  // That of the other mechanism with its name, and the noise.
  Json law() const override;
  Json shown() const override;
  std::vector<std::pair<std::string, std::string>> parameters() const override;
  std::vector<Derivation> guarantees() const override;
  std::vector<ProfileStep> profile() const override { return base_->profile(); }
  Rational profile_delta() const override { return base_->profile_delta(); }
  std::vector<ErrorRow> errors(const std::optional<Prior>&,
                               const Rational&) const override {
    return {};
  }
  std::vector<Accuracy> accuracy(const Rational& confidence) const override;
  std::vector<PlanLine> plan_lines(const Prior& prior,
                                   const Rational& confidence) const override;
  Json plan_numbers(const Prior& prior, const Rational& confidence) const override;
  std::vector<std::string> warnings(const Rational& confidence) const override;
  Needs needs() const override { return base_->needs(); }
  Result<Drawn> run(Reader& reader, RandomSource& random) const override;
  bool can_draw(const Drawn& drawn) const override;
  Answer answer(const Drawn& drawn, const Rational& confidence) const override;
  Quantity quantity(const Series& number, const Rational& confidence) const override;
  Evidence evidence(Effort effort) const override;
  std::optional<Interval> class_epsilon(std::int64_t people) const override {
    return base_->class_epsilon(people);
  }

  // A value to the nearest multiple of the unit, halves up, and noise; kNone for none.
  std::int64_t drawn_of(const std::optional<Rational>& value,
                        RandomSource& random) const;
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();

 private:
  RobustMechanism(Question question, Plan base, RobustNoise noise)
      : question_(std::move(question)),
        base_(std::move(base)),
        noise_(std::move(noise)) {}
  // With this confidence the answer is within so many units of what it was.
  std::int64_t bound(const Rational& confidence) const;
  Rational error_bound(const Rational& confidence) const;
  // The number that was asked for is within so many units of the answer, with this
  // confidence; none where nothing is known of the other mechanism's error. [T314]
  std::optional<std::int64_t> interval_bound(const Rational& confidence) const;
  Probed probe_noise() const;
  std::string number_name() const;
  std::vector<std::uint64_t> all_groups() const;

  Question question_;
  Plan base_;
  RobustNoise noise_;
};

// The unit in which such numbers are drawn: 1 for counts, else a thousandth of the
// power of ten that is at most rho.
Rational robust_unit(const std::string& verb, const Rational& rho);

}  // namespace selvage
