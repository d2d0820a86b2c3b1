#include "selvage/report/curves_svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "selvage/report/svg_document.hpp"
#include "selvage/report/text.hpp"

namespace selvage {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kCharacter = 13 * 0.6;  // wide

CurveChart chart_of(std::vector<Curve> curves) {
  return {.title = "Error by count",
          .across = {"people in the cell"},
          .up = {"expected error, rows"},
          .curves = std::move(curves)};
}

Curve ramp(const std::string& name, double height, int points = 101,
           CurveStyle style = CurveStyle::solid) {
  Curve curve{name, {}, style};
  for (int i = 0; i < points; ++i)
    curve.points.push_back({static_cast<double>(i), height * i / (points - 1)});
  return curve;
}

std::vector<Curve> eight() {
  std::vector<Curve> curves;
  for (std::size_t i = 0; i < kMostCurves; ++i)
    curves.push_back(ramp("curve " + std::to_string(i), static_cast<double>(i + 1)));
  return curves;
}

// The corners of each curve's line, in the order of the curves.
std::vector<std::vector<double>> lines(const Document& document) {
  std::vector<std::vector<double>> result;
  for (const Element& path : document.in_group("curve", "path"))
    if (path.attributes.at("class") == "line")
      result.push_back(numbers(path.attributes.at("d")));
  return result;
}

std::vector<Element> marks(const Document& document) {
  std::vector<Element> result;
  for (const Element& path : document.in_group("curve", "path"))
    if (path.attributes.at("class") == "marks") result.push_back(path);
  return result;
}

std::string colour_of(const Element& mark) {
  const std::string& fill = mark.attributes.at("fill");
  return fill == "none" ? mark.attributes.at("stroke") : fill;
}

TEST(CurvesSvg, CornersStandInProportionToTheirNumbers) {
  const std::string svg =
      curves_svg(chart_of({{"a", {{0, 0}, {10, 40}, {30, 100}, {40, 25}}, {}}}));
  const Document document(svg);
  ASSERT_EQ(document.fault(), "");
  const auto line = lines(document).at(0);
  ASSERT_EQ(line.size(), 8u);
  const double across = (line[6] - line[0]) / 40, up = (line[1] - line[5]) / 100;
  EXPECT_GT(across, 15);
  EXPECT_NEAR(up, 3.36, 0.001);  // 100 is a tick, so it stands at the top
  EXPECT_NEAR(line[2] - line[0], 10 * across, 0.02);
  EXPECT_NEAR(line[4] - line[0], 30 * across, 0.02);
  EXPECT_NEAR(line[1] - line[3], 40 * up, 0.02);
  EXPECT_NEAR(line[1] - line[7], 25 * up, 0.02);
}

TEST(CurvesSvg, LabelsStandBesideTheNumbersTheyName) {
  CurveChart chart = chart_of({{"a", {{0, 0}, {20, 0.001}, {40, 1}}, {}}});
  chart.up.scale = AxisScale::logarithmic;
  const std::string svg = curves_svg(chart);
  const Document document(svg);
  EXPECT_EQ(document.words("up"), "0\n0.001\n0.01\n0.1\n1\n");
  EXPECT_EQ(document.words("across"), "0\n5\n10\n15\n20\n25\n30\n35\n40\n");
  const auto line = lines(document).at(0);
  const auto up = document.in_group("up", "text");
  const auto across = document.in_group("across", "text");
  ASSERT_EQ(line.size(), 6u);
  EXPECT_NEAR(up[0].number("y"), line[1] + 4.5, 0.011);
  EXPECT_NEAR(up[1].number("y"), line[3] + 4.5, 0.011);
  EXPECT_NEAR(up[4].number("y"), line[5] + 4.5, 0.011);
  EXPECT_NEAR(across[0].number("x"), line[0], 0.011);
  EXPECT_NEAR(across[4].number("x"), line[2], 0.011);
  EXPECT_NEAR(across[8].number("x"), line[4], 0.011);
}

TEST(CurvesSvg, NamesCannotBreakTheDocument) {
  const std::string evil = "</text><script>alert('x')</script>&\x1b[2J\xff\"]]><!--";
  CurveChart chart = chart_of({ramp(evil, 1), ramp(evil, 2, 9, CurveStyle::points)});
  chart.title = chart.across.title = chart.up.title = evil;
  chart.notes = {evil, "tab\there <&>"};
  const std::string svg = curves_svg(chart);
  const Document document(svg);
  EXPECT_EQ(document.fault(), "");
  EXPECT_TRUE(document.all("script").empty());
  EXPECT_NE(svg.find("&amp;[2J\uFFFD&quot;"), std::string::npos);
}

TEST(CurvesSvg, TheLegendNamesEveryCurveAndLiesAboveThePlot) {
  for (const std::size_t count : {1u, 3u, 8u})
    for (const std::string& more :
         {std::string(), std::string(30, 'm'), std::string(300, 'w')}) {
      auto curves = eight();
      curves.resize(count);
      for (Curve& curve : curves) curve.name += more;
      const std::string svg = curves_svg(chart_of(curves));
      const Document document(svg);
      ASSERT_EQ(document.fault(), "");
      const auto names = document.in_group("legend", "text");
      ASSERT_EQ(names.size(), count);
      double top = 1e9;
      for (const auto& line : lines(document))
        for (std::size_t i = 1; i < line.size(); i += 2) top = std::min(top, line[i]);
      std::set<std::pair<double, double>> taken;
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_TRUE(names[i].content.starts_with("curve " + std::to_string(i)));
        const double x = names[i].number("x"), y = names[i].number("y");
        EXPECT_LT(y, top - 30);
        EXPECT_LE(x + kCharacter * static_cast<double>(places(names[i].content)), 936);
        EXPECT_TRUE(taken.emplace(x, y).second);
        for (std::size_t j = 0; j < i; ++j)
          if (names[j].number("y") == y) {
            EXPECT_GE(x,
                      names[j].number("x") + 37 +
                          kCharacter * static_cast<double>(places(names[j].content)));
          }
      }
    }
}

