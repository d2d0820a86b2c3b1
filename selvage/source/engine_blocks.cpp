#include "selvage/source/engine_blocks.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "selvage/source/engine_function.hpp"
#include "selvage/summary/fast_steps.hpp"

namespace selvage {
namespace {

// A chunk's rows; `counted[row]` is 0 for one that misses a number or a name.
struct BlockChunk {
  std::vector<std::int64_t> numbers;  // column by column
  std::vector<std::uint64_t> blocks;
  std::vector<Uint128> people;
  std::vector<std::uint8_t> counted;
};

// All that the function knows. Chunks come from several threads.
class NumberScan {
 public:
  explicit NumberScan(const EngineBlocks& asked) : blocks(asked), width(asked.width()) {
    for (const Grid& grid : asked.grids) steps.emplace_back(grid);
    for (std::size_t i = 0; i < asked.keyed.size(); ++i)
      places.push_back(
          *PlaceOf::make(asked.domain.columns()[i].values, asked.keyed[i].kind));
  }
  virtual ~NumberScan() = default;
  // Who the rows are of.
  virtual void name(BlockChunk& chunk, duckdb_vector people) const = 0;
  virtual void take(BlockChunk& chunk) = 0;

  const EngineBlocks& blocks;
  const std::size_t width;       // numbers of a row
  std::vector<FastSteps> steps;  // of the columns of numbers
  std::vector<PlaceOf> places;   // of the columns with keys
  std::mutex mutex;
  std::int64_t rows = 0;

 protected:
  // `take(row, name)` of each row that has one, as text or as a whole number; rows
  // without do not count.
  template <class Take>
  void each_name(duckdb_vector people, BlockChunk& chunk, const Take& take) const {
    void* data = duckdb_vector_get_data(people);
    const std::uint64_t* there = duckdb_vector_get_validity(people);
    const bool whole = blocks.person->kind == ColumnKind::integer;
    for (std::size_t row = 0; row < chunk.counted.size(); ++row) {
      const bool valid = is_valid(there, row);
      if (whole && valid) {
        take(row, static_cast<const std::int64_t*>(data)[row]);
        continue;
      }
      std::string_view name;
      if (valid) name = text_at(static_cast<duckdb_string_t*>(data), row);
      if (name.empty())
        chunk.counted[row] = 0;
      else
        take(row, name);
    }
  }
};

// Into tallies: each chunk takes one that nobody else has.
class BlockScan : public NumberScan {
 public:
  BlockScan(const EngineBlocks& asked, const BlockRequest& requested)
      : NumberScan(asked), request_(requested), block_of_(requested) {}

  void name(BlockChunk& chunk, duckdb_vector people) const override {
    each_name(people, chunk,
              [&](std::size_t row, auto name) { chunk.blocks[row] = block_of_(name); });
  }
  void take(BlockChunk& chunk) override {
    if (!blocks.person) draw(chunk.blocks);
    auto tally = taken();
    tally->add_columns(chunk.blocks, chunk.counted, chunk.numbers);
    give_back(std::move(tally), chunk.counted.size());
  }
  std::vector<BlockSums> sums() const {
    BlockTally all(request_.blocks, width);
    for (const auto& tally : idle_) all.add(*tally);
    return all.sums();
  }

 private:
  std::unique_ptr<BlockTally> taken() {
    const std::lock_guard lock(mutex);
    if (idle_.empty()) return std::make_unique<BlockTally>(request_.blocks, width);
    auto tally = std::move(idle_.back());
    idle_.pop_back();
    return tally;
  }
  void give_back(std::unique_ptr<BlockTally> tally, std::size_t seen) {
    const std::lock_guard lock(mutex);
    idle_.push_back(std::move(tally));
    rows += static_cast<std::int64_t>(seen);
  }
  void draw(std::span<std::uint64_t> out) {
    const std::lock_guard lock(drawing_);
    request_.draw(out);
  }

