// The mean of what is left when the lowest and the highest rows are left out, without
// bounds: two tests whether few people could change how far one row moves it, then
// noise of that size. Where both fail there is no answer. (epsilon, delta). What moves:
// T129, T130. Privacy and error: T131.
#pragma once
#include <limits>

#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/sets_aside.hpp"
#include "selvage/mechanism/trimmed_mean/mean_reach.hpp"
#include "selvage/one_sided/acceptance_table.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

struct TrimmedMeanRequest {
  Rational trimmed = Rational(1, 10);  // of all rows, half of them at either end
  Rational epsilon, delta;
  Rational unit = Rational(1, 1'000'000);  // of the codes
};

// Smaller ones are for tests that walk every outcome.
struct TrimmedMeanSize {
  int reach_bits = 20;  // how far a row moves the mean is told in 2^-20 codes
  int step_bits = 10;   // and is 2^10 steps of the noise, or up to twice as many
};

class TrimmedMeanMechanism : public Mechanism, public SetsAside {
 public:
  // Stands where nothing is shown.
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();

  // Of the column, the groups and the people of the question. Writes the request into
  // it. Refuses what is wrong with a request, naming its field.
  static Result<std::shared_ptr<const TrimmedMeanMechanism>> make(
      Question question, TrimmedMeanRequest request, TrimmedMeanSize size = {});

  const Question& question() const { return question_; }
  const AcceptanceTable& table() const { return *table_; }

  std::string name() const override { return "trimmed_mean"; }
  std::string reason() const override;
  Json law() const override;
  Json shown() const override;
  std::vector<std::pair<std::string, std::string>> parameters() const override;
  std::vector<Derivation> guarantees() const override;
  std::vector<ErrorRow> errors(const std::optional<Prior>& prior,
                               const Rational& confidence) const override;
  std::vector<Accuracy> accuracy(const Rational& confidence) const override;
  std::vector<PlanLine> plan_lines(const Prior& prior,
                                   const Rational& confidence) const override;
  Json plan_numbers(const Prior& prior, const Rational& confidence) const override;
  std::vector<std::string> warnings(const Rational& confidence) const override;
  Needs needs() const override;
  Result<Drawn> run(Reader& reader, RandomSource& random) const override;
  bool can_draw(const Drawn& drawn) const override;
  Answer answer(const Drawn& drawn, const Rational& confidence) const override;
  Quantity quantity(const Series& number, const Rational& confidence) const override;
  std::vector<OpenEnds> range_ends() const override;
  Evidence evidence(Effort effort) const override;

 private:
  // What a person has of the request: two tests and one release, in each of the groups
  // that one person is in.
  struct Shares {
    Rational test, release, delta;  // delta of one test
  };
  TrimmedMeanMechanism(Question question, TrimmedMeanRequest request,
                       TrimmedMeanSize size, Grid grid,
                       std::shared_ptr<const AcceptanceTable> table);

  static Shares shares_of(const Question& question, const TrimmedMeanRequest& request);
  Shares shares() const { return shares_of(question_, request_); }
  Trimming trimming() const;
  std::int64_t rows_per_person() const { return question_.person.most_in_cell(); }
  std::string people_word() const;
  std::string most_text() const;  // the largest size of a code
  std::string range_sentence() const;
  // From how many people on an answer has this probability, where the values lie as in
  // a normal law, or as in a lognormal one. For plans.
  std::int64_t people_needed(bool lognormal, const Rational& confidence) const;

  Result<std::vector<TrimmedRows>> read(Reader& reader) const;
  // By group: the octave of the first test that passes, or kNone.
  std::vector<std::int64_t> shown_octaves(const std::vector<TrimmedRows>& groups,
                                          RandomSource& random) const;
  // The noise that the octave of a reach asks for. Requires an octave above 0.
  struct Noise {
    int shift;           // a step is 2^shift / 2^reach_bits codes
    std::int64_t moved;  // by one person, in steps
    Rational scale;      // in steps
  };
  Noise noise_of(std::int64_t octave) const;
  // The mean in steps, to the nearest one; in codes where the reach is 0.
  std::int64_t mean_in_steps(const TrimmedRows& rows, std::int64_t octave) const;
  std::int64_t noisy(std::int64_t steps, std::int64_t octave,
                     RandomSource& random) const;
  // With noise of so many steps at most.
  Estimate estimate(std::int64_t octave, std::int64_t steps, std::int64_t bound) const;

  Question question_;
  TrimmedMeanRequest request_;
  TrimmedMeanSize size_;
  Grid grid_;
  std::shared_ptr<const AcceptanceTable> table_;
};

}  // namespace selvage