// Red, green and blue as light, and what protanopes, deuteranopes and tritanopes see of
// them [Machado, Oliveira, Fernandes 2009].
using Light = std::array<double, 3>;
constexpr std::array<std::array<Light, 3>, 4> kSights = {{
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868},
      {0.114503, 0.786281, 0.099216},
      {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968},
      {0.280085, 0.672501, 0.047413},
      {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779},
      {-0.078411, 0.930809, 0.147602},
      {0.004733, 0.691367, 0.303900}}},
}};

Light light(const std::string& colour) {
  Light result{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double part = std::stoi(colour.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    result[i] = part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  }
  return result;
}

double brightness(const Light& c) {
  return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
}

// CIE L*a*b*: two colours 2 apart can just be told from each other side by side.
Light seen(const Light& c, std::size_t sight) {
  Light s{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) s[i] += kSights[sight][i][j] * c[j];
    s[i] = std::clamp(s[i], 0.0, 1.0);
  }
  const auto f = [](double t) {
    return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116;
  };
  const double x = f((0.4124 * s[0] + 0.3576 * s[1] + 0.1805 * s[2]) / 0.95047);
  const double y = f(brightness(s));
  const double z = f((0.0193 * s[0] + 0.1192 * s[1] + 0.9505 * s[2]) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

TEST(CurvesSvg, ColoursAreToldApartByEveryKindOfSight) {
  const std::string svg = curves_svg(chart_of(eight()));
  const auto all = marks(Document(svg));
  ASSERT_EQ(all.size(), kMostCurves);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Light one = light(colour_of(all[i]));
    EXPECT_GE(1.05 / (brightness(one) + 0.05), 3) << i;  // against white
    for (std::size_t j = 0; j < i; ++j)
      for (std::size_t sight = 0; sight < kSights.size(); ++sight) {
        const Light a = seen(one, sight), b = seen(light(colour_of(all[j])), sight);
        EXPECT_GE(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), 30)
            << i << ' ' << j << ' ' << sight;
      }
  }
}

// In grey print the shapes tell: no two curves have the same one.
TEST(CurvesSvg, EveryCurveHasAShapeOfItsOwnInPlotAndLegend) {
  std::vector<Curve> curves(kMostCurves, {"flat", {{0, 1}, {100, 1}}, {}});
  const std::string svg = curves_svg(chart_of(curves));
  const Document document(svg);
  const auto shape = [](const std::string& path) {
    // Letters and lengths without the places: the first mark, relative to its start.
    std::string result;
    const std::string first = path.substr(0, path.find('M', 1));
    const auto at = numbers(first);
    std::size_t i = 0;
    bool number = false, absolute = true;
    for (const char c : first) {
      if (std::isalpha(static_cast<unsigned char>(c))) {
        result += c;
        absolute = std::isupper(static_cast<unsigned char>(c)) != 0;
        number = false;
      } else if (c == ' ') {
        number = false;
      } else if (!number) {
        number = true;
        if (!absolute) result += std::to_string(std::lround(at[i])) + ' ';
        ++i;
      }
    }
    // Of shapes with absolute corners: whether the second lies below the first.
    return result + (at.size() > 3 && at[3] > at[1] ? "down" : "up");
  };
  std::set<std::string> in_plot, in_legend;
  for (const Element& path : marks(document))
    in_plot.insert(shape(path.attributes.at("d")));
  EXPECT_EQ(in_plot.size(), kMostCurves);
  const auto legend = document.in_group("legend", "path");
  ASSERT_EQ(legend.size(), 2 * kMostCurves);
  for (std::size_t i = 1; i < legend.size(); i += 2)
    in_legend.insert(shape(legend[i].attributes.at("d")));
  EXPECT_EQ(in_legend, in_plot);
}

