#include "selvage/source/bin_counts.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstring>
#include <variant>

#include "selvage/source/number_text.hpp"
#include "selvage/summary/bin_edges.hpp"

namespace selvage {

struct BinCounts::Rule {
  ColumnKind kind;
  std::size_t cells;
  std::variant<BinEdges<double>, BinEdges<std::int64_t>> edges;

  std::size_t missing() const { return cells - 1; }
};

namespace {

// DuckDB owns the memory of a state and copies it bytewise: a pointer, null at first.
struct State {
  std::int64_t* counts;
};

State& state_of(duckdb_aggregate_state state) {
  return *reinterpret_cast<State*>(state);
}

std::int64_t* counts_of(State& state, std::size_t cells) {
  if (state.counts == nullptr) state.counts = new std::int64_t[cells]();
  return state.counts;
}

idx_t state_size(duckdb_function_info) { return sizeof(State); }

void init(duckdb_function_info, duckdb_aggregate_state state) {
  state_of(state).counts = nullptr;
}

void destroy(duckdb_aggregate_state* states, idx_t count) {
  for (idx_t i = 0; i < count; ++i) {
    delete[] state_of(states[i]).counts;
    state_of(states[i]).counts = nullptr;
  }
}

bool is_valid(const std::uint64_t* validity, idx_t row) {
  return validity == nullptr || (validity[row / 64] >> (row % 64) & 1) != 0;
}

// All rows of a chunk have one state: the rows are not grouped, but the engine may say
// otherwise.
bool share_state(const duckdb_aggregate_state* states, idx_t rows) {
  return std::memcmp(states, states + 1, (rows - 1) * sizeof *states) == 0;
}

constexpr std::size_t kFewCells = 256;
constexpr idx_t kBlock = 2048;  // the engine's usual chunk

// Counts the cells of one block. With few cells neighbouring rows often meet in one,
// and an increment waits for the one before it: four tallies take turns.
void add_places(const std::uint32_t* places, idx_t rows, std::int64_t* counts,
                std::size_t cells) {
  if (cells > kFewCells) {
    for (idx_t row = 0; row < rows; ++row) ++counts[places[row]];
    return;
  }
  std::uint32_t tallies[4][kFewCells] = {};
  idx_t row = 0;
  for (; row + 4 <= rows; row += 4)
    for (int lane = 0; lane < 4; ++lane)
      ++tallies[lane][places[row + static_cast<idx_t>(lane)]];
  for (; row < rows; ++row) ++tallies[0][places[row]];
  for (std::size_t cell = 0; cell < cells; ++cell)
    counts[cell] += std::int64_t{tallies[0][cell]} + tallies[1][cell] +
                    tallies[2][cell] + tallies[3][cell];
}

// `cell(row)` gives the cell of a value that is there.
template <class CellOf>
void count_rows(duckdb_data_chunk input, duckdb_aggregate_state* states,
                std::size_t cells, CellOf cell) {
  const idx_t rows = duckdb_data_chunk_get_size(input);
  const std::uint64_t* validity =
      duckdb_vector_get_validity(duckdb_data_chunk_get_vector(input, 0));
  if (rows == 0) return;
  const auto place = [&](idx_t row) {
    return static_cast<std::uint32_t>(is_valid(validity, row) ? cell(row) : cells - 1);
  };
  if (!share_state(states, rows)) {
    for (idx_t row = 0; row < rows; ++row)
      ++counts_of(state_of(states[row]), cells)[place(row)];
    return;
  }
  std::int64_t* counts = counts_of(state_of(states[0]), cells);
  std::uint32_t places[kBlock];
  for (idx_t start = 0; start < rows; start += kBlock) {
    const idx_t block = std::min(kBlock, rows - start);
    if (validity == nullptr)
      for (idx_t i = 0; i < block; ++i)
        places[i] = static_cast<std::uint32_t>(cell(start + i));
    else
      for (idx_t i = 0; i < block; ++i) places[i] = place(start + i);
    add_places(places, block, counts, cells);
  }
}

template <class Rule>
void update(duckdb_function_info info, duckdb_data_chunk input,
            duckdb_aggregate_state* states) {
  const auto& rule =
      *static_cast<const Rule*>(duckdb_aggregate_function_get_extra_info(info));
  void* data = duckdb_vector_get_data(duckdb_data_chunk_get_vector(input, 0));
  if (rule.kind == ColumnKind::integer) {
    const auto& edges = std::get<BinEdges<std::int64_t>>(rule.edges);
    const auto* values = static_cast<const std::int64_t*>(data);
    count_rows(input, states, rule.cells,
               [&](idx_t row) { return edges.cell(values[row]); });
    return;
  }
  const auto& edges = std::get<BinEdges<double>>(rule.edges);
  if (rule.kind == ColumnKind::real) {
    const auto* values = static_cast<const double*>(data);
    count_rows(input, states, rule.cells,
               [&](idx_t row) { return edges.cell(values[row]); });
    return;
  }
  auto* texts = static_cast<duckdb_string_t*>(data);
  count_rows(input, states, rule.cells, [&](idx_t row) {
    const auto number = parse_number(
        {duckdb_string_t_data(&texts[row]), duckdb_string_t_length(texts[row])});
    return number ? edges.cell(*number) : rule.missing();
  });
}

template <class Rule>
void combine(duckdb_function_info info, duckdb_aggregate_state* sources,
             duckdb_aggregate_state* targets, idx_t count) {
  const auto& rule =
      *static_cast<const Rule*>(duckdb_aggregate_function_get_extra_info(info));
  for (idx_t i = 0; i < count; ++i) {
    const std::int64_t* from = state_of(sources[i]).counts;
    if (from == nullptr) continue;
    std::int64_t* to = counts_of(state_of(targets[i]), rule.cells);
    for (std::size_t cell = 0; cell < rule.cells; ++cell) to[cell] += from[cell];
  }
}

template <class Rule>
void finalize(duckdb_function_info info, duckdb_aggregate_state* states,
              duckdb_vector result, idx_t count, idx_t offset) {
  const auto& rule =
      *static_cast<const Rule*>(duckdb_aggregate_function_get_extra_info(info));
  auto* entries = static_cast<duckdb_list_entry*>(duckdb_vector_get_data(result));
  for (idx_t i = 0; i < count; ++i) {
    const idx_t start = duckdb_list_vector_get_size(result);
    duckdb_list_vector_reserve(result, start + rule.cells);
    duckdb_list_vector_set_size(result, start + rule.cells);
    auto* out = static_cast<std::int64_t*>(
                    duckdb_vector_get_data(duckdb_list_vector_get_child(result))) +
                start;
    std::memcpy(out, counts_of(state_of(states[i]), rule.cells),
                rule.cells * sizeof(std::int64_t));
    entries[offset + i] = {start, rule.cells};
  }
}

duckdb_type parameter_type(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::integer:
      return DUCKDB_TYPE_BIGINT;
    case ColumnKind::real:
      return DUCKDB_TYPE_DOUBLE;
    case ColumnKind::text:
      return DUCKDB_TYPE_VARCHAR;
  }
  return DUCKDB_TYPE_INVALID;
}

}  // namespace

