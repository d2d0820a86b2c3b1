#include "selvage/report/histogram_svg.hpp"

#include <algorithm>
#include <cassert>
#include <optional>

#include "selvage/report/svg.hpp"

namespace selvage {
namespace {

constexpr double kPlotHeight = 336;
constexpr double kBottom = kTop + kPlotHeight;
constexpr double kSlot = 64;         // of a cell outside the bins
constexpr double kSlotBar = 36;      // its bar
constexpr double kWidestBin = 120;   // a few bins stay bars, not walls
constexpr double kNarrowestBar = 4;  // below this whiskers run into each other
constexpr std::size_t kMostSteps = 2000;

struct Span {
  std::int64_t low, high;
};

struct Slot {
  std::size_t cell;
  double middle;
  std::string_view name;
};

class HistogramPicture {
 public:
  HistogramPicture(const Release& release, const Speech& speech, Edges edges,
                   bool dates)
      : drawing_(release, speech),
        edges_(std::move(edges)),
        axis_(drawing_.axis()),
        dots_(is_average(release)) {
    double longest = 0;
    for (const double tick : ticks(axis_))
      longest = std::max(longest, label_width(tick_label(axis_, tick)));
    left_ = kMargin + longest + 8;
    right_ = kWidth - kMargin;
    // The names of the cells outside stand clear of the first and the last edge.
    // One that is left out as asked has no place: empty it would look like a zero.
    const auto has_slot = [&](std::size_t cell) {
      return cell < release.answer.domain.cells() &&
             (speech.whole == nullptr || number_of(release, cell) != nullptr);
    };
    const std::size_t below = 0, above = edges_.bins + 1, missing = above + 1;
    const double first_label = label_width(edges_.text(0)) / 2,
                 last_label = label_width(edges_.text(edges_.bins)) / 2;
    const double before = first_label + (has_slot(below) ? kSlot : 0),
                 after = last_label + (has_slot(above) ? kSlot : 0),
                 beyond = speech.whole == nullptr || has_slot(missing) ? kSlot : 0;
    const double room = right_ - left_ - before - after - beyond;
    const auto bins = static_cast<double>(edges_.bins);
    bin_width_ = std::min(room / bins, kWidestBin);
    first_bin_ = left_ + before + (room - bin_width_ * bins) / 2;
    end_of_bins_ = first_bin_ + bin_width_ * bins;
    if (has_slot(below))
      slots_.push_back(
          {below, first_bin_ - before + kSlot / 2, dates ? "before" : "below"});
    if (has_slot(above))
      slots_.push_back(
          {above, end_of_bins_ + after - kSlot / 2, dates ? "after" : "above"});
    if (has_slot(missing))
      slots_.push_back({missing, end_of_bins_ + after + kSlot / 2, "missing"});
  }

  std::string text() {
    const bool apart = bin_width_ >= kNarrowestBar;
    draw_numbers_axis();
    if (apart)
      draw_bins();
    else
      draw_area();
    draw_outside();
    draw_bins_axis();
    std::vector<std::string> more;
    if (edges_.bins > kMostSteps)
      more.push_back(fmt::format(
          "{} bins are more than can be drawn: each pixel column shows the least and "
          "the greatest number among its {} bins or so, no bins are added up",
          thousands(static_cast<std::int64_t>(edges_.bins)),
          thousands(static_cast<std::int64_t>(first_of(1)))));
    return drawing_.ended(kBottom + 44,
                          !apart  ? "at each bin the pale band"
                          : dots_ ? "each dot's whisker"
                                  : "each bar's whisker",
                          more);
  }

 private:
  double x(std::size_t edge) const {
    return first_bin_ + bin_width_ * static_cast<double>(edge);
  }
  // Within the plot: an axis of averages may not reach 0.
  double y(double number) const {
    number = std::clamp(number, axis_.low, axis_.high);
    return kBottom - kPlotHeight * (number - axis_.low) / (axis_.high - axis_.low);
  }
  double y(std::int64_t multiple) const { return y(drawing_.real(multiple)); }

  const Estimate* bin(std::size_t i) const {
    return number_of(drawing_.release(), i + 1);
  }

  void draw_numbers_axis() {
    drawing_.text(kMargin, kTop - 18, drawing_.axis_name(axis_),
                  fmt::format("fill=\"{}\"", kQuiet));
    std::string lines;
    for (const double tick : ticks(axis_))
      lines += fmt::format("M{} {}H{}", px(left_), px(y(tick)), px(right_));
    drawing_.path(lines, fmt::format("stroke=\"{}\" fill=\"none\"", kGrid));
    drawing_.add("<g text-anchor=\"end\" fill=\"{}\">\n", kQuiet);
    for (const double tick : ticks(axis_))
      drawing_.text(left_ - 8, y(tick) + 4.5, tick_label(axis_, tick));
    drawing_.add("</g>\n");
  }

  // A bar from 0 to the number, a negative one hangs; or a dot. Returns its whisker.
  std::string draw_mark(std::size_t cell, double left, double width, double cap) {
    const Estimate* number = number_of(drawing_.release(), cell);
    if (!number || !number->known) return "";
    const double zero = y(0.0), end = y(number->value), middle = left + width / 2;
    const std::string words = xml_text(cell_label(drawing_.release(), cell) + ": " +
                                       drawing_.spelled(*number));
    if (dots_)
      drawing_.add("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"><title>{}</title></circle>\n",
                   px(middle), px(end), px(std::clamp(width / 3, 1.5, 4.5)), words);
    else
      drawing_.add(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\">"
          "<title>{}</title></rect>\n",
          px(left), px(std::min(zero, end)), px(width),
          px(std::max(zero, end) - std::min(zero, end)), words);
    if (!number->has_interval) return "";
    return fmt::format("M{0} {2}H{1}M{0} {3}H{1}M{4} {2}V{3}", px(middle - cap),
                       px(middle + cap), px(y(number->upper)), px(y(number->lower)),
                       px(middle));
  }