// Equal curves lie on each other: each must still be seen.
TEST(CurvesSvg, MarksOfEqualCurvesDoNotHideEachOther) {
  std::vector<Curve> curves(5, {"flat", {{0, 1}, {100, 1}}, {}});
  const std::string svg = curves_svg(chart_of(curves));
  std::vector<double> at;  // where marks begin, a mark's width from where they end
  for (const Element& path : marks(Document(svg))) {
    const std::string& d = path.attributes.at("d");
    EXPECT_GE(std::count(d.begin(), d.end(), 'M'), 5);
    for (std::size_t i = d.find('M'); i != std::string::npos; i = d.find('M', i + 1))
      at.push_back(std::stod(d.substr(i + 1)));
  }
  std::sort(at.begin(), at.end());
  for (std::size_t i = 1; i < at.size(); ++i) EXPECT_GT(at[i] - at[i - 1], 11);
  EXPECT_GT(at.back() - at.front(), 700);
}

TEST(CurvesSvg, StylesDiffer) {
  const std::string svg = curves_svg(chart_of(
      {ramp("a", 1), ramp("b", 2, 101, CurveStyle::dashed),
       ramp("c", 3, 101, CurveStyle::dotted), ramp("d", 4, 12, CurveStyle::points)}));
  const Document document(svg);
  std::vector<std::string> dashes;
  for (const Element& path : document.in_group("curve", "path"))
    if (path.attributes.at("class") == "line")
      dashes.push_back(path.attributes.contains("stroke-dasharray")
                           ? path.attributes.at("stroke-dasharray")
                           : "");
  ASSERT_EQ(dashes.size(), 3u);  // points are joined by no line
  EXPECT_EQ(dashes[0], "");
  EXPECT_EQ(std::set<std::string>(dashes.begin(), dashes.end()).size(), 3u);
  const std::string points = marks(document).at(3).attributes.at("d");
  EXPECT_EQ(std::count(points.begin(), points.end(), 'M'), 12);
  EXPECT_EQ(document.in_group("legend", "path").size(), 3u * 2 + 1);
}

