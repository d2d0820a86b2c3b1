// The whole program in one paragraph: plan, bind, charge, look and run, store, certify.
#pragma once
#include "selvage/engine/account.hpp"
#include "selvage/engine/request.hpp"
#include "selvage/mechanism/estimate.hpp"
#include "selvage/mechanism/plan.hpp"
#include "selvage/release/release.hpp"
#include "selvage/source/table.hpp"

namespace selvage {

// The plan that meets the request; sees no data. Where an accuracy is wanted, with the
// least epsilon (of three digits) that meets it.
Result<Plan> make_plan(const Request& request);

struct Answered {
  Release release;
  std::optional<LedgerRecord> record;  // none where no ledger is kept
};

// Requires a request that names a table. After a charge an error says so.
Result<Answered> answer(const Request& request, const TableOptions& options,
                        const LedgerChoice& ledger);

// What a release says of its mechanism.
MechanismUsed mechanism_used(const Plan& plan);

// The question as a release says it. `domain`: as released.
Question question_of(const Request& request, const Domain& domain);

// How many rows a group will hold if the guessed people are spread evenly over the
// named bins and keys; keys that are not known are taken as ten.
std::int64_t planned_rows(const Request& request);

// What the user should know before relying on the plan, one sentence each.
std::vector<std::string> warnings(const Request& request, const Plan& plan);

}  // namespace selvage
