#include "selvage/report/histogram_svg.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "selvage/report/axis.hpp"
#include "selvage/report/text.hpp"
#include "selvage/report/wording.hpp"

namespace selvage {
namespace {

// Lengths are pixels.
constexpr double kWidth = 960, kMargin = 24, kTop = 88, kPlotHeight = 336;
constexpr double kBottom = kTop + kPlotHeight;
constexpr double kSlot = 64;         // of a cell outside the bins
constexpr double kSlotBar = 36;      // its bar
constexpr double kWidestBin = 120;   // a few bins stay bars, not walls
constexpr double kNarrowestBar = 4;  // below this whiskers run into each other
constexpr double kFont = 13, kTitleFont = 20, kCaptionFont = 12;
constexpr double kLine = 18;  // from line to line of the caption
// Widths in a wide font, as parts of its size: a digit, letters of prose.
constexpr double kDigit = 0.64, kLetter = 0.52, kBoldLetter = 0.62;
constexpr std::size_t kMostSteps = 2000;

constexpr std::string_view kBin = "#3d85ab", kOutside = "#7d8791", kInk = "#1c2733";
constexpr std::string_view kGrid = "#e2e6ea", kQuiet = "#55606b";

// A length with at most two places, without needless zeros.
std::string px(double length) {
  std::string text = fmt::format("{:.2f}", length);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

// How many letters of this width stand in a line of the picture.
std::size_t fitting(double letter) {
  return static_cast<std::size_t>((kWidth - 2 * kMargin) / letter);
}

struct Span {
  std::int64_t low, high;
};

class Picture {
 public:
  explicit Picture(const Release& release)
      : release_(release),
        bins_(release.question.domain.bins),
        axis_(axis_of(release.cells)) {
    std::size_t longest = 0;
    for (const double tick : ticks(axis_))
      longest = std::max(longest, tick_label(axis_, tick).size());
    left_ = kMargin + kFont * kDigit * static_cast<double>(longest) + 8;
    right_ = kWidth - kMargin;
    // The names of the cells outside stand clear of the first and the last edge.
    const double before = kSlot / 2 + half_label(0);
    const double after = kSlot / 2 + half_label(bins_.bins());
    const double room = right_ - left_ - before - after - 2 * kSlot;
    const auto bins = static_cast<double>(bins_.bins());
    bin_width_ = std::min(room / bins, kWidestBin);
    first_bin_ = left_ + before + kSlot / 2 + (room - bin_width_ * bins) / 2;
    end_of_bins_ = first_bin_ + bin_width_ * bins;
    below_ = first_bin_ - before;
    above_ = end_of_bins_ + after;
    missing_ = above_ + kSlot;
  }

  std::string text() {
    const auto caption = caption_lines();
    const double height =
        kBottom + 70 + kLine * static_cast<double>(caption.size()) + 4;
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{0}\" "
        "height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-family=\"system-ui, "
        "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif\" "
        "font-size=\"{2}\" fill=\"{3}\">\n",
        px(kWidth), px(height), px(kFont), kInk);
    add("<title>{}</title>\n<desc>{}</desc>\n", xml_text(title(release_)),
        xml_text(description()));
    add("<rect width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n", px(kWidth),
        px(height));
    draw_title();
    draw_counts_axis();
    if (bin_width_ >= kNarrowestBar)
      draw_bins();
    else
      draw_area();
    draw_outside();
    draw_bins_axis();
    draw_caption(caption);
    add("</svg>\n");
    return std::move(svg_);
  }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(svg_), format, std::forward<Values>(values)...);
  }

  static CountAxis axis_of(const std::vector<ReleasedCell>& cells) {
    std::int64_t lowest = 0, highest = 0;
    for (const auto& cell : cells) {
      lowest = std::min({lowest, cell.lower, cell.count});
      highest = std::max({highest, cell.upper, cell.count});
    }
    return count_axis(lowest, highest, 6);
  }

  double half_label(std::size_t edge) const {
    return kFont * kDigit / 2 *
           static_cast<double>(code_points(edge_text(bins_.edge(edge))));
  }

  double x(std::size_t edge) const {
    return first_bin_ + bin_width_ * static_cast<double>(edge);
  }
  double y(double count) const {
    return kBottom - kPlotHeight * (count - axis_.low) / (axis_.high - axis_.low);
  }
  double y(std::int64_t count) const { return y(static_cast<double>(count)); }

  const ReleasedCell& bin(std::size_t i) const {
    return release_.cells[bins_.first_bin() + i];
  }

  void draw_title() {
    add("<text x=\"{}\" y=\"40\" font-size=\"{}\" font-weight=\"600\">{}</text>\n",
        px(kMargin), px(kTitleFont),
        xml_text(
            cut(title(release_), fitting(kTitleFont * kBoldLetter), Script::unicode)));
  }