// One high point among a million must be seen.
TEST(CurvesSvg, ManyPointsKeepEveryPeakInABoundedPicture) {
  for (const CurveStyle style : {CurveStyle::solid, CurveStyle::points}) {
    Curve curve = ramp("a", 1, 1'000'000, style);
    curve.points[543'210].y = 5;
    curve.points[765'432].y = 0;
    const std::string svg = curves_svg(chart_of({curve}));
    const Document document(svg);
    ASSERT_EQ(document.fault(), "");
    EXPECT_LT(svg.size(), style == CurveStyle::solid ? 60'000u : 120'000u);
    if (style == CurveStyle::points) continue;
    const auto line = lines(document).at(0);
    double top = 1e9, later = 0;
    for (std::size_t i = 0; i < line.size(); i += 2) {
      top = std::min(top, line[i + 1]);
      if (line[i] > 400) later = std::max(later, line[i + 1]);
      if (i > 0) {
        EXPECT_GE(line[i], line[i - 2]);
      }
    }
    EXPECT_NEAR(line[1] - top, 336, 0.011);  // 5 is at the top,
    EXPECT_NEAR(later, line[1], 0.011);      // and 0 at the bottom
  }
}

TEST(CurvesSvg, FewPointsAreAllDrawnAsTheyAre) {
  Curve curve{"a", {}, CurveStyle::solid};
  for (int i = 0; i < 300; ++i)
    curve.points.push_back({static_cast<double>(i), static_cast<double>(i * 7 % 13)});
  const std::string svg = curves_svg(chart_of({curve}));
  const auto line = lines(Document(svg)).at(0);
  ASSERT_EQ(line.size(), 600u);
  const double zero = line[1], up = (zero - line[3]) / 7;
  for (std::size_t i = 0; i < 300; ++i)
    EXPECT_NEAR(zero - line[2 * i + 1], up * static_cast<double>(i * 7 % 13), 0.05);
}

TEST(CurvesSvg, ZeroAndInfinityAreShownOnTheirOwnLines) {
  CurveChart chart = chart_of({{"a", {{1, 0}, {2, 1e-6}, {3, 1}, {4, kInfinity}}, {}}});
  chart.up.scale = AxisScale::logarithmic;
  const std::string svg = curves_svg(chart);
  const Document document(svg);
  EXPECT_EQ(document.fault(), "");
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf "), std::string::npos);
  EXPECT_TRUE(document.words("up").starts_with("0\n10⁻⁶\n"));
  EXPECT_TRUE(document.words("up").ends_with("\n1\n∞\n"));
  const auto line = lines(document).at(0);
  EXPECT_NEAR(line[1] - line[7], 336, 0.011);
  EXPECT_GT(line[1] - line[3], 20);
  EXPECT_GT(line[5] - line[7], 20);
}

TEST(CurvesSvg, LabelsAcrossClearEachOtherAndTheEdge) {
  for (const AxisScale scale : {AxisScale::linear, AxisScale::logarithmic})
    for (const double most :
         {1.0, 9.0, 825.0, 10'000.0, 1'234'567.0, 9'999'999.0, 4e15}) {
      CurveChart chart = chart_of({{"a", {{0, 1}, {1, 1}, {most, 2}}, {}}});
      chart.across.scale = scale;
      const std::string svg = curves_svg(chart);
      const Document document(svg);
      ASSERT_EQ(document.fault(), "") << most;
      double free_from = 0;
      for (const Element& text : document.in_group("across", "text")) {
        const double half = kCharacter * static_cast<double>(places(text.content)) / 2;
        EXPECT_GE(text.number("x") - half, free_from) << most << text.content;
        free_from = text.number("x") + half + 3;
      }
      EXPECT_LE(free_from, 960) << most;
      EXPECT_GT(free_from, 400) << most;
    }
}

TEST(CurvesSvg, CanBeHeardAndCarriesItsNotes) {
  CurveChart chart =
      chart_of({{"plain", {{0, 0.5}, {3, 8}, {9, 2}}, {}}, {"none", {}, {}}});
  chart.up.scale = AxisScale::logarithmic;
  chart.notes = {"delta 0 for all", std::string(400, 'w')};
  const std::string svg = curves_svg(chart);
  const Document document(svg);
  EXPECT_EQ(document.all("title")[0].content, "Error by count");
  EXPECT_EQ(document.all("title")[1].content, "plain");
  EXPECT_EQ(
      document.all("desc")[0].content,
      "Up: expected error, rows, on a logarithmic axis. Across: people in the "
      "cell. Curves: 2. plain: from 0.5 at 0 to 2 at 9; least 0.5 at 0, greatest 8 "
      "at 3. none: no points.");
  EXPECT_TRUE(document.words("caption").starts_with("Delta 0 for all.\nW"));
  const auto caption = document.in_group("caption", "text");
  EXPECT_GE(caption.size(), 4u);
  EXPECT_LT(caption.back().number("y"), document.all("svg")[0].number("height"));
  EXPECT_NE(svg.find(">people in the cell<"), std::string::npos);
  EXPECT_NE(svg.find(">expected error, rows<"), std::string::npos);
  EXPECT_EQ(svg, curves_svg(chart));
}

TEST(CurvesSvg, SaysWhenThereIsNothingToShow) {
  for (const AxisScale scale : {AxisScale::linear, AxisScale::logarithmic})
    for (const auto& curves :
         {std::vector<Curve>{}, std::vector<Curve>{{"a", {}, {}}}}) {
      CurveChart chart = chart_of(curves);
      chart.up.scale = chart.across.scale = scale;
      const std::string svg = curves_svg(chart);
      EXPECT_EQ(Document(svg).fault(), "");
      EXPECT_NE(svg.find("no points to show"), std::string::npos);
      EXPECT_EQ(svg.find("nan"), std::string::npos);
    }
  const std::string one = curves_svg(chart_of({{"a", {{5, 3}}, CurveStyle::points}}));
  EXPECT_EQ(one.find("no points to show"), std::string::npos);
  EXPECT_EQ(one.find("nan"), std::string::npos);
  EXPECT_EQ(marks(Document(one)).size(), 1u);
}

}  // namespace
}  // namespace selvage
