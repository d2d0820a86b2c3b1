#include "selvage/engine/request.hpp"

#include <fmt/format.h>

#include "selvage/summary/predicate_parse.hpp"

namespace selvage {
namespace {

Result<Domain> parse_column(const std::string& text) {
  // The last '=': a name may hold one, bins may not.
  const auto equals = text.rfind('=');
  const bool no_bins = equals == std::string::npos || equals + 1 == text.size();
  if (no_bins || equals == 0)
    return Error{ErrorKind::invalid_request,
                 fmt::format("--column '{}' names no {}; write NAME=LO:HI:STEP, for "
                             "example age=0:100:10",
                             text, no_bins ? "bins" : "column")};
  const auto bins = NumericBins::parse(std::string_view(text).substr(equals + 1));
  if (!bins)
    return Error{bins.error().kind, fmt::format("--column {}", bins.error().message)};
  return Domain{text.substr(0, equals), *bins};
}

}  // namespace

Result<Request> parse_request(const RequestText& text) {
  auto domain = parse_column(text.column);
  if (!domain) return domain.error();
  auto epsilon = Rational::parse(text.epsilon);
  if (!epsilon)
    return Error{epsilon.error().kind,
                 fmt::format("--epsilon {}", epsilon.error().message)};
  Request request{text.table, *std::move(domain), *std::move(epsilon), std::nullopt};
  if (!text.where) return request;
  auto where = parse_predicate(*text.where);
  if (!where) return where.error();
  request.where = *std::move(where);
  return request;
}

}  // namespace selvage
