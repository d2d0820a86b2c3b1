#include "selvage/source/engine_blocks.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
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
  std::vector<std::int64_t> numbers;  // row by row
  std::vector<std::uint64_t> blocks;
  std::vector<Uint128> people;
  std::vector<std::uint8_t> counted;
};

// All that the function knows. Chunks come from several threads.
class NumberScan {
 public:
  explicit NumberScan(const EngineBlocks& asked) : blocks(asked), width(asked.width()) {
    for (std::size_t i = 0; i < asked.keyed.size(); ++i)
      places.push_back(
          *PlaceOf::make(asked.domain.columns()[i].values, asked.keyed[i].kind));
  }
  virtual ~NumberScan() = default;
  // The name of the person in a row; empty: there is none.
  virtual void name(BlockChunk& chunk, std::size_t row, std::string_view person) = 0;
  virtual void take(BlockChunk& chunk) = 0;

  const EngineBlocks& blocks;
  const std::size_t width;      // numbers of a row
  std::vector<PlaceOf> places;  // of the columns with keys
  std::mutex mutex;
  std::int64_t rows = 0;
};

// Into tallies: each chunk takes one that nobody else has.
class BlockScan : public NumberScan {
 public:
  BlockScan(const EngineBlocks& asked, const BlockRequest& requested)
      : NumberScan(asked), request_(requested) {}

  void name(BlockChunk& chunk, std::size_t row, std::string_view person) override {
    chunk.blocks[row] = block_of(person, request_);
  }
  void take(BlockChunk& chunk) override {
    if (!blocks.person) draw(chunk.blocks);
    auto tally = taken();
    tally->add_rows(chunk.blocks, chunk.counted, chunk.numbers);
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
  std::mutex drawing_;
  std::vector<std::unique_ptr<BlockTally>> idle_;
};

// As they are.
class HeldScan : public NumberScan {
 public:
  HeldScan(const EngineBlocks& asked, const BlockKey& key)
      : NumberScan(asked), key_(key) {}

  void name(BlockChunk& chunk, std::size_t row, std::string_view person) override {
    chunk.people[row] = person_name(person, key_);
  }
  void take(BlockChunk& chunk) override {
    const std::lock_guard lock(mutex);
    for (std::size_t row = 0; row < chunk.counted.size(); ++row) {
      if (chunk.counted[row] == 0) continue;
      const std::int64_t* at = chunk.numbers.data() + row * width;
      held_.numbers.insert(held_.numbers.end(), at, at + width);
      if (blocks.person) held_.people.push_back(chunk.people[row]);
    }
    rows += static_cast<std::int64_t>(chunk.counted.size());
  }
  NumberRows& held() { return held_; }

 private:
  const BlockKey& key_;
  NumberRows held_;
};

// `code(row)` is for a value that is there, and may find that it is none.
template <class Code>
void put_numbers(duckdb_vector vector, std::size_t column, std::size_t width,
                 BlockChunk& chunk, Code code) {
  const std::uint64_t* validity = duckdb_vector_get_validity(vector);
  std::int64_t* at = chunk.numbers.data() + column;
  for (std::size_t row = 0; row < chunk.counted.size(); ++row, at += width) {
    std::optional<std::int64_t> number;
    if (is_valid(validity, row)) number = code(row);
    if (!number) chunk.counted[row] = 0;
    *at = number.value_or(0);
  }
}

void read_numbers(const NumberScan& scan, duckdb_data_chunk input, BlockChunk& chunk) {
  const EngineBlocks& blocks = scan.blocks;
  for (std::size_t i = 0; i < blocks.numbers.size(); ++i) {
    duckdb_vector vector = duckdb_data_chunk_get_vector(input, i);
    void* data = duckdb_vector_get_data(vector);
    const Grid& grid = blocks.grids[i];
    const auto put = [&](auto code) {
      put_numbers(vector, i, scan.width, chunk, code);
    };
    if (blocks.numbers[i].kind == ColumnKind::integer)
      put([&](idx_t row) { return grid.steps(static_cast<std::int64_t*>(data)[row]); });
    else if (blocks.numbers[i].kind == ColumnKind::real)
      put([fast = FastSteps(grid), data](idx_t row) {
        return fast(static_cast<double*>(data)[row]);
      });
    else
      put([&](idx_t row) {
        return grid.steps_of_text(text_at(static_cast<duckdb_string_t*>(data), row));
      });
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
    for (std::size_t row = 0; row < chunk.counted.size(); ++row) {
      std::int64_t* at = chunk.numbers.data() + row * scan.width + first;
      std::fill(at, at + keys, 0);
      std::size_t place = place_of.missing();
      if (is_valid(validity, row))
        place =
            whole != nullptr
                ? (*whole)->cell(static_cast<const std::int64_t*>(data)[row])
                : place_of.of_text(text_at(static_cast<duckdb_string_t*>(data), row));
      if (place == place_of.missing()) chunk.counted[row] = 0;
      if (place < keys) at[place] = 1;
    }
    first += keys;
  }
}

// Of people by their names, a whole number by its digits; who has none is left out.
void find_people(NumberScan& scan, duckdb_vector people, BlockChunk& chunk) {
  void* data = duckdb_vector_get_data(people);
  const std::uint64_t* there = duckdb_vector_get_validity(people);
  const bool whole = scan.blocks.person->kind == ColumnKind::integer;
  for (std::size_t row = 0; row < chunk.counted.size(); ++row) {
    char digits[24];
    std::string_view name;
    if (is_valid(there, row) && whole) {
      const auto end = std::to_chars(digits, digits + sizeof digits,
                                     static_cast<const std::int64_t*>(data)[row]);
      name = {digits, static_cast<std::size_t>(end.ptr - digits)};
    } else if (is_valid(there, row)) {
      name = text_at(static_cast<duckdb_string_t*>(data), row);
    }
    if (name.empty()) chunk.counted[row] = 0;
    scan.name(chunk, row, name);
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
    find_people(scan, duckdb_data_chunk_get_vector(input, columns), chunk);
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
