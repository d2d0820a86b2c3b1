#include "selvage/verify/pair_walk.hpp"

#include "selvage/outcome/answering_source.hpp"

namespace selvage::verify {
namespace {

// The one number that was drawn, if it is one.
const std::int64_t* only_number(const Drawn& drawn) {
  if (drawn.numbers.size() != 1 || drawn.numbers[0].size() != 1) return nullptr;
  return &drawn.numbers[0][0];
}

bool probes_translate(const DrawingCode& code, const Drawn& like, std::int64_t offset) {
  Drawn expected = like;
  for (int k = 0; k < 60; ++k)
    for (const std::int64_t z : {std::int64_t{1} << k, -(std::int64_t{1} << k)}) {
      ConstantSource probe(z);
      expected.numbers[0][0] = offset + z;
      if (code(probe) != expected || probe.draws() != 1 ||
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

// Looks at one path after the other.
class TranslationWatch {
 public:
  void see(const OutcomeTree& tree, const Drawn& drawn) {
    const std::int64_t* number = only_number(drawn);
    translates_ = translates_ && number != nullptr && tree.draws() == 1 &&
                  is_noise(tree.first_draw());
    if (!translates_) return;
    const Translation here{tree.first_draw(),
                           offset_of(tree.first_draw(), *number, tree.first_value())};
    if (!first_) {
      first_ = here;
      like_ = drawn;
      return;
    }
    translates_ = first_->offset == here.offset && first_->draw.same_law(here.draw) &&
                  first_->draw.parameter() == here.draw.parameter() &&
                  like_.cells == drawn.cells && like_.keys == drawn.keys;
  }
  void see_cut() { translates_ = false; }

  std::optional<Translation> seen_in(const DrawingCode& code) const {
    if (!translates_ || !first_ || !probes_translate(code, like_, first_->offset))
      return std::nullopt;
    return first_;
  }

 private:
  bool translates_ = true;
  std::optional<Translation> first_;
  Drawn like_;
};

}  // namespace

PairWalk walk(const DrawingCode& code, const OutcomeTree::Limits& limits) {
  PairWalk result;
  OutcomeTree tree(limits);
  TreeSource random(tree);
  TranslationWatch watch;
  do {
    tree.rewind();
    try {
      Drawn drawn = code(random);
      watch.see(tree, drawn);
      const Weight weight = tree.weight();
      const auto [found, fresh] = result.law.mass.try_emplace(std::move(drawn), weight);
      if (!fresh) found->second.add(weight);
    } catch (const PathCut&) {
      watch.see_cut();
    }
  } while (tree.next());
  result.law.unresolved = tree.unresolved();
  result.translation = watch.seen_in(code);
  return result;
}

}  // namespace selvage::verify
