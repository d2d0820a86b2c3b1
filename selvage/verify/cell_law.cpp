#include "selvage/verify/cell_law.hpp"

#include "selvage/mechanism/cells/count_noise.hpp"
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
  return draw.kind() == Draw::Kind::laplace || draw.kind() == Draw::Kind::gaussian ||
         draw.kind() == Draw::Kind::law;
}

// What is added to a draw to make the output. A draw of a law is the output itself;
// probes answer it with the input and a number.
std::int64_t offset_of(const Draw& draw, std::int64_t outcome, std::int64_t drawn) {
  if (draw.kind() != Draw::Kind::law) return outcome - drawn;
  return *draw.parameter().to_int64() + outcome - drawn;
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
      const Translation here{tree.first_draw(),
                             offset_of(tree.first_draw(), outcome, tree.first_value())};
      if (!result.translation) result.translation = here;
      translates = result.translation->offset == here.offset &&
                   result.translation->draw.same_law(here.draw) &&
                   result.translation->draw.parameter() == here.draw.parameter();
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
    return draw.same_law(Draw::laplace(laplace->scale));
  if (const auto* gaussian = std::get_if<GaussianNoise>(&noise))
    return draw.same_law(Draw::gaussian(gaussian->variance));
  const auto law = drawn_law(noise);
  return law != nullptr && draw.kind() == Draw::Kind::law && *draw.law() == *law;
}

}  // namespace selvage::verify
