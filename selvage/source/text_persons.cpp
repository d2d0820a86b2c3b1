#include "selvage/source/text_persons.hpp"

#include "selvage/source/duckdb_session.hpp"
#include "selvage/source/held_persons.hpp"
#include "selvage/source/machine_memory.hpp"
#include "selvage/source/sorted_persons.hpp"
#include "selvage/source/spill_folder.hpp"
#include "selvage/source/text_rows.hpp"

namespace selvage {
namespace {

class BoundedTextPersons : public TextPersons {
 public:
  explicit BoundedTextPersons(Parts parts)
      : p_(std::move(parts)), memory_(memory_bytes(p_.options.memory).value_or(0)) {}

  // A folder that was named must be good; the system's matters where it is needed.
  Outcome open() {
    const bool may_not_fit = p_.piece == kOnePiece || most_held_bytes(p_) > memory_;
    if (!p_.options.temp.empty() || may_not_fit)
      if (const auto made = make_spill(); !made) return made;
    return may_not_fit ? open_engine() : Done{};
  }

  Outcome each_row(const VisitRows& visit) override {
    if (fits_) {
      const auto held = each_held_row(p_, memory_, visit);
      if (!held) return held.error();
      if (*held) return Done{};
      fits_ = false;
    }
    // The file may have grown.
    if (!rows_)
      if (const auto ready = open_engine(); !ready) return ready;
    return each_bounded_row(*session_, {"SELECT * FROM text_rows()", false, true},
                            p_.reading, p_.dictionary, p_.options, p_.broken, visit,
                            [this] { return p_.share(rows_->bytes_read()); });
  }

 private:
  Outcome make_spill() {
    auto spill = SpillFolder::make(p_.options.temp);
    if (!spill) return spill.error();
    spill_ = *std::move(spill);
    return Done{};
  }

  Outcome open_engine() {
    if (!spill_)
      if (auto made = make_spill(); !made) return made;
    auto session = DuckdbSession::open({.memory = p_.options.memory,
                                        .threads = p_.options.threads,
                                        .spill = spill_->path()});
    if (!session) return session.error();
    session_ = *std::move(session);
    auto rows = TextRows::make(session_->connection(), p_.options, p_.scan);
    if (!rows) return rows.error();
    rows_ = *std::move(rows);
    return Done{};
  }

  Parts p_;
  std::uint64_t memory_;
  bool fits_ = true;
  std::unique_ptr<SpillFolder> spill_;  // outlives the session
  std::unique_ptr<DuckdbSession> session_;
  std::unique_ptr<TextRows> rows_;
};

}  // namespace

Result<std::unique_ptr<TextPersons>> TextPersons::make(Parts parts) {
  auto persons = std::make_unique<BoundedTextPersons>(std::move(parts));
  if (const auto ready = persons->open(); !ready) return ready.error();
  return std::unique_ptr<TextPersons>(std::move(persons));
}

}  // namespace selvage
