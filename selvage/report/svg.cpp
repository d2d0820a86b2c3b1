#include "selvage/report/svg.hpp"

#include <algorithm>

namespace selvage {
namespace {

constexpr double kLine = 18;  // from line to line of the caption

// A picture is looked at by others than whoever asked: no word of it is about how to
// ask.
std::vector<std::string> caption(const Release& release, const std::string& holder,
                                 const std::vector<std::string>& more,
                                 const NumberFormat& numbers, Speech speech) {
  speech.spoken = nullptr;
  std::vector<std::string> sentences;
  for (const auto& [name, words] : notes(release, holder, Script::unicode, speech)) {
    if (name == "hint") continue;
    sentences.push_back(name == "person"     ? "a person is " + words
                        : name == "verified" ? "verification level " + words
                        : name == "warning"  ? "warning: " + without_advice(words)
                                             : words);
    if (name != "error") continue;
    sentences.insert(sentences.end(), more.begin(), more.end());
    if (release.answer.total && !release.answer.domain.columns().empty())
      sentences.push_back("the total is " + numbers.both(*release.answer.total));
  }
  std::vector<std::string> lines;
  for (const auto& words : sentences)
    for (auto& line : wrap(full_sentence(words),
                           fitting(kWidth - 2 * kMargin, kCaptionFont * kLetter)))
      lines.push_back(std::move(line));
  return lines;
}

// "Intercept 20, slope of age unknown.": of all people, where nothing is to compare.
std::string listed_numbers(const Release& release) {
  std::string text;
  for (std::size_t i = 0; i < release.answer.numbers.size(); ++i)
    for (const Estimate& number : release.answer.numbers[i].rows)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                          release.answer.numbers[i].name,
                          NumberFormat(release, i, Script::unicode).value(number));
  return full_sentence(text);
}

}  // namespace

std::string px(double length) {
  std::string text = fmt::format("{:.2f}", length);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

double label_width(std::string_view text) {
  return kFont * kDigit * static_cast<double>(places(text));
}

std::size_t fitting(double room, double letter) {
  return static_cast<std::size_t>(std::max(0.0, room) / letter);
}

Drawing::Drawing(const Release& release, const Speech& speech)
    : release_(release),
      speech_(speech),
      numbers_(release, 0, Script::unicode),
      unit_(first_series(release).unit.to_double()) {
  const std::size_t room = fitting(kWidth - 2 * kMargin, kTitleFont * kBoldLetter);
  text(kMargin, 40, cut(title(release, speech), room, Script::unicode),
       fmt::format("font-size=\"{}\" font-weight=\"600\"", px(kTitleFont)));
  if (release.answer.cells.empty())
    text(kWidth / 2, kTop + 12, "no cells to show",
         fmt::format("text-anchor=\"middle\" fill=\"{}\"", kQuiet));
}

void Drawing::text(double x, double y, std::string_view words,
                   std::string_view attributes) {
  add("<text x=\"{}\" y=\"{}\"{}{}>{}</text>\n", px(x), px(y),
      attributes.empty() ? "" : " ", attributes, xml_text(words));
}

void Drawing::path(const std::string& d, std::string_view attributes) {
  if (!d.empty()) add("<path d=\"{}\" {}/>\n", d, attributes);
}

std::string Drawing::spelled(const Estimate& number) const {
  if (!number.known || !number.has_interval) return numbers_.value(number);
  return fmt::format("{} ({} to {})", numbers_.value(number.value),
                     numbers_.value(number.lower), numbers_.value(number.upper));
}

NumberAxis Drawing::axis() const {
  std::int64_t lowest = 0, highest = 0;
  bool first = true;
  for (const Estimate& number : first_series(release_).rows) {
    if (!number.known) continue;
    const auto [low, high] = std::minmax({number.lower, number.value, number.upper});
    lowest = first ? low : std::min(lowest, low);
    highest = first ? high : std::max(highest, high);
    first = false;
  }
  return number_axis(real(lowest), real(highest),
                     {.most_steps = 6, .finest = unit_, .zero = !is_average(release_)});
}

std::string Drawing::axis_name(const NumberAxis& axis) const {
  const std::string& column = release_.question.column;
  std::string name = counted(release_);
  if (name.empty())
    name = first_series(release_).name + (column.empty() ? "" : " of " + column);
  const std::string unit = unit_name(axis);
  return cut(name, fitting(kWidth / 2, kFont * kLetter), Script::unicode) +
         (unit.empty() ? "" : ", in " + unit);
}

// For those who hear the picture.
std::string Drawing::description() const {
  const auto& rows = first_series(release_).rows;
  const bool alone = release_.answer.domain.columns().empty();
  std::string text =
      alone
          ? listed_numbers(release_)
          : fmt::format("Noisy numbers ({}) of {} cells.", first_series(release_).name,
                        thousands(static_cast<std::int64_t>(rows.size())));
  const auto largest =
      std::max_element(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return std::pair(a.known, a.value) < std::pair(b.known, b.value);
      });
  if (largest != rows.end() && largest->known && !alone) {
    text += fmt::format(" The largest is {}", numbers_.value(largest->value));
    text +=
        " in " +
        cell_label(
            release_,
            release_.answer.cells[static_cast<std::size_t>(largest - rows.begin())]) +
        '.';
  }
  for (const auto& derivation : release_.derivations)
    text += " Promised: " + sentence(derivation.conclusion) + ".";
  return text;
}

std::string svg_text(const SvgPage& page) {
  const double height =
      page.bottom + page.gap - 2 + kLine * static_cast<double>(page.caption.size());
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{0}\" "
      "height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-family=\"system-ui, "
      "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif\" "
      "font-size=\"{2}\" fill=\"{3}\">\n<title>{4}</title>\n<desc>{5}</desc>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
      px(kWidth), px(height), px(kFont), kInk, xml_text(page.title),
      xml_text(page.description));
  svg += page.body;
  svg += fmt::format("<g class=\"caption\" font-size=\"{}\">\n", px(kCaptionFont));
  for (std::size_t i = 0; i < page.caption.size(); ++i)
    svg += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", px(kMargin),
                       px(page.bottom + page.gap + kLine * static_cast<double>(i)),
                       xml_text(page.caption[i]));
  return svg + "</g>\n</svg>\n";
}

std::string Drawing::ended(double bottom, const std::string& holder,
                           const std::vector<std::string>& more) const {
  return svg_text({.title = title(release_, speech_),
                   .description = description(),
                   .body = body_,
                   .caption = caption(release_, holder, more, numbers_, speech_),
                   .bottom = bottom,
                   .gap = 32});
}

}  // namespace selvage
