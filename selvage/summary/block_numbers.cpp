#include "selvage/summary/block_numbers.hpp"

namespace selvage {
namespace {

std::size_t keys_of(const DomainColumn& column) {
  return std::get<KeyList>(column.values).size();
}

}  // namespace

std::size_t named_keys(const Domain& domain) {
  std::size_t keys = 0;
  for (const DomainColumn& column : domain.columns()) keys += keys_of(column);
  return keys;
}

void append_keys(const Domain& domain, std::uint64_t cell,
                 std::vector<std::int64_t>& numbers) {
  const auto& columns = domain.columns();
  numbers.resize(numbers.size() + named_keys(domain), 0);
  auto end = numbers.end();
  for (std::size_t i = columns.size(); i-- > 0; cell /= columns[i].places()) {
    end -= static_cast<std::ptrdiff_t>(keys_of(columns[i]));
    const std::uint64_t place = cell % columns[i].places();
    if (place < keys_of(columns[i])) end[static_cast<std::ptrdiff_t>(place)] = 1;
  }
}

}  // namespace selvage
