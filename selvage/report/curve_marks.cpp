#include "selvage/report/curve_marks.hpp"

#include <array>

#include <fmt/format.h>

#include "selvage/report/svg.hpp"

namespace selvage {
namespace {

constexpr std::array<std::string_view, kMostCurves> kColours = {
    "#4e96ad", "#f23d00", "#1c2733", "#b06df2",
    "#3d00f2", "#6b1b00", "#d15e5e", "#69008c"};

}  // namespace

std::string_view curve_colour(std::size_t curve) {
  return kColours[curve % kMostCurves];
}

std::string mark_path(std::size_t curve, PagePlace at, double m) {
  const double x = at.x, y = at.y;
  switch (curve % kMostCurves) {
    case 0:  // disc
      return fmt::format("M{} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0Z", px(x - m),
                         px(y), fmt::arg("r", px(m)), fmt::arg("d", px(2 * m)));
    case 1:  // square
      return fmt::format("M{} {}h{s}v{s}h-{s}Z", px(x - m * 0.85), px(y - m * 0.85),
                         fmt::arg("s", px(m * 1.7)));
    case 2:  // triangle
      return fmt::format("M{} {}L{} {}H{}Z", px(x), px(y - m * 1.2), px(x + m * 1.15),
                         px(y + m * 0.8), px(x - m * 1.15));
    case 3:  // diamond
      return fmt::format("M{} {}L{} {}L{} {}L{} {}Z", px(x), px(y - m * 1.3),
                         px(x + m * 1.3), px(y), px(x), px(y + m * 1.3),
                         px(x - m * 1.3), px(y));
    case 4:  // triangle that hangs
      return fmt::format("M{} {}L{} {}H{}Z", px(x), px(y + m * 1.2), px(x + m * 1.15),
                         px(y - m * 0.8), px(x - m * 1.15));
    case 5:  // cross
      return fmt::format("M{} {}l{d} {d}M{} {}l{d} -{d}", px(x - m), px(y - m),
                         px(x - m), px(y + m), fmt::arg("d", px(2 * m)));
    case 6:  // plus
      return fmt::format("M{} {}h{d}M{} {}v{d}", px(x - m * 1.2), px(y), px(x),
                         px(y - m * 1.2), fmt::arg("d", px(m * 2.4)));
    default:  // bar
      return fmt::format("M{} {}v{}", px(x), px(y - m * 1.4), px(m * 2.8));
  }
}

std::string mark_ink(std::size_t curve) {
  return curve < 5 ? fmt::format("fill=\"{}\" stroke=\"#ffffff\"", curve_colour(curve))
                   : fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"2\"",
                                 curve_colour(curve));
}

}  // namespace selvage
