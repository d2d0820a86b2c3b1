#include "selvage/verify/cell_law.hpp"

namespace selvage::verify {
namespace {

std::int64_t run_cell(const Plan& plan, std::int64_t count, RandomSource& random) {
  plan.add_noise(std::span(&count, 1), random);
  return count;
}

// Answers one discrete Laplace draw with a value of our choice.
class ProbeSource : public RandomSource {
 public:
  explicit ProbeSource(std::int64_t value) : value_(value) {}
  void uniform_below(std::span<std::uint64_t>, std::uint64_t) override { ++others_; }
  void bernoulli_exp(std::span<std::uint8_t>, const Rational&) override { ++others_; }
  void geometric(std::span<std::int64_t>, const Rational&) override { ++others_; }
  void discrete_gaussian(std::span<std::int64_t>, const Rational&) override {
    ++others_;
  }
  void discrete_laplace(std::span<std::int64_t> out, const Rational&) override {
    for (auto& z : out) z = value_;
    draws_ += out.size();
  }
  bool one_draw() const { return draws_ == 1 && others_ == 0; }

 private:
  std::int64_t value_;
  std::size_t draws_ = 0, others_ = 0;
};

bool probes_translate(const Plan& plan, std::int64_t count, std::int64_t offset) {
  for (int k = 0; k < 60; ++k)
    for (const std::int64_t z : {std::int64_t{1} << k, -(std::int64_t{1} << k)}) {
      ProbeSource probe(z);
      if (run_cell(plan, count, probe) != offset + z || !probe.one_draw()) return false;
    }
  return true;
}

}  // namespace

CellLaw cell_law(const Plan& plan, std::int64_t count,
                 const OutcomeTree::Limits& limits) {
  CellLaw result;
  OutcomeTree tree(limits);
  TreeSource random(tree);
  bool translates = true;
  do {
    tree.rewind();
    try {
      const std::int64_t outcome = run_cell(plan, count, random);
      const Weight weight = tree.weight();
      const auto [found, fresh] = result.law.mass.try_emplace(outcome, weight);
      if (!fresh) found->second.add(weight);
      translates = translates && tree.draws() == 1 &&
                   tree.first_draw().kind() == Draw::Kind::laplace;
      if (!translates) continue;
      const Translation here{tree.first_draw().parameter(),
                             outcome - tree.first_value()};
      if (!result.translation) result.translation = here;
      translates = result.translation->offset == here.offset &&
                   result.translation->scale == here.scale;
    } catch (const PathCut&) {
      translates = false;
    }
  } while (tree.next());
  result.law.unresolved = tree.unresolved();
  if (!translates || !result.translation ||
      !probes_translate(plan, count, result.translation->offset))
    result.translation.reset();
  return result;
}

}  // namespace selvage::verify
