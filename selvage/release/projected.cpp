#include "selvage/release/projected.hpp"

#include "selvage/base/errors.hpp"
#include "selvage/projection/empty_threshold.hpp"
#include "selvage/projection/projection.hpp"
#include "selvage/release/consistent.hpp"

namespace selvage {
namespace {

const std::string* find(const MechanismParameters& parameters, const char* name) {
  for (const auto& [its_name, value] : parameters)
    if (its_name == name) return &value;
  return nullptr;
}

// Where the number of people is public it is one of the mechanism's parameters, and
// each of them is in one cell.
std::optional<Int128> public_people(const Release& release) {
  const std::string* text = find(release.mechanism.parameters, "people");
  if (text == nullptr) return std::nullopt;
  const auto people = Rational::parse(*text);
  const auto whole = people ? people->to_int64() : std::nullopt;
  return whole ? std::optional<Int128>(*whole) : std::nullopt;
}

// Whether only full cells have noise: a count other than 0 is one of a full cell.
bool tells_empty_cells(const Release& release) {
  const std::string* where = find(release.mechanism.parameters, "noise in");
  return where != nullptr && *where == "full cells";
}

}  // namespace

Result<std::int64_t> sparse_threshold(const MechanismParameters& parameters,
                                      bool same_noise, std::uint64_t cells) {
  const std::string* scale = find(parameters, "scale");
  const bool laplace = scale != nullptr;
  const std::string* text = !same_noise ? nullptr
                            : laplace   ? scale
                                        : find(parameters, "variance");
  if (text != nullptr)
    if (const auto parameter = Rational::parse(*text);
        parameter && parameter->sign() > 0 && cells > 0)
      return empty_threshold(laplace ? NoiseShape::laplace : NoiseShape::gaussian,
                             *parameter, cells);
  return wrong(
      "`sparse` is for Laplace or Gaussian noise that is the same in every cell; "
      "leave it out here, or take `project`");
}

Outcome check_projected(const Question& question, bool all_cells) {
  if (!has_counts_beside(question.verb))
    return wrong(
        "`project` and `sparse` are for counts, of a histogram or of count; leave them "
        "out here");
  if (!all_cells)
    return wrong(
        "`project` and `sparse` need every cell, and here some are not listed "
        "(`fewer_than`, or keys written as ?); those that are have counts above 0 "
        "already");
  return Done{};
}

Outcome check_projected(const Release& release) {
  const Answer& answer = release.answer;
  return check_projected(release.question,
                         !answer.fewer_than && !answer.cells.empty() &&
                             answer.cells.size() == answer.domain.cells());
}

Release with_projected(const Release& release, std::optional<std::int64_t> below,
                       std::optional<std::int64_t> total) {
  const bool empty_are_told = tells_empty_cells(release);
  return with_counts_beside(
      release, kProjected, [&](std::span<const std::int64_t> noisy) {
        std::vector<std::int64_t> kept;
        for (const std::int64_t count : noisy) {
          if (empty_are_told && count == 0) continue;
          kept.push_back(below && count < *below ? 0 : count);
        }
        const auto level = projected_counts(
            kept, total ? Int128(*total)
                        : public_people(release).value_or(noisy_total(kept)));
        std::vector<std::int64_t> made(noisy.size(), 0);
        for (std::size_t i = 0, next = 0; i < noisy.size(); ++i)
          if (!empty_are_told || noisy[i] != 0) made[i] = level[next++];
        return made;
      });
}

}  // namespace selvage
