#include "selvage/source/bin_counts.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <numeric>
#include <variant>
#include <vector>

#include "selvage/source/number_text.hpp"
#include "selvage/summary/bin_edges.hpp"

namespace selvage {

// The counts, and the rule from a value to its cell. Chunks come from several threads.
struct BinCounts::Tally {
  ColumnKind kind;
  std::size_t cells;
  std::variant<BinEdges<double>, BinEdges<std::int64_t>> edges;
  std::mutex mutex;
  std::vector<std::int64_t> counts;

  void add(const std::vector<std::uint32_t>& places);
};

namespace {

bool is_valid(const std::uint64_t* validity, idx_t row) {
  return validity == nullptr || (validity[row / 64] >> (row % 64) & 1) != 0;
}

constexpr std::size_t kFewCells = 256;

// Counts the cells of one chunk. With few cells neighbouring rows often meet in one,
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

// The cell of each row; `cell(row)` gives that of a value that is there.
template <class CellOf>
void place_rows(duckdb_vector column, std::size_t missing, CellOf cell,
                std::vector<std::uint32_t>& places) {
  const std::uint64_t* validity = duckdb_vector_get_validity(column);
  for (std::size_t row = 0; row < places.size(); ++row)
    places[row] =
        static_cast<std::uint32_t>(is_valid(validity, row) ? cell(row) : missing);
}

template <class Tally>
void place_chunk(const Tally& tally, duckdb_vector column,
                 std::vector<std::uint32_t>& places) {
  void* data = duckdb_vector_get_data(column);
  const std::size_t missing = tally.cells - 1;
  if (tally.kind == ColumnKind::integer) {
    const auto& edges = std::get<BinEdges<std::int64_t>>(tally.edges);
    const auto* values = static_cast<const std::int64_t*>(data);
    const auto cell = [&](idx_t row) { return edges.cell(values[row]); };
    return place_rows(column, missing, cell, places);
  }
  const auto& edges = std::get<BinEdges<double>>(tally.edges);
  if (tally.kind == ColumnKind::real) {
    const auto* values = static_cast<const double*>(data);
    const auto cell = [&](idx_t row) { return edges.cell(values[row]); };
    return place_rows(column, missing, cell, places);
  }
  auto* texts = static_cast<duckdb_string_t*>(data);
  const auto cell = [&](idx_t row) {
    const auto number = parse_number(
        {duckdb_string_t_data(&texts[row]), duckdb_string_t_length(texts[row])});
    return number ? edges.cell(*number) : missing;
  };
  place_rows(column, missing, cell, places);
}

template <class Tally>
void tally_chunk(duckdb_function_info info, duckdb_data_chunk input,
                 duckdb_vector output) {
  auto& tally = *static_cast<Tally*>(duckdb_scalar_function_get_extra_info(info));
  const idx_t rows = duckdb_data_chunk_get_size(input);
  thread_local std::vector<std::uint32_t> places;
  places.resize(rows);
  place_chunk(tally, duckdb_data_chunk_get_vector(input, 0), places);
  tally.add(places);
  std::memset(duckdb_vector_get_data(output), 1, rows);  // TRUE, to be counted
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

void BinCounts::Tally::add(const std::vector<std::uint32_t>& places) {
  const std::lock_guard lock(mutex);
  add_places(places.data(), places.size(), counts.data(), cells);
}

BinCounts::BinCounts(std::unique_ptr<Tally> tally, std::string name)
    : tally_(std::move(tally)), name_(std::move(name)) {}
BinCounts::~BinCounts() = default;

Result<std::unique_ptr<BinCounts>> BinCounts::make(duckdb_connection connection,
                                                   const NumericBins& bins,
                                                   ColumnKind kind) {
  auto tally = std::make_unique<Tally>();
  tally->kind = kind;
  tally->cells = bins.cells();
  tally->counts.resize(bins.cells());
  const auto take = [&](auto edges) {
    if (edges) tally->edges = *std::move(edges);
    return edges.has_value();
  };
  if (kind == ColumnKind::integer ? !take(BinEdges<std::int64_t>::make(bins))
                                  : !take(BinEdges<double>::make(bins)))
    return Error{ErrorKind::invalid_request,
                 "bins '" + bins.text() + "' reach beyond the numbers of the column"};

  static std::atomic<int> registered_so_far = 0;
  const std::string name = "tally_bins_" + std::to_string(++registered_so_far);
  duckdb_scalar_function function = duckdb_create_scalar_function();
  duckdb_logical_type parameter = duckdb_create_logical_type(parameter_type(kind));
  duckdb_logical_type boolean = duckdb_create_logical_type(DUCKDB_TYPE_BOOLEAN);
  duckdb_scalar_function_set_name(function, name.c_str());
  duckdb_scalar_function_add_parameter(function, parameter);
  duckdb_scalar_function_set_return_type(function, boolean);
  duckdb_scalar_function_set_function(function, tally_chunk<Tally>);
  duckdb_scalar_function_set_volatile(function);          // never folded or remembered
  duckdb_scalar_function_set_special_handling(function);  // NULLs are rows too
  duckdb_scalar_function_set_extra_info(function, tally.get(), nullptr);
  const bool registered =
      duckdb_register_scalar_function(connection, function) == DuckDBSuccess;
  duckdb_destroy_logical_type(&boolean);
  duckdb_destroy_logical_type(&parameter);
  duckdb_destroy_scalar_function(&function);
  if (!registered)
    return Error{ErrorKind::unreadable, "the embedded engine refuses our function"};
  return std::unique_ptr<BinCounts>(new BinCounts(std::move(tally), name));
}

std::string BinCounts::query(const std::string& expression,
                             const std::string& from) const {
  return "SELECT count(" + name_ + "(" + expression + ")) FROM " + from;
}

std::optional<Cells> BinCounts::read(duckdb_result& result) const {
  duckdb_data_chunk chunk = duckdb_fetch_chunk(result);
  if (chunk == nullptr) return std::nullopt;
  const std::int64_t rows = *static_cast<std::int64_t*>(
      duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, 0)));
  duckdb_destroy_data_chunk(&chunk);
  const auto& counts = tally_->counts;
  if (std::accumulate(counts.begin(), counts.end(), std::int64_t{0}) != rows)
    return std::nullopt;
  return Cells{counts};
}

}  // namespace selvage