  void draw_whiskers(const std::string& path, double stroke) {
    drawing_.path(path, fmt::format("class=\"whiskers\" stroke=\"{}\" "
                                    "stroke-width=\"{}\" fill=\"none\" "
                                    "pointer-events=\"none\"",
                                    kInk, px(stroke)));
  }

  void draw_bins() {
    const double gap = bin_width_ >= 8 ? 1 : 0.25;
    std::string whiskers;
    drawing_.add("<g class=\"bins\" fill=\"{}\">\n", kBin);
    for (std::size_t i = 0; i < edges_.bins; ++i)
      whiskers += draw_mark(i + 1, x(i) + gap, bin_width_ - 2 * gap,
                            std::min(5.0, bin_width_ / 4));
    drawing_.add("</g>\n");
    draw_whiskers(whiskers, bin_width_ >= 8 ? 1.2 : 0.8);
  }

  // How many columns the area has: one for each bin, or one for each pixel.
  std::size_t columns() const {
    return edges_.bins <= kMostSteps
               ? edges_.bins
               : static_cast<std::size_t>(end_of_bins_ - first_bin_);
  }

  // The bins of a column, as [first, last). Requires column <= columns().
  std::size_t first_of(std::size_t column) const {
    return column * edges_.bins / columns();
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

  static Span joined(const std::optional<Span>& span, Span other) {
    return span ? Span{std::min(span->low, other.low), std::max(span->high, other.high)}
                : other;
  }

  // Bins that are not told lie on the line of 0.
  void draw_area() {
    std::vector<Span> area, numbers, intervals;
    for (std::size_t column = 0; column < columns(); ++column) {
      std::optional<Span> value, interval;
      for (std::size_t i = first_of(column); i < first_of(column + 1); ++i)
        if (const Estimate* number = bin(i); number && number->known) {
          value = joined(value, {number->value, number->value});
          interval = joined(interval, {number->lower, number->upper});
        }
      numbers.push_back(value.value_or(Span{0, 0}));
      intervals.push_back(interval.value_or(Span{0, 0}));
      area.push_back({0, numbers.back().low});
    }
    const auto draw = [&](std::string_view name, const std::vector<Span>& spans,
                          double opacity, std::string_view stroke) {
      drawing_.path(outline(spans),
                    fmt::format("class=\"{}\" fill=\"{}\" fill-opacity=\"{}\"{}", name,
                                kBin, px(opacity), stroke));
    };
    if (!dots_) draw("area", area, 0.45, "");
    draw("band", intervals, 0.3, "");
    draw("counts", numbers, 1,
         fmt::format(" stroke=\"{}\" stroke-width=\"0.8\"", kBin));
  }

  void draw_outside() {
    std::string whiskers;
    drawing_.add("<g class=\"outside\" fill=\"{}\">\n", kOutside);
    for (const Slot& slot : slots_)
      whiskers += draw_mark(slot.cell, slot.middle - kSlotBar / 2, kSlotBar, 5);
    drawing_.add("</g>\n");
    draw_whiskers(whiskers, 1.2);
    drawing_.add("<g class=\"names\" text-anchor=\"middle\" fill=\"{}\">\n", kQuiet);
    for (const Slot& slot : slots_) drawing_.text(slot.middle, kBottom + 22, slot.name);
    drawing_.add("</g>\n");
  }

  void draw_bins_axis() {
    drawing_.path(fmt::format("M{} {}H{}", px(left_), px(y(0.0)), px(right_)),
                  fmt::format("stroke=\"{}\" fill=\"none\"", kInk));
    const auto labels = edge_labels(edges_, {bin_width_, kFont * kDigit});
    std::string marks;
    for (const auto& label : labels)
      marks += fmt::format("M{} {}v6", px(x(label.edge)), px(kBottom));
    drawing_.path(marks, fmt::format("stroke=\"{}\" fill=\"none\"", kQuiet));
    drawing_.add("<g class=\"edges\" text-anchor=\"middle\">\n");
    for (const auto& label : labels)
      drawing_.text(x(label.edge), kBottom + 22, label.text);
    drawing_.add("</g>\n");
    const std::string& name = drawing_.release().answer.domain.columns()[0].name;
    drawing_.text(
        (first_bin_ + end_of_bins_) / 2, kBottom + 44,
        cut(name, fitting(kWidth * 0.7, kFont * kBoldLetter), Script::unicode),
        "text-anchor=\"middle\" font-weight=\"600\"");
  }

  Drawing drawing_;
  Edges edges_;
  NumberAxis axis_;
  bool dots_;
  double left_ = 0, right_ = 0, bin_width_ = 0, first_bin_ = 0, end_of_bins_ = 0;
  std::vector<Slot> slots_;  // the cells outside
};

}  // namespace

std::string histogram_svg(const Release& release, const Speech& speech) {
  assert(release.answer.domain.columns().size() == 1);
  const Values& values = release.answer.domain.columns()[0].values;
  if (const auto* dates = std::get_if<CalendarBins>(&values))
    return HistogramPicture(release, speech, edges_of(*dates), true).text();
  return HistogramPicture(release, speech, edges_of(std::get<NumericBins>(values)),
                          false)
      .text();
}

}  // namespace selvage
