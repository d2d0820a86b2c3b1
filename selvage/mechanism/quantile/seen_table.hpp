// What was read of one group for all its quantiles: stretches of rows around their
// ranks, each row with the ties that it keeps for the whole release. [T97]
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "selvage/mechanism/quantile/candidates.hpp"

namespace selvage {

// Gives so many rows of one code their ties, each from 0 to 2^ties - 1.
using DrawTies = std::function<void(std::span<std::uint64_t> out)>;

class SeenTable {
 public:
  // Windows of one table. Every code that is met gets the ties of all its rows now.
  SeenTable(std::span<const RankWindow> windows, const TiedPrior& prior,
            const DrawTies& draw);
  // All rows of that table: codes that were seen keep their ties.
  void see_all(const RankWindow& all, const DrawTies& draw);

  std::int64_t rows() const { return rows_; }
  // How many rows lie below; none where it is not seen.
  std::optional<std::int64_t> rows_before(TiedCode at) const;
  // The same as far as the rows around the rank ceil(a n / b) of all rows tell: beyond
  // them, what lies before or up to the end of what is seen there. Requires that the
  // rank is seen, where there are rows.
  std::int64_t rows_before_near(TiedCode at, const QuantileRank& rank) const;
  // What is seen of the rows first <= x < end around their rank ceil(a n / b), n the
  // number of these; none where the rank is not seen.
  std::optional<SeenRows> part(TiedCode first, TiedCode end,
                               const QuantileRank& rank) const;

 private:
  // Rows next to each other; all rows of a code are in one stretch.
  struct Stretch {
    std::int64_t before;  // rows of the table
    std::int64_t rows;
    std::vector<SeenRow> seen;
    std::vector<std::int64_t> up_to = {};  // rows of the stretch up to each of these
    void add(std::span<const SeenRow> more);
    std::int64_t rows_before(TiedCode at) const;  // of the table
  };
  // Where no rows lie but its own: all ties of its codes, and beyond them where there
  // are no more rows.
  TiedRange known(const Stretch& stretch) const;

  TiedPrior prior_;
  std::int64_t rows_ = 0;
  std::vector<Stretch> stretches_;  // rising
};

}  // namespace selvage
