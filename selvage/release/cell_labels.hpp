// The labels of cells in the form that a writer wants them: quoted, escaped.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "selvage/summary/domain.hpp"

namespace selvage {

class CellLabels {
 public:
  using Form = std::function<void(const std::string& label, std::string& text)>;
  // The domain must outlive it.
  CellLabels(const Domain& domain, Form form);

  // Valid until the next call.
  std::string_view label(std::uint64_t cell, std::size_t column);

 private:
  struct Column {
    const DomainColumn& about;
    std::uint64_t cells_apart;  // neighbouring places of the column
    std::size_t places;
    std::vector<std::string> labels;  // those made before; empty for the others
  };
  Form form_;
  std::vector<Column> columns_;
  std::string label_, alone_;
};

}  // namespace selvage