  void draw_counts_axis() {
    const std::string unit = unit_name(axis_);
    add("<text x=\"{}\" y=\"{}\" fill=\"{}\">people (rows){}</text>\n", px(kMargin),
        px(kTop - 18), kQuiet, unit.empty() ? "" : ", in " + unit);
    std::string lines;
    for (const double tick : ticks(axis_))
      lines += fmt::format("M{} {}H{}", px(left_), px(y(tick)), px(right_));
    add("<path d=\"{}\" stroke=\"{}\" fill=\"none\"/>\n", lines, kGrid);
    add("<g text-anchor=\"end\" fill=\"{}\">\n", kQuiet);
    for (const double tick : ticks(axis_))
      add("<text x=\"{}\" y=\"{}\">{}</text>\n", px(left_ - 8), px(y(tick) + 4.5),
          tick_label(axis_, tick));
    add("</g>\n");
  }

  // A bar from 0 to the count; a negative one hangs.
  void draw_bar(const ReleasedCell& cell, double left, double width) {
    const double zero = y(0.0), end = y(cell.count);
    add("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}: {} ({} to "
        "{})</title></rect>\n",
        px(left), px(std::min(zero, end)), px(width),
        px(std::max(zero, end) - std::min(zero, end)), xml_text(cell.label),
        thousands(cell.count), thousands(cell.lower), thousands(cell.upper));
  }

  std::string whisker(const ReleasedCell& cell, double middle, double cap) const {
    const std::string top = px(y(cell.upper)), bottom = px(y(cell.lower));
    const std::string left = px(middle - cap), right = px(middle + cap);
    return fmt::format("M{0} {2}H{1}M{0} {3}H{1}M{4} {2}V{3}", left, right, top, bottom,
                       px(middle));
  }

  void draw_whiskers(const std::string& path, double stroke) {
    add("<path class=\"whiskers\" d=\"{}\" stroke=\"{}\" stroke-width=\"{}\" "
        "fill=\"none\" pointer-events=\"none\"/>\n",
        path, kInk, px(stroke));
  }

  void draw_bins() {
    const double gap = bin_width_ >= 8 ? 1 : 0.25;
    std::string whiskers;
    add("<g class=\"bins\" fill=\"{}\">\n", kBin);
    for (std::size_t i = 0; i < bins_.bins(); ++i) {
      draw_bar(bin(i), x(i) + gap, bin_width_ - 2 * gap);
      whiskers += whisker(bin(i), x(i) + bin_width_ / 2, std::min(5.0, bin_width_ / 4));
    }
    add("</g>\n");
    draw_whiskers(whiskers, bin_width_ >= 8 ? 1.2 : 0.8);
  }

  // How many columns the area has: one for each bin, or one for each pixel.
  std::size_t columns() const {
    return bins_.bins() <= kMostSteps
               ? bins_.bins()
               : static_cast<std::size_t>(end_of_bins_ - first_bin_);
  }

  // The bins of a column, as [first, last). Requires column <= columns().
  std::size_t first_of(std::size_t column) const {
    return column * bins_.bins() / columns();
  }

  // The outline of the columns' spans: over the high ends and back under the low ones.
  std::string outline(const std::vector<Span>& spans) const {
    std::string path = fmt::format("M{} {}", px(x(0)), px(y(spans[0].high)));
    for (std::size_t i = 0; i < spans.size(); ++i)
      path += fmt::format("V{}H{}", px(y(spans[i].high)), px(x(first_of(i + 1))));
    for (std::size_t i = spans.size(); i-- > 0;)
      path += fmt::format("V{}H{}", px(y(spans[i].low)), px(x(first_of(i))));
    return path + "Z";
  }

  void draw_area() {
    std::vector<Span> area, counts, intervals;
    for (std::size_t column = 0; column < columns(); ++column) {
      const ReleasedCell& first = bin(first_of(column));
      Span count{first.count, first.count}, interval{first.lower, first.upper};
      for (std::size_t i = first_of(column); i < first_of(column + 1); ++i) {
        count = {std::min(count.low, bin(i).count), std::max(count.high, bin(i).count)};
        interval = {std::min(interval.low, bin(i).lower),
                    std::max(interval.high, bin(i).upper)};
      }
      area.push_back({0, count.low});
      counts.push_back(count);
      intervals.push_back(interval);
    }
    add("<path class=\"area\" d=\"{}\" fill=\"{}\" fill-opacity=\"0.45\"/>\n",
        outline(area), kBin);
    add("<path class=\"band\" d=\"{}\" fill=\"{}\" fill-opacity=\"0.3\"/>\n",
        outline(intervals), kBin);
    add("<path class=\"counts\" d=\"{}\" fill=\"{}\" stroke=\"{}\" "
        "stroke-width=\"0.8\"/>\n",
        outline(counts), kBin, kBin);
  }

