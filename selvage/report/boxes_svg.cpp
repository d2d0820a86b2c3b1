#include "selvage/report/boxes_svg.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/report/svg.hpp"

namespace selvage {
namespace {

constexpr double kBoxRow = 34, kBox = 18, kWhisker = 6;
constexpr double kBoxApart = 4, kBoxCap = 2;  // of intervals
constexpr double kMostBoxLabel = 200;
constexpr std::size_t kMostBoxes = 40;
constexpr std::size_t kMostBoxNumber = 24;

bool is_quantile(const std::string& name) {
  constexpr std::string_view kEnd = " quantile";
  if (name == "median") return true;
  if (!name.ends_with(kEnd)) return false;
  const auto at = Rational::parse(name.substr(0, name.size() - kEnd.size()));
  return at && at->sign() > 0 && *at < 1;
}

class BoxesPicture {
 public:
  BoxesPicture(const Release& release, const Speech& speech)
      : drawing_(release, speech),
        series_(quantile_series(release)),
        format_(release.answer.numbers[series_[series_.size() / 2]], Script::unicode),
        axis_(axis_of()),
        shown_(shown_rows(release.answer.cells.size(),
                          speech.most_rows.value_or(kMostBoxes))) {
    std::size_t label = 0, number = 0;
    for (const std::size_t row : shown_.rows)
      label = std::max(label, places(name(row)));
    format_ = fitted(format_, kMostBoxNumber, [&](const NumberFormat& format) {
      number = 0;
      for (const std::size_t row : shown_.rows)
        number = std::max(number, places(format.both(at(series_.size() / 2, row))));
      return number;
    });
    const double letter = kFont * kDigit;
    left_ = kMargin + std::min(letter * static_cast<double>(label), kMostBoxLabel) + 12;
    right_ = kWidth - kMargin - letter * static_cast<double>(number) - 16;
    bottom_ = kTop + kBoxRow * static_cast<double>(shown_.rows.size() +
                                                   (shown_.left_out > 0 ? 1 : 0));
  }

  std::string text() {
    draw_axis();
    double middle = kTop + kBoxRow / 2;
    for (std::size_t i = 0; i < shown_.rows.size(); ++i, middle += kBoxRow) {
      if (i == shown_.gap && shown_.left_out > 0) {
        drawing_.text(
            left_ - 12, middle + 4.5,
            fmt::format("and {} more",
                        thousands(static_cast<std::int64_t>(shown_.left_out))),
            fmt::format("text-anchor=\"end\" fill=\"{}\"", kQuiet));
        middle += kBoxRow;
      }
      draw_row(shown_.rows[i], middle);
    }
    return drawing_.ended(bottom_ + 44, "each interval", rounding_note(format_));
  }

 private:
  const Estimate& at(std::size_t place, std::size_t row) const {
    return drawing_.release().answer.numbers[series_[place]].rows[row];
  }
  double real(std::size_t place, std::size_t row) const {
    const Series& series = drawing_.release().answer.numbers[series_[place]];
    return series.real(series.rows[row].value);
  }
  // Of the interval; the number itself where there is none.
  double end(std::size_t place, std::size_t row, std::int64_t Estimate::*which) const {
    const Series& series = drawing_.release().answer.numbers[series_[place]];
    const Estimate& number = series.rows[row];
    return series.real(number.has_interval ? number.*which : number.value);
  }
  std::string name(std::size_t row) const {
    const Release& release = drawing_.release();
    if (release.answer.domain.columns().empty()) return release.question.column;
    return cell_label(release, release.answer.cells[row]);
  }

  // From the least to the greatest of all quantiles that are known.
  NumberAxis axis_of() const {
    const Release& release = drawing_.release();
    double lowest = 0, highest = 0;
    bool first = true;
    for (std::size_t row = 0; row < release.answer.cells.size(); ++row) {
      if (!at(0, row).known) continue;
      double low = real(0, row), high = real(series_.size() - 1, row);
      // An end far away would leave a dot of all boxes: those are cut at the edge.
      const double least = 2 * low - high, most = 2 * high - low;
      for (std::size_t i = 0; i < series_.size(); ++i) {
        low = std::min(low, std::max(end(i, row, &Estimate::lower), least));
        high = std::max(high, std::min(end(i, row, &Estimate::upper), most));
      }
      lowest = first ? low : std::min(lowest, low);
      highest = first ? high : std::max(highest, high);
      first = false;
    }
    const Rational& unit = release.answer.numbers[series_[0]].unit;
    return number_axis(lowest, highest,
                       {.most_steps = 6, .finest = unit.to_double(), .zero = false});
  }

  double x(double number) const {
    const double share = (number - axis_.low) / (axis_.high - axis_.low);
    return left_ + (right_ - left_) * std::clamp(share, 0.0, 1.0);
  }

