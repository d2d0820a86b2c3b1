// Rows that are made up so that their histogram is a released one: no row of the table,
// and nothing that is not in the release. Post-processing: it costs nothing. The counts
// that they follow are whole, not negative and add up [T100]; each row lies anywhere in
// its cell, each place of it as likely as the others.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "selvage/mechanism/answer.hpp"
#include "selvage/synthesis/place_codes.hpp"

namespace selvage {

// Fair words; of whatever source, since no privacy rests on them.
using FairWords = std::function<std::uint64_t()>;

struct SyntheticRequest {
  std::optional<std::int64_t> rows = std::nullopt;  // none: as many as the counts say
  std::optional<int> decimals = std::nullopt;       // as of place_codes
};

class SyntheticRows {
 public:
  static constexpr std::int64_t kMostRows = 100'000'000;

  // `asked`: the domain of the question, with the keys that nobody knew then. Refuses,
  // in one sentence: an answer without counts or without columns, one without a count
  // above 0, more than kMostRows, and decimals as place_codes does.
  static Result<SyntheticRows> make(const Domain& asked, const Answer& answer,
                                    const SyntheticRequest& request, FairWords words);

  const std::vector<CodedColumn>& columns() const { return columns_; }
  std::int64_t rows() const { return static_cast<std::int64_t>(order_.size()); }
  // The next rows, at most as many; none at the end. In a random order.
  void next(CodedBlock& block, std::size_t most);

 private:
  struct Column {
    std::uint64_t cells_apart;  // neighbouring places of the column
    std::vector<CodeRange> places;
  };
  explicit SyntheticRows(FairWords words) : words_(std::move(words)) {}
  void shuffle();
  std::uint64_t below(std::uint64_t n);

  FairWords words_;
  std::vector<CodedColumn> columns_;
  std::vector<Column> places_;
  std::vector<std::uint64_t> cells_;  // of the domain
  std::vector<std::uint32_t> order_;  // of each row its place in cells_
  std::size_t made_ = 0;
};

}  // namespace selvage
