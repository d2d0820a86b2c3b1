// The rows of an engine's table by block, by our own scalar function inside the engine:
// it sees every chunk of the columns once, in as many threads as the engine has.
#pragma once
#include "selvage/source/duckdb_session.hpp"
#include "selvage/source/row_cells.hpp"
#include "selvage/summary/block_numbers.hpp"
#include "selvage/summary/number_rows.hpp"

namespace selvage {

struct EngineBlocks {
  std::vector<TypedColumn> numbers;     // the measure, then those beside it
  std::vector<Grid> grids;              // of each of these
  std::optional<TypedColumn> person;    // as text or a whole number; none: every row
  Domain domain = *Domain::make({});    // whose keys are numbers behind these
  std::vector<TypedColumn> keyed = {};  // its columns
  std::string from = {};                // with the rows that are asked for

  std::size_t width() const { return numbers.size() + named_keys(domain); }
};

// As Reader::block_sums. Fails with `broken` where the engine does not show every row
// exactly once.
Result<std::vector<BlockSums>> engine_block_sums(DuckdbSession& session,
                                                 const EngineBlocks& blocks,
                                                 const BlockRequest& request,
                                                 const Error& broken,
                                                 const Watch& watch);

// As Reader::number_rows.
Result<NumberRows> engine_number_rows(DuckdbSession& session,
                                      const EngineBlocks& blocks, const BlockKey& key,
                                      const Error& broken, const Watch& watch);

}  // namespace selvage
