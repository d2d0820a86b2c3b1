#include "selvage/source/sorted_persons.hpp"

#include <fmt/format.h>

namespace selvage {
namespace {

bool is_valid(const std::uint64_t* validity, idx_t row) {
  return validity == nullptr || (validity[row / 64] >> (row % 64) & 1) != 0;
}

// Hands the sorted rows to PersonRows, one run after the other. The people of a run,
// who are nearly always one, each have a PersonRows of their own: each sees its own
// rows in the order of the run.
class Passing {
 public:
  Passing(const Reading& reading, const KeyDictionary& dictionary,
          const BoundingKey& key, bool has_person)
      : reading_(reading),
        dictionary_(dictionary),
        key_(key),
        keyed_(reading.domain.has_unknown_keys()),
        has_person_(has_person),
        tally_(reading) {}

  void visit(duckdb_data_chunk chunk) {
    const idx_t columns = has_person_ ? 4 : 3;
    const std::uint64_t* validity[4];
    void* data[4];
    for (idx_t i = 0; i < columns; ++i) {
      duckdb_vector vector = duckdb_data_chunk_get_vector(chunk, i);
      validity[i] = duckdb_vector_get_validity(vector);
      data[i] = duckdb_vector_get_data(vector);
    }
    const idx_t rows = duckdb_data_chunk_get_size(chunk);
    for (idx_t row = 0; row < rows; ++row) {
      bool counted = true;
      for (idx_t i = 0; i < columns; ++i)
        counted = counted && is_valid(validity[i], row);
      if (!counted) continue;
      const std::int64_t run = static_cast<const std::int64_t*>(data[0])[row];
      const std::uint64_t code = static_cast<const std::uint64_t*>(data[1])[row];
      const auto key = static_cast<std::uint32_t>(code);
      if (!in_run_ || run != run_) begin_run(run);
      person(has_person_ ? text_at(data[3], row) : bytes_of(run_))
          .add({code >> 32, key, static_cast<const std::int64_t*>(data[2])[row]},
               keyed_ ? dictionary_.key(key) : std::string_view());
    }
  }
  std::vector<CellSums> sums() {
    end_run();
    return tally_.sums();
  }

 private:
  struct Somebody {
    std::string name;
    PersonRows rows;
  };

  static std::string_view bytes_of(const std::int64_t& run) {
    return {reinterpret_cast<const char*>(&run), sizeof run};
  }
  static std::string_view text_at(void* data, idx_t row) {
    auto* texts = static_cast<duckdb_string_t*>(data);
    return {duckdb_string_t_data(&texts[row]), duckdb_string_t_length(texts[row])};
  }
  void begin_run(std::int64_t run) {
    end_run();
    in_run_ = true;
    run_ = run;
  }
  void end_run() {
    for (std::size_t i = 0; i < met_; ++i) people_[i].rows.end();
    met_ = 0;
  }
  PersonRows& person(std::string_view name) {
    for (std::size_t i = 0; i < met_; ++i)
      if (people_[i].name == name) return people_[i].rows;
    if (met_ == people_.size())
      people_.push_back({{}, {reading_.person, key_, [this](const CodedRow& row) {
                                tally_.add(row);
                              }}});
    Somebody& somebody = people_[met_++];
    somebody.name = name;
    somebody.rows.begin(name);
    return somebody.rows;
  }

  const Reading& reading_;
  const KeyDictionary& dictionary_;
  BoundingKey key_;
  bool keyed_, has_person_, in_run_ = false;
  std::int64_t run_ = 0;
  std::vector<Somebody> people_;  // the first met_ of them are in this run
  std::size_t met_ = 0;
  CellTally tally_;
};

}  // namespace

Result<std::vector<CellSums>> bounded_sums(
    DuckdbSession& session, const PersonQuery& query, const Reading& reading,
    const KeyDictionary& dictionary, const TableOptions& options, const Error& broken,
    const std::function<double()>& share) {
  Passing passing(reading, dictionary, options.bounding_key, query.has_person);
  const auto done = session.stream(
      fmt::format("{} ORDER BY run, code, steps", query.rows), broken,
      [&](duckdb_data_chunk chunk) { passing.visit(chunk); }, options.watch, share);
  if (!done) return done.error();
  return passing.sums();
}

}  // namespace selvage
