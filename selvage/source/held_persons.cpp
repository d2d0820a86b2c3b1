#include "selvage/source/held_persons.hpp"

#include "selvage/source/bucket_walk.hpp"
#include "selvage/source/text_pieces.hpp"
#include "selvage/summary/person_class.hpp"

namespace selvage {
namespace {

HeldRows held_rows(const TextPersons::Parts& parts) {
  return {parts.reading, parts.dictionary, parts.options, false};
}

// What one thread adds to the buckets.
template <std::size_t kWords>
class BucketRows : public PieceRows {
 public:
  using Buckets = PersonBuckets<kWords>;
  BucketRows(const HeldRows& held, Buckets& buckets, std::uint64_t memory)
      : held_(held), buckets_(buckets), part_(buckets.add_part()), memory_(memory) {}

  // Rows without a person are left out.
  void add(const ScannedRow& row) override {
    if (!row.person || row.person->empty()) return;
    const auto& keys = held_.options;
    held_.write(person_hash(*row.person, keys.bounding_key), row.coded,
                keys.class_key ? person_choice(*row.person, *keys.class_key) : 0,
                rows_.emplace_back());
  }
  bool keep() override {
    for (const auto& row : rows_) part_.add(row);
    rows_.clear();
    return buckets_.bytes() <= memory_;
  }
  void forget() override { rows_.clear(); }

 private:
  const HeldRows& held_;
  Buckets& buckets_;
  typename Buckets::Part& part_;
  std::uint64_t memory_;
  std::vector<typename Buckets::Row> rows_;  // of the piece that is being read
};

template <std::size_t kWords>
Result<bool> each_row_of(const TextPersons::Parts& parts, std::uint64_t memory,
                         const VisitRows& visit) {
  const HeldRows held = held_rows(parts);
  const int threads = threads_for(parts.options.threads);
  PersonBuckets<kWords> buckets;
  std::vector<std::unique_ptr<PieceRows>> rows;
  for (int i = 0; i < threads; ++i)
    rows.push_back(std::make_unique<BucketRows<kWords>>(held, buckets, memory));
  const auto read = read_pieces({.scan = parts.scan,
                                 .size = parts.size,
                                 .piece = parts.piece,
                                 .watch = parts.options.watch,
                                 .broken = parts.broken},
                                rows);
  if (!read || !*read) return read;
  if (!BucketWalk<kWords>(held, buckets, visit).run())
    return Error{ErrorKind::interrupted, "stopped before the scan ended"};
  return true;
}

}  // namespace

// A row with a person has a letter and a line end.
std::uint64_t most_held_bytes(const TextPersons::Parts& parts) {
  const std::uint64_t row = 8 * held_rows(parts).words();
  const auto threads = static_cast<std::uint64_t>(threads_for(parts.options.threads));
  return (parts.size / 2 + 1 + threads * PersonBuckets<3>::kMostUnused) * row;
}

Result<bool> each_held_row(const TextPersons::Parts& parts, std::uint64_t memory,
                           const VisitRows& visit) {
  switch (held_rows(parts).words()) {
    case 3:
      return each_row_of<3>(parts, memory, visit);
    case 4:
      return each_row_of<4>(parts, memory, visit);
    default:
      return each_row_of<5>(parts, memory, visit);
  }
}

}  // namespace selvage
