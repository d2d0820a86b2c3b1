#include "selvage/source/sorted_persons.hpp"

#include <fmt/format.h>

namespace selvage {
namespace {

bool is_valid(const std::uint64_t* validity, idx_t row) {
  return validity == nullptr || (validity[row / 64] >> (row % 64) & 1) != 0;
}

// Hands the sorted rows to PersonRows, one person after the other.
class Passing {
 public:
  Passing(const Reading& reading, const KeyDictionary& dictionary,
          const BoundingKey& key, bool text_person)
      : dictionary_(dictionary),
        keyed_(reading.domain.has_unknown_keys()),
        text_person_(text_person),
        tally_(reading),
        rows_(reading.person, key, [this](const CodedRow& row) { tally_.add(row); }) {}

  void visit(duckdb_data_chunk chunk) {
    duckdb_vector vectors[3];
    const std::uint64_t* validity[3];
    void* data[3];
    for (idx_t i = 0; i < 3; ++i) {
      vectors[i] = duckdb_data_chunk_get_vector(chunk, i);
      validity[i] = duckdb_vector_get_validity(vectors[i]);
      data[i] = duckdb_vector_get_data(vectors[i]);
    }
    const idx_t rows = duckdb_data_chunk_get_size(chunk);
    for (idx_t row = 0; row < rows; ++row) {
      if (!is_valid(validity[0], row) || !is_valid(validity[1], row) ||
          !is_valid(validity[2], row))
        continue;
      meet(person_at(data[0], row));
      const std::uint64_t code = static_cast<const std::uint64_t*>(data[1])[row];
      const auto key = static_cast<std::uint32_t>(code);
      rows_.add({code >> 32, key, static_cast<const std::int64_t*>(data[2])[row]},
                keyed_ ? dictionary_.key(key) : std::string_view());
    }
  }
  std::vector<CellSums> sums() {
    rows_.end();
    return tally_.sums();
  }

 private:
  std::string_view person_at(void* data, idx_t row) const {
    if (!text_person_)
      return {static_cast<const char*>(data) + row * sizeof(std::int64_t),
              sizeof(std::int64_t)};
    auto* texts = static_cast<duckdb_string_t*>(data);
    return {duckdb_string_t_data(&texts[row]), duckdb_string_t_length(texts[row])};
  }
  void meet(std::string_view person) {
    if (met_ && person == person_) return;
    met_ = true;
    person_ = person;
    rows_.begin(person);
  }

  const KeyDictionary& dictionary_;
  bool keyed_, text_person_, met_ = false;
  std::string person_;
  CellTally tally_;
  PersonRows rows_;
};

}  // namespace

Result<std::vector<CellSums>> bounded_sums(
    DuckdbSession& session, const PersonQuery& query, const Reading& reading,
    const KeyDictionary& dictionary, const TableOptions& options, const Error& broken,
    const std::function<double()>& share) {
  Passing passing(reading, dictionary, options.bounding_key, query.text_person);
  const auto done = session.stream(
      fmt::format("{} ORDER BY person, code, steps", query.rows), broken,
      [&](duckdb_data_chunk chunk) { passing.visit(chunk); }, options.watch, share);
  if (!done) return done.error();
  return passing.sums();
}

}  // namespace selvage