  const BlockRequest& request_;
  const BlockOf block_of_;
  std::mutex drawing_;
  std::vector<std::unique_ptr<BlockTally>> idle_;
};

// As they are.
class HeldScan : public NumberScan {
 public:
  HeldScan(const EngineBlocks& asked, const BlockKey& key)
      : NumberScan(asked), key_(key) {}

  void name(BlockChunk& chunk, duckdb_vector people) const override {
    each_name(people, chunk, [&](std::size_t row, auto name) {
      if constexpr (std::is_same_v<decltype(name), std::int64_t>)
        chunk.people[row] = person_name(fmt::format_int(name).c_str(), key_);
      else
        chunk.people[row] = person_name(name, key_);
    });
  }
  void take(BlockChunk& chunk) override {
    const std::lock_guard lock(mutex);
    const std::size_t seen = chunk.counted.size();
    for (std::size_t row = 0; row < seen; ++row) {
      if (chunk.counted[row] == 0) continue;
      for (std::size_t i = 0; i < width; ++i)
        held_.numbers.push_back(chunk.numbers[i * seen + row]);
      if (blocks.person) held_.people.push_back(chunk.people[row]);
    }
    rows += static_cast<std::int64_t>(seen);
  }
  NumberRows& held() { return held_; }

 private:
  const BlockKey& key_;
  NumberRows held_;
};

// Rows without a value do not count; what stands in their place is no number of theirs.
void leave_out_missing(duckdb_vector vector, std::span<std::int64_t> numbers,
                       BlockChunk& chunk) {
  const std::uint64_t* validity = duckdb_vector_get_validity(vector);
  if (validity == nullptr) return;
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (is_valid(validity, row)) continue;
    chunk.counted[row] = 0;
    numbers[row] = 0;
  }
}

void read_numbers(const NumberScan& scan, duckdb_data_chunk input, BlockChunk& chunk) {
  const EngineBlocks& blocks = scan.blocks;
  const std::size_t rows = chunk.counted.size();
  for (std::size_t i = 0; i < blocks.numbers.size(); ++i) {
    duckdb_vector vector = duckdb_data_chunk_get_vector(input, i);
    void* data = duckdb_vector_get_data(vector);
    const auto numbers = std::span(chunk.numbers).subspan(i * rows, rows);
    if (blocks.numbers[i].kind == ColumnKind::integer) {
      scan.steps[i].put({static_cast<const std::int64_t*>(data), rows}, numbers);
    } else if (blocks.numbers[i].kind == ColumnKind::real) {
      scan.steps[i].put({static_cast<const double*>(data), rows}, numbers,
                        chunk.counted);
    } else {
      const std::uint64_t* validity = duckdb_vector_get_validity(vector);
      for (std::size_t row = 0; row < rows; ++row) {
        if (!is_valid(validity, row)) continue;
        const auto steps = blocks.grids[i].steps_of_text(
            text_at(static_cast<duckdb_string_t*>(data), row));
        if (!steps) chunk.counted[row] = 0;
        numbers[row] = steps.value_or(0);
      }
    }
    leave_out_missing(vector, numbers, chunk);
  }
}

// A number for each key, of which the row has at most one; who has no value is left
// out.
void read_keys(const NumberScan& scan, duckdb_data_chunk input, BlockChunk& chunk) {
  std::size_t first = scan.blocks.numbers.size();
  for (std::size_t i = 0; i < scan.places.size(); ++i) {
    duckdb_vector vector =
        duckdb_data_chunk_get_vector(input, scan.blocks.numbers.size() + i);
    const std::uint64_t* validity = duckdb_vector_get_validity(vector);
    void* data = duckdb_vector_get_data(vector);
    const PlaceOf& place_of = scan.places[i];
    const auto* whole = std::get_if<std::shared_ptr<const WholeKeys>>(&place_of.rule());
    const std::size_t keys =
        std::get<KeyList>(scan.blocks.domain.columns()[i].values).size();
    const std::size_t rows = chunk.counted.size();
    const auto numbers = std::span(chunk.numbers).subspan(first * rows, keys * rows);
    std::fill(numbers.begin(), numbers.end(), 0);
    for (std::size_t row = 0; row < rows; ++row) {
      std::size_t place = place_of.missing();
      if (is_valid(validity, row))
        place =
            whole != nullptr
                ? (*whole)->cell(static_cast<const std::int64_t*>(data)[row])
                : place_of.of_text(text_at(static_cast<duckdb_string_t*>(data), row));
      if (place == place_of.missing()) chunk.counted[row] = 0;
      if (place < keys) numbers[place * rows + row] = 1;
    }
    first += keys;
  }
}

void take_chunk(duckdb_function_info info, duckdb_data_chunk input,
                duckdb_vector output) {
  auto& scan = *static_cast<NumberScan*>(duckdb_scalar_function_get_extra_info(info));
  thread_local BlockChunk chunk;
  const std::size_t rows = duckdb_data_chunk_get_size(input);
  const std::size_t columns = scan.blocks.numbers.size() + scan.blocks.keyed.size();
  chunk.counted.assign(rows, 1);
  chunk.numbers.resize(rows * scan.width);
  chunk.blocks.resize(rows);
  chunk.people.resize(rows);
  read_numbers(scan, input, chunk);
  read_keys(scan, input, chunk);
  if (scan.blocks.person)
    scan.name(chunk, duckdb_data_chunk_get_vector(input, columns));
  scan.take(chunk);
  std::memset(duckdb_vector_get_data(output), 1, rows);  // TRUE, to be counted
}

duckdb_type engine_type(ColumnKind kind) {
  if (kind == ColumnKind::text) return DUCKDB_TYPE_VARCHAR;
  return kind == ColumnKind::integer ? DUCKDB_TYPE_BIGINT : DUCKDB_TYPE_DOUBLE;
}

// Every row of the table once.
Outcome run_scan(DuckdbSession& session, NumberScan& scan, const Error& broken,
                 const Watch& watch) {
  // Each scan has a function of its own.
  static std::atomic<int> registered_so_far = 0;
  const EngineBlocks& blocks = scan.blocks;
  EngineFunction function{.name = fmt::format("blocks_{}", ++registered_so_far),
                          .parameters = {},
                          .result = DUCKDB_TYPE_BOOLEAN,
                          .run = take_chunk,
                          .state = &scan,
                          .is_volatile = true};
  std::vector<std::string> arguments;
  const auto add = [&](const TypedColumn& column) {
    arguments.push_back(column.expression);
    function.parameters.push_back(engine_type(column.kind));
  };
  for (const TypedColumn& column : blocks.numbers) add(column);
  for (const TypedColumn& column : blocks.keyed) add(column);
  if (blocks.person) add(*blocks.person);
  if (const auto ready = register_function(session.connection(), function); !ready)
    return ready.error();
  auto result = session.query(fmt::format("SELECT count({}({})) FROM {}", function.name,
                                          fmt::join(arguments, ", "), blocks.from),
                              broken, watch);
  if (!result) return result.error();
  if (only_number(*result->raw()) != scan.rows) return broken;
  return Done{};
}

}  // namespace

Result<std::vector<BlockSums>> engine_block_sums(DuckdbSession& session,
                                                 const EngineBlocks& blocks,
                                                 const BlockRequest& request,
                                                 const Error& broken,
                                                 const Watch& watch) {
  BlockScan scan(blocks, request);
  if (const auto done = run_scan(session, scan, broken, watch); !done)
    return done.error();
  return scan.sums();
}

Result<NumberRows> engine_number_rows(DuckdbSession& session,
                                      const EngineBlocks& blocks, const BlockKey& key,
                                      const Error& broken, const Watch& watch) {
  HeldScan scan(blocks, key);
  if (const auto done = run_scan(session, scan, broken, watch); !done)
    return done.error();
  return std::move(scan.held());
}

}  // namespace selvage