  void draw_outside() {
    const std::pair<std::size_t, double> places[] = {
        {bins_.below(), below_}, {bins_.above(), above_}, {bins_.missing(), missing_}};
    std::string whiskers;
    add("<g class=\"outside\" fill=\"{}\">\n", kOutside);
    for (const auto& [cell, middle] : places) {
      draw_bar(release_.cells[cell], middle - kSlotBar / 2, kSlotBar);
      whiskers += whisker(release_.cells[cell], middle, 5);
    }
    add("</g>\n");
    draw_whiskers(whiskers, 1.2);
    add("<g class=\"names\" text-anchor=\"middle\" fill=\"{}\">\n", kQuiet);
    const std::string_view names[] = {"below", "above", "missing"};
    for (std::size_t i = 0; i < std::size(names); ++i)
      add("<text x=\"{}\" y=\"{}\">{}</text>\n", px(places[i].second), px(kBottom + 22),
          names[i]);
    add("</g>\n");
  }

  void draw_bins_axis() {
    add("<path d=\"M{} {}H{}\" stroke=\"{}\" fill=\"none\"/>\n", px(left_), px(y(0.0)),
        px(right_), kInk);
    const auto labels = edge_labels(bins_, {bin_width_, kFont * kDigit});
    std::string marks;
    for (const auto& label : labels)
      marks += fmt::format("M{} {}v6", px(x(label.edge)), px(kBottom));
    add("<path d=\"{}\" stroke=\"{}\" fill=\"none\"/>\n", marks, kQuiet);
    add("<g class=\"edges\" text-anchor=\"middle\">\n");
    for (const auto& label : labels)
      add("<text x=\"{}\" y=\"{}\">{}</text>\n", px(x(label.edge)), px(kBottom + 22),
          xml_text(label.text));
    add("</g>\n");
    add("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" "
        "font-weight=\"600\">{}</text>\n",
        px((first_bin_ + end_of_bins_) / 2), px(kBottom + 44),
        xml_text(cut(release_.question.domain.column,
                     fitting(kFont * kBoldLetter) * 3 / 4, Script::unicode)));
  }

  std::vector<std::string> caption_lines() const {
    const bool bars = bin_width_ >= kNarrowestBar;
    std::vector<std::string> sentences = {error_sentence(
        release_, bars ? "each bar's whisker" : "at each bin the pale band",
        Script::unicode)};
    if (bins_.bins() > kMostSteps)
      sentences.push_back(fmt::format(
          "{} bins are more than can be drawn: each pixel column shows the least and "
          "the greatest count among its {} bins or so, no bins are added up",
          thousands(static_cast<std::int64_t>(bins_.bins())),
          thousands(static_cast<std::int64_t>(first_of(1)))));
    for (const auto& derivation : release_.derivations)
      sentences.push_back(sentence(derivation.conclusion));
    if (!release_.question.person.empty())
      sentences.push_back("a person is " + release_.question.person);
    sentences.push_back("verification level " + verification_sentence(release_));
    for (const auto& warning : release_.warnings)
      sentences.push_back("warning: " + warning);
    std::vector<std::string> lines;
    for (const auto& words : sentences)
      for (auto& line : wrap(full_sentence(words), fitting(kCaptionFont * kLetter)))
        lines.push_back(std::move(line));
    return lines;
  }

  void draw_caption(const std::vector<std::string>& lines) {
    add("<g class=\"caption\" font-size=\"{}\">\n", px(kCaptionFont));
    for (std::size_t i = 0; i < lines.size(); ++i)
      add("<text x=\"{}\" y=\"{}\">{}</text>\n", px(kMargin),
          px(kBottom + 76 + kLine * static_cast<double>(i)), xml_text(lines[i]));
    add("</g>\n");
  }

  // For those who hear the picture.
  std::string description() const {
    std::size_t peak = 0;
    for (std::size_t i = 1; i < bins_.bins(); ++i)
      if (bin(i).count > bin(peak).count) peak = i;
    std::string text = fmt::format(
        "Noisy counts of {} bins from {} to {}. The largest is {} in {}.",
        thousands(static_cast<std::int64_t>(bins_.bins())), bins_.edge(0).text(),
        bins_.edge(bins_.bins()).text(), thousands(bin(peak).count), bin(peak).label);
    for (const std::size_t cell : {bins_.below(), bins_.above(), bins_.missing()})
      text += fmt::format(" {}: {}.", release_.cells[cell].label,
                          thousands(release_.cells[cell].count));
    for (const auto& derivation : release_.derivations)
      text += " Promised: " + sentence(derivation.conclusion) + ".";
    return text;
  }

  const Release& release_;
  const NumericBins& bins_;
  CountAxis axis_;
  double left_ = 0, right_ = 0, bin_width_ = 0, first_bin_ = 0, end_of_bins_ = 0;
  double below_ = 0, above_ = 0, missing_ = 0;  // the middles of these bars
  std::string svg_;
};

}  // namespace

std::string histogram_svg(const Release& release) {
  assert(release.cells.size() == release.question.domain.bins.cells());
  return Picture(release).text();
}

}  // namespace selvage