BinCounts::BinCounts(std::unique_ptr<Rule> rule, std::string name)
    : rule_(std::move(rule)), name_(std::move(name)) {}
BinCounts::~BinCounts() = default;

Result<std::unique_ptr<BinCounts>> BinCounts::make(duckdb_connection connection,
                                                   const NumericBins& bins,
                                                   ColumnKind kind) {
  auto rule = std::make_unique<Rule>(Rule{kind, bins.cells(), BinEdges<double>()});
  const auto take = [&](auto edges) {
    if (edges) rule->edges = *std::move(edges);
    return edges.has_value();
  };
  if (kind == ColumnKind::integer ? !take(BinEdges<std::int64_t>::make(bins))
                                  : !take(BinEdges<double>::make(bins)))
    return Error{ErrorKind::invalid_request,
                 "bins '" + bins.text() + "' reach beyond the numbers of the column"};

  static std::atomic<int> registered_so_far = 0;
  const std::string name = "bin_counts_" + std::to_string(++registered_so_far);
  duckdb_aggregate_function function = duckdb_create_aggregate_function();
  duckdb_logical_type parameter = duckdb_create_logical_type(parameter_type(kind));
  duckdb_logical_type count = duckdb_create_logical_type(DUCKDB_TYPE_BIGINT);
  duckdb_logical_type list = duckdb_create_list_type(count);
  duckdb_aggregate_function_set_name(function, name.c_str());
  duckdb_aggregate_function_add_parameter(function, parameter);
  duckdb_aggregate_function_set_return_type(function, list);
  duckdb_aggregate_function_set_functions(function, state_size, init, update<Rule>,
                                          combine<Rule>, finalize<Rule>);
  duckdb_aggregate_function_set_destructor(function, destroy);
  duckdb_aggregate_function_set_special_handling(function);  // NULLs are rows too
  duckdb_aggregate_function_set_extra_info(function, rule.get(), nullptr);
  const bool registered =
      duckdb_register_aggregate_function(connection, function) == DuckDBSuccess;
  duckdb_destroy_logical_type(&list);
  duckdb_destroy_logical_type(&count);
  duckdb_destroy_logical_type(&parameter);
  duckdb_destroy_aggregate_function(&function);
  if (!registered)
    return Error{ErrorKind::unreadable, "the embedded engine refuses our function"};
  return std::unique_ptr<BinCounts>(new BinCounts(std::move(rule), name));
}

Cells BinCounts::read(duckdb_result& result, const NumericBins& bins) {
  Cells cells{std::vector<std::int64_t>(bins.cells(), 0)};
  duckdb_data_chunk chunk = duckdb_fetch_chunk(result);
  assert(chunk != nullptr && duckdb_data_chunk_get_size(chunk) == 1);
  duckdb_vector column = duckdb_data_chunk_get_vector(chunk, 0);
  const auto* entry = static_cast<duckdb_list_entry*>(duckdb_vector_get_data(column));
  const auto* counts = static_cast<std::int64_t*>(
      duckdb_vector_get_data(duckdb_list_vector_get_child(column)));
  assert(entry->length == cells.counts.size());
  std::copy_n(counts + entry->offset, entry->length, cells.counts.begin());
  duckdb_destroy_data_chunk(&chunk);
  return cells;
}

}  // namespace selvage
