// The whole program in one paragraph: plan, bind, charge, look and run, store, certify.
#pragma once
#include "selvage/engine/account.hpp"
#include "selvage/engine/request.hpp"
#include "selvage/release/release.hpp"
#include "selvage/source/table.hpp"

namespace selvage {

struct Answered {
  Release release;
  std::optional<LedgerRecord> record;  // none where no ledger is kept
};

// Requires a request that names a table. After a charge an error says so.
Result<Answered> answer(const Request& request, const TableOptions& options,
                        const LedgerChoice& ledger);

}  // namespace selvage
