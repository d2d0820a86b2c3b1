// The ends of bins beside their labels, for tables of rows: a reader of numbers does
// not take "[20,30)" apart.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "selvage/release/release.hpp"

namespace selvage {

class BinEnds {
 public:
  enum class Kind { number, date, moment };
  struct Column {
    std::string from_name, to_name;  // "age_from", "age_to"
    Kind kind;
  };

  // The release must outlive it.
  explicit BinEnds(const Release& release);

  // Of every column of the domain that has bins, in their order.
  const std::vector<Column>& columns() const { return columns_; }
  // "20" and "30", "2025-01-01" and "2025-02-01"; empty on the side where there is no
  // end, and both where the place is no bin.
  // Valid until the next call.
  const std::pair<std::string, std::string>& ends(std::uint64_t cell,
                                                  std::size_t column);

 private:
  struct Place {
    const DomainColumn& about;
    std::uint64_t cells_apart;  // neighbouring places of the column
    std::size_t places, bins;
    std::size_t last = ~std::size_t{0};  // the place that was asked for last
    std::pair<std::string, std::string> ends = {};
  };
  void append_edge(std::size_t column, std::size_t i, std::string& text) const;

  std::vector<Column> columns_;
  std::vector<Place> places_;
};

}  // namespace selvage
