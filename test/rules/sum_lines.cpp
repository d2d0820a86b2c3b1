// Sums of releases, and what the first checker says of them. A request a line in, a
// line of JSON out:
//   sum DELTA RELEASE...   every way to add them up, as derivations
//   holds DERIVATION       true or false
//   law DERIVATION         the law of the losses behind its last step, or null
// A RELEASE is TIMES:KIND:NUMBER:NUMBER, as `release_of` reads it.
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "selvage/guarantee/best_composition.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/guarantee/key_threshold.hpp"
#include "selvage/guarantee/loss_composition.hpp"
#include "selvage/guarantee/neighbour_preserving.hpp"
#include "selvage/guarantee/privacy_loss.hpp"
#include "selvage/guarantee/rule.hpp"
#include "selvage/guarantee/tested_release.hpp"
#include "selvage/guarantee/warped_cells.hpp"
#include "selvage/guarantee/zcdp.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

std::vector<Rational> numbers_in(std::istringstream& words) {
  std::vector<Rational> result;
  for (std::string word; std::getline(words, word, ':');)
    result.push_back(*Rational::parse(word));
  return result;
}

// A scale of people, then cascades side by side of what blocks of them say.
Derivation levels_of(const Rational& test, std::int64_t margin) {
  const std::vector<ThresholdRelease> tests(2, {test, test, margin});
  const auto blocks = cascades_side_by_side(
      {threshold_cascade(tests, Neighbours::replace_person)}, {2});
  return *levels_of_cascades(
      {threshold_cascade(tests), *of_own_table(*blocks, OwnTable::blocks_of_people)},
      {1, 1});
}

Derivation release_of(const std::string& kind, const std::vector<Rational>& numbers) {
  const Rational &x = numbers.at(0), &y = numbers.at(1);
  if (kind == "laplace") return discrete_laplace_cells(x, *y.to_int64());
  if (kind == "gaussian") return discrete_gaussian_cells(x, y);
  if (kind == "gaussian_dp") return *dp_from_zcdp(discrete_gaussian_cells(x, 1), y);
  if (kind == "keys") return key_threshold(x, *y.to_int64(), PersonShare{1, 1, 1});
  if (kind == "levels") return levels_of(x, *y.to_int64());
  return *warped_cells_of_person({{20, x}, {std::nullopt, y}}, 1);  // outlier
}

Json sums(std::istringstream& words) {
  std::string word;
  std::getline(words, word, ' ');
  const Rational delta = *Rational::parse(word);
  std::vector<RepeatedRelease> releases;
  while (std::getline(words, word, ' ')) {
    std::istringstream parts(word);
    std::string times, kind;
    std::getline(parts, times, ':');
    std::getline(parts, kind, ':');
    releases.push_back(
        {release_of(kind, numbers_in(parts)), *Rational::parse(times)->to_int64()});
  }
  Json result = Json::array();
  const auto best = best_composition(releases, delta);
  if (!best) return result;
  for (const CompositionWay& way : best->ways)
    result.push_back(to_json(way.derivation));
  return result;
}

// Where the lattice begins, its step, how many masses there are, the one at infinity,
// and all of them as the value of a polynomial, modulo 2^128.
Json law_of(const Derivation& sum) {
  const auto* step = find_number(sum.inputs, "step");
  if (step == nullptr) return nullptr;
  std::vector<Guarantee> promised;
  for (const Derivation& premise : sum.premises) promised.push_back(premise.conclusion);
  const auto parts = loss_powers(promised, read_times(sum.inputs, promised.size()));
  const auto law = compose(*parts, *step);
  Mass value = 0;
  for (const Mass mass : law->masses())
    value = value * 6'364'136'223'846'793'005U + mass;
  const auto words = [](Mass x) {
    return Json{static_cast<std::uint64_t>(x >> 64), static_cast<std::uint64_t>(x)};
  };
  return {law->offset().text(), law->step().text(), law->size(), words(law->infinite()),
          words(value)};
}

}  // namespace
}  // namespace selvage

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string asked, rest;
    std::getline(words, asked, ' ');
    if (asked == "sum") {
      std::cout << selvage::sums(words).dump() << std::endl;
      continue;
    }
    std::getline(words, rest);
    const auto read = selvage::parse_derivation(rest);
    if (asked == "law")
      std::cout << selvage::law_of(*read).dump() << std::endl;
    else
      std::cout << (read && selvage::holds(*read) ? "true" : "false") << std::endl;
  }
}