  void draw_axis() {
    std::string lines;
    for (const double tick : ticks(axis_))
      lines += fmt::format("M{} {}V{}", px(x(tick)), px(kTop), px(bottom_ + 4));
    drawing_.path(lines, fmt::format("stroke=\"{}\" fill=\"none\"", kGrid));
    drawing_.add("<g class=\"ticks\" text-anchor=\"middle\" fill=\"{}\">\n", kQuiet);
    double free_from = 0;  // labels that would touch are left out
    for (const double tick : ticks(axis_)) {
      const std::string label = tick_label(axis_, tick);
      const double half = label_width(label) / 2;
      if (x(tick) - half < free_from) continue;
      drawing_.text(x(tick), bottom_ + 20, label);
      free_from = x(tick) + half + 8;
    }
    const std::string unit = unit_name(axis_);
    std::string names;
    for (const std::size_t series : series_)
      names +=
          (names.empty() ? "" : ", ") + drawing_.release().answer.numbers[series].name;
    drawing_.text((left_ + right_) / 2, bottom_ + 40,
                  cut(names + " of " + drawing_.release().question.column,
                      fitting(kWidth - 2 * kMargin, kFont * kLetter), Script::unicode) +
                      (unit.empty() ? "" : ", in " + unit));
    drawing_.add("</g>\n");
  }

  // With five quantiles or more the outermost two are whiskers, else ends of the box.
  void draw_row(std::size_t row, double middle) {
    const std::size_t last = series_.size() - 1, centre = series_.size() / 2;
    drawing_.text(
        left_ - 12, middle + 4.5,
        cut(name(row), fitting(kMostBoxLabel, kFont * kDigit), Script::unicode),
        "text-anchor=\"end\"");
    drawing_.text(kWidth - kMargin, middle + 4.5, format_.both(at(centre, row)),
                  "text-anchor=\"end\"");
    if (!at(0, row).known) return;
    const std::size_t low = last >= 4 ? 1 : 0, high = last - low;
    std::string words = name(row);
    for (std::size_t i = 0; i <= last; ++i)
      words += fmt::format("{} {} {}", i == 0 ? ":" : ",",
                           drawing_.release().answer.numbers[series_[i]].name,
                           format_.both(at(i, row)));
    drawing_.add("<g class=\"boxes\" fill=\"{}\">", kBin);
    drawing_.add(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}</title></rect>",
        px(x(real(low, row))), px(middle - kBox / 2),
        px(std::max(1.0, x(real(high, row)) - x(real(low, row)))), px(kBox),
        xml_text(words));
    drawing_.add("</g>\n");
    std::string lines = fmt::format("M{} {}V{}", px(x(real(centre, row))),
                                    px(middle - kBox / 2), px(middle + kBox / 2));
    if (low > 0)
      for (const auto& [from, to] :
           {std::pair(low, std::size_t{0}), std::pair(high, last)})
        lines += fmt::format("M{} {}H{}M{} {}V{}", px(x(real(from, row))), px(middle),
                             px(x(real(to, row))), px(x(real(to, row))),
                             px(middle - kWhisker), px(middle + kWhisker));
    drawing_.path(lines, fmt::format("class=\"lines\" stroke=\"{}\" "
                                     "stroke-width=\"1.6\" fill=\"none\" "
                                     "pointer-events=\"none\"",
                                     kInk));
    draw_intervals(row, middle + kBox / 2);
  }

  // Below the box, one above the other by turns: those of neighbours may overlap.
  void draw_intervals(std::size_t row, double below) {
    std::string lines;
    for (std::size_t i = 0; i < series_.size(); ++i) {
      if (!at(i, row).has_interval) continue;
      const double y = below + kBoxApart * static_cast<double>(1 + i % 2);
      lines += fmt::format("M{0} {2}V{3}M{1} {2}V{3}M{0} {4}H{1}",
                           px(x(end(i, row, &Estimate::lower))),
                           px(x(end(i, row, &Estimate::upper))), px(y - kBoxCap),
                           px(y + kBoxCap), px(y));
    }
    if (lines.empty()) return;
    drawing_.path(lines, fmt::format("class=\"whiskers\" stroke=\"{}\" "
                                     "stroke-width=\"1.2\" fill=\"none\" "
                                     "pointer-events=\"none\"",
                                     kInk));
  }

  Drawing drawing_;
  std::vector<std::size_t> series_;
  NumberFormat format_;
  NumberAxis axis_;
  ShownRows shown_;
  double left_ = 0, right_ = 0, bottom_ = 0;
};

}  // namespace

std::vector<std::size_t> quantile_series(const Release& release) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < release.answer.numbers.size(); ++i)
    if (is_quantile(release.answer.numbers[i].name)) all.push_back(i);
  return all.size() < 3 ? std::vector<std::size_t>{} : all;
}

std::string boxes_svg(const Release& release, const Speech& speech) {
  assert(!quantile_series(release).empty());
  return BoxesPicture(release, speech).text();
}

}  // namespace selvage
