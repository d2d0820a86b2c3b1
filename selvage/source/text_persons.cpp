#include "selvage/source/text_persons.hpp"

#include "selvage/source/duckdb_session.hpp"
#include "selvage/source/sorted_persons.hpp"
#include "selvage/source/spill_folder.hpp"
#include "selvage/source/text_rows.hpp"

namespace selvage {
namespace {

class SortedTextPersons : public TextPersons {
 public:
  explicit SortedTextPersons(Parts parts) : p_(std::move(parts)) {}

  Outcome open() {
    auto spill = SpillFolder::make(p_.options.temp);
    if (!spill) return spill.error();
    spill_ = *std::move(spill);
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

  Outcome each_row(const VisitRow& visit) override {
    return each_bounded_row(*session_, {"SELECT * FROM text_rows()", false}, p_.reading,
                            p_.dictionary, p_.options, p_.broken, visit,
                            [this] { return p_.share(rows_->bytes_read()); });
  }

 private:
  Parts p_;
  std::unique_ptr<SpillFolder> spill_;  // outlives the session
  std::unique_ptr<DuckdbSession> session_;
  std::unique_ptr<TextRows> rows_;
};

}  // namespace

Result<std::unique_ptr<TextPersons>> TextPersons::make(Parts parts) {
  auto persons = std::make_unique<SortedTextPersons>(std::move(parts));
  if (const auto ready = persons->open(); !ready) return ready.error();
  return std::unique_ptr<TextPersons>(std::move(persons));
}

}  // namespace selvage
