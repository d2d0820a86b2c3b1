#include "tool/plot.hpp"

#include <limits>

#include <fmt/format.h>

#include "selvage/experiment/profile_curves.hpp"
#include "tool/file_place.hpp"
#include "tool/output.hpp"
#include "tool/output_format.hpp"

namespace selvage::tool {

Outcome write_plot(const Arguments& arguments, const Question& question,
                   const CurveChart& chart) {
  const std::string path = arguments.value_or("--plot", "");
  if (const auto done = check_places(arguments, outputs_of(arguments, {"--plot"}),
                                     files_of_question(question));
      !done)
    return done;
  if (const auto done = check_ending(arguments, "--plot", "SVG"); !done) return done;
  auto file = OutputFile::open(path);
  if (!file) return file.error();
  return file->commit(curves_svg(chart));
}

CurveChart audit_chart(const Mechanism& mechanism) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto profile = mechanism.profile();
  Curve promised{"promised", {}, CurveStyle::solid};
  Curve exact{"exact, of the shipped law", {}, CurveStyle::dotted};
  for (const std::int64_t count : charted_counts(profile)) {
    if (count < 1) continue;
    const auto x = static_cast<double>(count);
    const auto epsilon = epsilon_at(profile, count);
    promised.points.push_back(
        {x, epsilon.is_infinite() ? kInfinity : epsilon.finite().to_double()});
    const auto least = mechanism.class_epsilon(count);
    exact.points.push_back({x, least ? least->upper().to_double() : kInfinity});
  }
  return {.title = "Privacy of a person, by the people in the class",
          .across = {.title = "people in the class"},
          .up = {.title = "epsilon"},
          .curves = {std::move(promised), std::move(exact)},
          .notes = {fmt::format("At delta {}. Smaller is more protection.",
                                mechanism.profile_delta().short_text())}};
}

}  // namespace selvage::tool
