#include "selvage/source/engine_held.hpp"

#include <cstring>
#include <mutex>

#include <fmt/format.h>

#include "selvage/source/chunk_columns.hpp"
#include "selvage/source/machine_memory.hpp"

namespace selvage {
namespace {

// All that the function knows. Chunks come from several threads, and each takes a part
// of the buckets that nobody else has.
template <std::size_t kWords>
class EngineBuckets {
 public:
  using Buckets = PersonBuckets<kWords>;
  EngineBuckets(const HeldRows& held, std::uint64_t memory)
      : held_(held), memory_(memory) {}

  EngineFunction function() {
    static std::atomic<int> registered_so_far = 0;  // each scan has a name of its own
    std::vector<duckdb_type> types = {
        held_.whole_numbers ? DUCKDB_TYPE_BIGINT : DUCKDB_TYPE_HUGEINT,
        DUCKDB_TYPE_UBIGINT};
    if (held_.has_steps()) types.push_back(DUCKDB_TYPE_BIGINT);
    if (held_.has_choice()) types.push_back(DUCKDB_TYPE_UBIGINT);
    return {.name = fmt::format("hold_{}_{}", kWords, ++registered_so_far),
            .parameters = std::move(types),
            .result = DUCKDB_TYPE_BOOLEAN,
            .run = run,
            .state = this,
            .is_volatile = true};
  }
  Buckets& buckets() { return buckets_; }
  bool is_full() const { return buckets_.bytes() > memory_; }
  std::int64_t rows() const { return rows_; }

 private:
  using Part = typename Buckets::Part;

  static void run(duckdb_function_info info, duckdb_data_chunk input,
                  duckdb_vector output) {
    auto& self =
        *static_cast<EngineBuckets*>(duckdb_scalar_function_get_extra_info(info));
    self.hold(input);
    // What follows would be for nothing.
    if (self.is_full()) duckdb_scalar_function_set_error(info, "the memory is full");
    // TRUE, to be counted.
    std::memset(duckdb_vector_get_data(output), 1, duckdb_data_chunk_get_size(input));
  }

  void hold(duckdb_data_chunk input) {
    ChunkColumns columns(input);
    const auto* numbers = columns.take<std::int64_t>(held_.whole_numbers);
    const auto* hashes = columns.take<duckdb_hugeint>(!held_.whole_numbers);
    const auto* codes = columns.take<std::uint64_t>();
    const auto* steps = columns.take<std::int64_t>(held_.has_steps());
    const auto* choices = columns.take<std::uint64_t>(held_.has_choice());
    const idx_t rows = duckdb_data_chunk_get_size(input);
    Part& part = take();
    for (idx_t row = 0; row < rows; ++row) {
      if (!columns.is_counted(row)) continue;
      typename Buckets::Row held;
      held_.write(numbers != nullptr ? widened(numbers[row]) : hashes[row],
                  {codes[row] >> 32, static_cast<std::uint32_t>(codes[row]),
                   steps != nullptr ? steps[row] : 0},
                  choices != nullptr ? choices[row] : 0, held);
      part.add(held);
    }
    give_back(part, rows);
  }

  Part& take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return buckets_.add_part();
    Part& part = *idle_.back();
    idle_.pop_back();
    return part;
  }
  void give_back(Part& part, idx_t rows) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(&part);
    rows_ += static_cast<std::int64_t>(rows);
  }

  const HeldRows& held_;
  std::uint64_t memory_;
  Buckets buckets_;
  std::mutex mutex_;
  std::vector<Part*> idle_;
  std::int64_t rows_ = 0;
};

template <std::size_t kWords>
Result<bool> hold_and_walk(DuckdbSession& session, const PersonRowsSql& rows,
                           const HeldRows& held, const Error& broken,
                           const VisitRows& visit,
                           const std::function<double()>& share) {
  EngineBuckets<kWords> all(held, memory_bytes(held.options.memory).value_or(0));
  const EngineFunction function = all.function();
  if (const auto ready = register_function(session.connection(), function); !ready)
    return ready.error();
  auto result =
      session.query(fmt::format("SELECT count({}(person, code{}{})) FROM ({})",
                                function.name, held.has_steps() ? ", steps" : "",
                                held.has_choice() ? ", choice" : "", rows.select),
                    broken, held.options.watch, share);
  if (all.is_full() && (result || result.error().kind != ErrorKind::interrupted))
    return false;
  if (!result) return result.error();
  if (only_number(*result->raw()) != all.rows()) return broken;
  if (!BucketWalk<kWords>(held, all.buckets(), visit).run())
    return Error{ErrorKind::interrupted, "stopped before the scan ended"};
  return true;
}

}  // namespace

Result<bool> each_held_row(DuckdbSession& session, const PersonRowsSql& rows,
                           const HeldRows& held, const Error& broken,
                           const VisitRows& visit,
                           const std::function<double()>& share) {
  switch (held.words()) {
    case 2:
      return hold_and_walk<2>(session, rows, held, broken, visit, share);
    case 3:
      return hold_and_walk<3>(session, rows, held, broken, visit, share);
    case 4:
      return hold_and_walk<4>(session, rows, held, broken, visit, share);
    default:
      return hold_and_walk<5>(session, rows, held, broken, visit, share);
  }
}

}  // namespace selvage
