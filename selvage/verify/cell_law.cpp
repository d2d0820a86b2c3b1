#include "selvage/verify/cell_law.hpp"

#include "selvage/verify/answering_source.hpp"

namespace selvage::verify {
namespace {

std::int64_t run_cell(const PlannedNumber& number, std::int64_t value,
                      RandomSource& random) {
  number.add_noise(std::span(&value, 1), random);
  return value;
}

bool probes_translate(const PlannedNumber& number, std::int64_t value,
                      std::int64_t offset) {
  for (int k = 0; k < 60; ++k)
    for (const std::int64_t z : {std::int64_t{1} << k, -(std::int64_t{1} << k)}) {
      ConstantSource probe(z);
      if (run_cell(number, value, probe) != offset + z || probe.draws() != 1 ||
          probe.jumps() + probe.others() > 0)
        return false;
    }
  return true;
}

bool is_noise(const Draw& draw) {
  return draw.kind() == Draw::Kind::laplace || draw.kind() == Draw::Kind::gaussian;
}

bool same(const Draw& a, const Draw& b) {
  return a.kind() == b.kind() && a.parameter() == b.parameter();
}

}  // namespace

CellLaw cell_law(const PlannedNumber& number, std::int64_t value,
                 const OutcomeTree::Limits& limits) {
  CellLaw result;
  OutcomeTree tree(limits);
  TreeSource random(tree);
  bool translates = true;
  do {
    tree.rewind();
    try {
      const std::int64_t outcome = run_cell(number, value, random);
      const Weight weight = tree.weight();
      const auto [found, fresh] = result.law.mass.try_emplace(outcome, weight);
      if (!fresh) found->second.add(weight);
      translates = translates && tree.draws() == 1 && is_noise(tree.first_draw());
      if (!translates) continue;
      const Translation here{tree.first_draw(), outcome - tree.first_value()};
      if (!result.translation) result.translation = here;
      translates = result.translation->offset == here.offset &&
                   same(result.translation->draw, here.draw);
    } catch (const PathCut&) {
      translates = false;
    }
  } while (tree.next());
  result.law.unresolved = tree.unresolved();
  if (!translates || !result.translation ||
      !probes_translate(number, value, result.translation->offset))
    result.translation.reset();
  return result;
}

bool is_draw_of(const Draw& draw, const Noise& noise) {
  if (const auto* laplace = std::get_if<LaplaceNoise>(&noise))
    return same(draw, Draw::laplace(laplace->scale));
  return same(draw, Draw::gaussian(std::get<GaussianNoise>(noise).variance));
}

}  // namespace selvage::verify
