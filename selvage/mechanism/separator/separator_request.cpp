#include "selvage/mechanism/separator/separator_request.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/int128.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/mechanism/separator/max_margin.hpp"
#include "selvage/question/field.hpp"

namespace selvage {
namespace {

constexpr const char* kAxesExample = "age=20:70:5,salary=0:200000:10000";
constexpr const char* kLabelExample = "promoted=no,yes";

}  // namespace

Rational SeparatorAxis::step() const {
  return grid.bins() > 1 ? grid.edge(1) - grid.edge(0) : grid.edge(1) - low();
}

std::vector<std::int64_t> SeparatorRequest::sizes() const {
  std::vector<std::int64_t> all;
  for (const SeparatorAxis& axis : axes) all.push_back(axis.size());
  return all;
}

std::int64_t SeparatorRequest::points() const {
  std::int64_t all = 1;
  for (const SeparatorAxis& axis : axes) all *= axis.size();
  return all;
}

std::string SeparatorRequest::axes_text() const {
  std::string text;
  for (const SeparatorAxis& axis : axes)
    text +=
        fmt::format("{}{}={}", text.empty() ? "" : ",", axis.column, axis.grid.text());
  return text;
}

Result<Domain> SeparatorRequest::domain(const std::string& label) const {
  std::vector<DomainColumn> columns;
  for (const SeparatorAxis& axis : axes)
    columns.push_back({axis.column, axis.grid, true});
  columns.push_back({label, KeyList::of(labels), true});
  return Domain::make(std::move(columns));
}

// Places of an axis are below, the grid, above; of labels the two and others.
std::uint64_t SeparatorRequest::cell(std::int64_t place, bool second) const {
  std::uint64_t cell = second ? 1 : 0, width = 3;
  for (std::size_t i = axes.size(); i-- > 0; place /= axes[i].size()) {
    cell += width * static_cast<std::uint64_t>(place % axes[i].size() + 1);
    width *= axes[i].grid.bins() + 2;
  }
  return cell;
}

Result<std::vector<SeparatorAxis>> parse_axes(const std::string& text) {
  std::vector<SeparatorAxis> axes;
  std::size_t from = 0;
  while (from <= text.size()) {
    const std::size_t end = std::min(text.find(',', from), text.size());
    const std::string axis = text.substr(from, end - from);
    from = end + 1;
    const auto equals = axis.rfind('=');
    if (equals == std::string::npos || equals == 0 || !is_utf8(axis))
      return wrong_field(
          "x",
          fmt::format("`x` '{}' has no grid that its values fall on; write "
                      "NAME=FROM:TO:STEP, for example {}",
                      axis, kAxesExample),
          kAxesExample);
    auto grid = NumericBins::parse(axis.substr(equals + 1));
    if (!grid) return said_of("x", grid.error(), kAxesExample);
    axes.push_back({axis.substr(0, equals), *std::move(grid)});
  }
  return axes;
}

std::optional<Error> fault_of(const Question& question,
                              const SeparatorRequest& request) {
  const auto wrong_x = [](std::string message) {
    return wrong_field("x", std::move(message), kAxesExample);
  };
  if (request.labels.size() != 2)
    return wrong_field(
        "label",
        fmt::format("`label` '{}' has {}, and a separator lies between "
                    "two; write NAME=FIRST,SECOND, for example {}",
                    question.column,
                    request.labels.size() < 2 ? "one label" : "more than two labels",
                    kLabelExample),
        kLabelExample);
  for (const std::string& label : request.labels)
    if (label.find(',') != std::string::npos)
      return wrong_field("label",
                         "`label` has a label with a comma in it, which cannot be told "
                         "from two; write labels without commas",
                         kLabelExample);
  if (request.axes.empty() || request.axes.size() > kMostAxes)
    return wrong_x(
        fmt::format("`x` has {} columns, and a separator has 1 to {}; write "
                    "for example {}",
                    request.axes.size(), kMostAxes, kAxesExample));
  for (std::size_t i = 0; i < request.axes.size(); ++i) {
    const std::string& name = request.axes[i].column;
    if (name == question.column)
      return wrong_x(
          fmt::format("`x` names '{}', which is `label`; leave it out of "
                      "one of them",
                      name));
    for (std::size_t j = 0; j < i; ++j)
      if (request.axes[j].column == name)
        return wrong_x(fmt::format("`x` names '{}' twice; write it once", name));
  }
  Int128 points = 1;
  for (const SeparatorAxis& axis : request.axes)
    if ((points *= axis.size()) > kMostLatticePoints)
      return wrong_x(
          fmt::format("`x` has a grid of more than {} points; write larger "
                      "steps",
                      kMostLatticePoints));
  return std::nullopt;
}

}  // namespace selvage
