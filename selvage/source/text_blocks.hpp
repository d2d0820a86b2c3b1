// The rows of a text table by block, in one scan by several threads: no person's rows
// have to be brought together, since the name alone says in which block they lie.
#pragma once
#include "selvage/source/text_pieces.hpp"
#include "selvage/summary/block_tally.hpp"

namespace selvage {

// As Reader::block_sums.
Result<std::vector<BlockSums>> text_block_sums(const PieceParts& parts,
                                               const Reading& reading,
                                               const BlockRequest& request,
                                               int threads);

}  // namespace selvage
