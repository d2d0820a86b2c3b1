// The rows of a text table by block, in one scan by several threads: no person's rows
// have to be brought together, since the name alone says in which block they lie.
#pragma once
#include "selvage/source/text_pieces.hpp"
#include "selvage/summary/number_rows.hpp"

namespace selvage {

// As Reader::block_sums.
Result<std::vector<BlockSums>> text_block_sums(const PieceParts& parts,
                                               const Reading& reading,
                                               const BlockRequest& request,
                                               int threads);

// As Reader::number_rows.
Result<NumberRows> text_number_rows(const PieceParts& parts, const Reading& reading,
                                    const BlockKey& key, int threads);

}  // namespace selvage
