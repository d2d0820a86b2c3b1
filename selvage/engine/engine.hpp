// The whole program in one paragraph: plan, bind, charge, look and run, store, certify.
// A plan is made by a verb; each further step is a value that the next one takes.
#pragma once
#include <functional>
#include <memory>
#include <span>

#include "selvage/engine/account.hpp"
#include "selvage/mechanism/verb.hpp"
#include "selvage/release/release.hpp"
#include "selvage/summary/table_opener.hpp"

namespace selvage {

// All that an answer needs and that can be had without looking at a row: the program
// has confirmed its claim, there is randomness, and the table has the columns.
struct BoundQuestion {
  // Where the promise takes the number of people in the table for public.
  struct PublicPeople {
    std::int64_t promised;
    std::unique_ptr<Reader> counted;  // everybody, whatever `where` leaves out
  };
  Planned planned;
  Verification verification;
  std::unique_ptr<RandomSource> random;
  std::unique_ptr<Reader> table;
  std::optional<PublicPeople> people = std::nullopt;
};
// Requires a question that names a table. Nothing is charged, and no row is read.
// `open`: whoever opens tables.
Result<BoundQuestion> bind(Planned planned, const TableOptions& options,
                           const TableOpener& open);

// What is said of a release, also for the neighbours that its ledger counts by. [T7]
std::vector<Derivation> promises_of(const Planned& planned,
                                    const std::optional<LedgerTerms>& terms);
// Everything that decides the law of the answer, whatever it is asked with: equal texts
// are the same question. Not what is done afterwards: error bars, formats.
std::string question_identity(const Planned& planned);

// Spends for all of them, or for none: on disk before the first row is read.
Result<std::vector<LedgerPlace>> charge(Ledger& ledger,
                                        std::span<const BoundQuestion> questions);

// Looks at the table. Fails only where that fails, or where the number of people that
// the promise takes for public is not that of the table. [T347]
Result<Drawn> run(const BoundQuestion& question);

// The release that follows from what was drawn: post-processing. `ledger`: none where
// nobody keeps account.
Release certify(const BoundQuestion& question, Drawn drawn,
                std::vector<Derivation> promises, std::optional<LedgerNote> ledger);

// What became of the charge of a question, told when it happens: to whoever may have to
// end the program at once, and then says so.
struct ChargeNews {
  enum class State { charging, charged, answered };
  State state;
  std::string file;        // the ledger
  std::int64_t entry = 0;  // from `charged` on
};
using TellCharge = std::function<void(const ChargeNews&)>;

struct Answered {
  Release release;
  std::optional<LedgerRecord> record;  // none where no ledger is kept
};

// All of it for one question. After a charge an error says so, also where whoever waits
// wanted it to stop; before one, that ends it as all long work (base/stopping.hpp).
Result<Answered> answer(Planned planned, const TableOptions& options,
                        const TableOpener& open, const LedgerChoice& ledger,
                        const TellCharge& tell = nullptr);

}  // namespace selvage
