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
  std::pair<std::string, std::string> ends(std::uint64_t cell, std::size_t column);

 private:
  struct Place {
    const DomainColumn& about;
    std::uint64_t cells_apart;  // neighbouring places of the column
    std::size_t last = 0;       // the edge that was written last, and its text
    std::string last_text = {};
  };
  std::string edge(std::size_t column, std::size_t i);

  std::vector<Column> columns_;
  std::vector<Place> places_;
};

}  // namespace selvage
