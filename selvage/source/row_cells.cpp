#include "selvage/source/row_cells.hpp"

#include <atomic>
#include <cassert>
#include <cstring>
#include <limits>
#include <mutex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "selvage/source/engine_function.hpp"
#include "selvage/summary/row_coder.hpp"

namespace selvage {

// All that the functions know. Chunks come from several threads.
struct RowCells::State {
  State(const Reading& asked, std::vector<TypedColumn> typed, KeyDictionary& keys)
      : reading(asked), columns(std::move(typed)), dictionary(keys), number([] {
          static std::atomic<int> registered_so_far = 0;
          return ++registered_so_far;
        }()) {}

  Reading reading;
  std::vector<TypedColumn> columns;
  std::vector<std::optional<PlaceOf>> places;  // none for unknown keys
  KeyDictionary& dictionary;
  std::mutex mutex;
  std::optional<CellTally> tally;    // of the query that runs
  const VisitRows* visit = nullptr;  // or who wants its rows
  std::int64_t rows = 0;
  int number;  // each registration has names of its own

  std::size_t domain_columns() const { return reading.domain.columns().size(); }
  bool is_one_plain_column() const {
    return columns.size() == 1 && domain_columns() == 1 && places[0] &&
           !reading.domain.columns()[0].drop_missing;
  }
  void add(std::span<const std::uint32_t> cells, std::size_t seen) {
    const std::lock_guard lock(mutex);
    tally->add_cells(cells);
    rows += static_cast<std::int64_t>(seen);
  }
  std::string name(const char* what) const {
    return fmt::format("{}_{}", what, number);
  }
};

namespace {

// A chunk's rows as they are counted. `counted[row]` is 0 for one that is not.
struct CodedChunk {
  std::vector<std::uint64_t> cells;
  std::vector<std::uint8_t> counted;
  std::vector<std::string> keys;
  std::vector<std::int64_t> steps;
  std::optional<KeyFinder> finder;
  int finder_of = 0;  // the registration whose dictionary it knows

  void reset(std::size_t rows) {
    cells.assign(rows, 0);
    counted.assign(rows, 1);
  }
  // Empty ones. Their room is used again, since most do not fit in a string itself.
  void begin_keys(KeyDictionary& dictionary, int number) {
    keys.resize(std::max(keys.size(), cells.size()));
    for (std::string& key : keys) key.clear();
    if (finder_of != number) finder.emplace(dictionary);
    finder_of = number;
  }
};

// Moves the code of every row one column on.
class AddPlace {
 public:
  AddPlace(const DomainColumn& column, CodedChunk& chunk)
      : radix_(column.places()), chunk_(chunk) {}
  std::size_t rows() const { return chunk_.cells.size(); }
  void operator()(std::size_t row, std::size_t place) const {
    chunk_.cells[row] = chunk_.cells[row] * radix_ + place;
    if (place >= radix_) chunk_.counted[row] = 0;  // missing, and dropped
  }

 private:
  std::uint64_t radix_;
  CodedChunk& chunk_;
};

// The place alone, of a domain of one column.
class SetPlace {
 public:
  explicit SetPlace(std::vector<std::uint32_t>& places) : places_(places) {}
  std::size_t rows() const { return places_.size(); }
  void operator()(std::size_t row, std::size_t place) const {
    places_[row] = static_cast<std::uint32_t>(place);
  }

 private:
  std::vector<std::uint32_t>& places_;
};

// `place(row)` is for a value that is there.
template <class Place, class Put>
void put_places(std::size_t missing, duckdb_vector vector, Place place,
                const Put& put) {
  const std::uint64_t* validity = duckdb_vector_get_validity(vector);
  for (std::size_t row = 0; row < put.rows(); ++row)
    put(row, is_valid(validity, row) ? place(row) : missing);
}

// Rounded down, also before 1970; the engine's own cast rounds towards 1970.
Timestamp moment_of(std::int64_t nanoseconds) {
  constexpr std::int64_t kEndless = std::numeric_limits<std::int64_t>::max();
  if (nanoseconds == kEndless || nanoseconds == -kEndless) return {nanoseconds};
  return {nanoseconds / 1000 - (nanoseconds % 1000 < 0 ? 1 : 0)};
}

template <class Put>
void put_known(const PlaceOf& place_of, const TypedColumn& typed, duckdb_vector vector,
               const Put& put) {
  void* data = duckdb_vector_get_data(vector);
  const auto each = [&](auto place) {
    put_places(place_of.missing(), vector, place, put);
  };
  if (typed.kind == ColumnKind::text) {
    auto* texts = static_cast<duckdb_string_t*>(data);
    return each([&](idx_t row) { return place_of.of_text(text_at(texts, row)); });
  }
  const auto* whole = static_cast<const std::int64_t*>(data);
  if (const auto* edges = std::get_if<BinEdges<std::int64_t>>(&place_of.rule()))
    return each([&](idx_t row) { return edges->cell(whole[row]); });
  if (const auto* keys =
          std::get_if<std::shared_ptr<const WholeKeys>>(&place_of.rule()))
    return each([&](idx_t row) { return (*keys)->cell(whole[row]); });
  if (const auto* bins = std::get_if<CalendarBins>(&place_of.rule()))
    return each([&](idx_t row) {
      return bins->cell(typed.nanoseconds() ? moment_of(whole[row])
                                            : Timestamp{whole[row]});
    });
  const auto& edges = std::get<BinEdges<double>>(place_of.rule());
  const auto* real = static_cast<const double*>(data);
  each([&](idx_t row) { return edges.cell(real[row]); });
}

void add_unknown(const DomainColumn& column, duckdb_vector vector, CodedChunk& chunk) {
  const std::uint64_t* validity = duckdb_vector_get_validity(vector);
  auto* texts = static_cast<duckdb_string_t*>(duckdb_vector_get_data(vector));
  for (std::size_t row = 0; row < chunk.cells.size(); ++row) {
    std::optional<std::string_view> text;
    if (is_valid(validity, row)) text = text_at(texts, row);
    if (text && text->size() > KeyDictionary::kMaxKey) text.reset();
    if (!text && column.drop_missing) chunk.counted[row] = 0;
    KeyDictionary::append(chunk.keys[row], text);
  }
}

// Steps of the measure; a row without a number is not counted.
void read_steps(const Measure& measure, const TypedColumn& typed, duckdb_vector vector,
                CodedChunk& chunk) {
  const Grid& grid = measure.grid;
  const ColumnKind kind = typed.kind;
  const std::uint64_t* validity = duckdb_vector_get_validity(vector);
  void* data = duckdb_vector_get_data(vector);
  chunk.steps.assign(chunk.counted.size(), 0);
  for (std::size_t row = 0; row < chunk.counted.size(); ++row) {
    std::optional<std::int64_t> steps;
    if (!is_valid(validity, row)) {
      // missing
    } else if (kind == ColumnKind::integer) {
      steps = grid.steps(static_cast<const std::int64_t*>(data)[row]);
    } else if (kind == ColumnKind::real) {
      steps = grid.steps(static_cast<const double*>(data)[row]);
    } else if (kind == ColumnKind::moment) {
      const std::int64_t moment = static_cast<const std::int64_t*>(data)[row];
      steps =
          measure.steps(typed.nanoseconds() ? moment_of(moment) : Timestamp{moment});
    } else {
      steps = measure.steps_of_text(text_at(static_cast<duckdb_string_t*>(data), row));
    }
    if (!steps) chunk.counted[row] = 0;
    chunk.steps[row] = steps.value_or(0);
  }
}

template <class State>
void read_cells(const State& state, duckdb_data_chunk input, CodedChunk& chunk) {
  chunk.reset(duckdb_data_chunk_get_size(input));
  const auto& columns = state.reading.domain.columns();
  if (state.reading.domain.has_unknown_keys())
    chunk.begin_keys(state.dictionary, state.number);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    duckdb_vector vector = duckdb_data_chunk_get_vector(input, i);
    if (state.places[i])
      put_known(*state.places[i], state.columns[i], vector,
                AddPlace(columns[i], chunk));
    else
      add_unknown(columns[i], vector, chunk);
  }
}

template <class State>
void tally_chunk(duckdb_function_info info, duckdb_data_chunk input,
                 duckdb_vector output) {
  auto& state = *static_cast<State*>(duckdb_scalar_function_get_extra_info(info));
  thread_local CodedChunk chunk;
  thread_local std::vector<std::uint32_t> plain;
  const std::size_t rows = duckdb_data_chunk_get_size(input);
  if (state.is_one_plain_column()) {
    plain.resize(rows);
    put_known(*state.places[0], state.columns[0],
              duckdb_data_chunk_get_vector(input, 0), SetPlace(plain));
    state.add(plain, rows);
    std::memset(duckdb_vector_get_data(output), 1, rows);  // TRUE, to be counted
    return;
  }
  read_cells(state, input, chunk);
  const bool measured = state.reading.measure.has_value();
  const bool keyed = state.reading.domain.has_unknown_keys();
  if (measured)
    read_steps(*state.reading.measure, state.columns.back(),
               duckdb_data_chunk_get_vector(input, state.domain_columns()), chunk);
  if (!measured && !keyed) {
    plain.resize(rows);
    std::size_t counted = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      plain[counted] = static_cast<std::uint32_t>(chunk.cells[row]);
      counted += chunk.counted[row];
    }
    state.add(std::span(plain).first(counted), rows);
  } else {
    thread_local std::vector<CodedRow> coded;
    coded.clear();
    for (std::size_t row = 0; row < rows; ++row)
      if (chunk.counted[row] != 0)
        coded.push_back({chunk.cells[row],
                         keyed ? chunk.finder->number(chunk.keys[row]) : 0,
                         measured ? chunk.steps[row] : 0});
    if (state.visit != nullptr) (*state.visit)(coded);
    const std::lock_guard lock(state.mutex);
    if (state.visit == nullptr)
      for (const CodedRow& row : coded) state.tally->add(row);
    state.rows += static_cast<std::int64_t>(rows);
  }
  std::memset(duckdb_vector_get_data(output), 1, rows);  // TRUE, to be counted
}

// NULL where a row is not counted.
template <class State>
void code_chunk(duckdb_function_info info, duckdb_data_chunk input,
                duckdb_vector output) {
  const auto& state = *static_cast<State*>(duckdb_scalar_function_get_extra_info(info));
  thread_local CodedChunk chunk;
  read_cells(state, input, chunk);
  const bool keyed = state.reading.domain.has_unknown_keys();
  auto* codes = static_cast<std::uint64_t*>(duckdb_vector_get_data(output));
  std::uint64_t* validity = writable_validity(output);
  for (std::size_t row = 0; row < chunk.cells.size(); ++row) {
    const bool counted = chunk.counted[row] != 0;
    duckdb_validity_set_row_validity(validity, row, counted);
    codes[row] = counted ? chunk.cells[row] << 32 |
                               (keyed ? chunk.finder->number(chunk.keys[row]) : 0)
                         : 0;
  }
}

template <class State>
void steps_chunk(duckdb_function_info info, duckdb_data_chunk input,
                 duckdb_vector output) {
  const auto& state = *static_cast<State*>(duckdb_scalar_function_get_extra_info(info));
  thread_local CodedChunk chunk;
  chunk.reset(duckdb_data_chunk_get_size(input));
  read_steps(*state.reading.measure, state.columns.back(),
             duckdb_data_chunk_get_vector(input, 0), chunk);
  std::uint64_t* validity = writable_validity(output);
  auto* steps = static_cast<std::int64_t*>(duckdb_vector_get_data(output));
  for (std::size_t row = 0; row < chunk.counted.size(); ++row) {
    duckdb_validity_set_row_validity(validity, row, chunk.counted[row] != 0);
    steps[row] = chunk.steps[row];
  }
}

duckdb_type engine_type(const TypedColumn& column) {
  switch (column.kind) {
    case ColumnKind::integer:
      return DUCKDB_TYPE_BIGINT;
    case ColumnKind::real:
      return DUCKDB_TYPE_DOUBLE;
    case ColumnKind::text:
      return DUCKDB_TYPE_VARCHAR;
    case ColumnKind::moment:
      switch (column.moments) {
        case MomentType::microseconds:
          return DUCKDB_TYPE_TIMESTAMP;
        case MomentType::nanoseconds:
          return DUCKDB_TYPE_TIMESTAMP_NS;
        case MomentType::zoned:
          return DUCKDB_TYPE_TIMESTAMP_TZ;
        case MomentType::of_day:
          return DUCKDB_TYPE_TIME;
      }
  }
  return DUCKDB_TYPE_INVALID;
}

std::vector<duckdb_type> engine_types(std::span<const TypedColumn> columns) {
  std::vector<duckdb_type> types;
  for (const TypedColumn& column : columns) types.push_back(engine_type(column));
  return types;
}

std::string call(const std::string& name, std::span<const TypedColumn> columns) {
  std::vector<std::string> expressions;
  for (const TypedColumn& column : columns) expressions.push_back(column.expression);
  return fmt::format("{}({})", name, fmt::join(expressions, ", "));
}

}  // namespace

RowCells::RowCells(std::unique_ptr<State> state) : state_(std::move(state)) {}
RowCells::~RowCells() = default;

Result<std::unique_ptr<RowCells>> RowCells::make(duckdb_connection connection,
                                                 const Reading& reading,
                                                 std::vector<TypedColumn> columns,
                                                 KeyDictionary& dictionary) {
  auto state = std::make_unique<State>(reading, std::move(columns), dictionary);
  for (std::size_t i = 0; i < state->domain_columns(); ++i) {
    const DomainColumn& column = reading.domain.columns()[i];
    auto& place = state->places.emplace_back();
    if (std::holds_alternative<UnknownKeys>(column.values)) continue;
    place = PlaceOf::make(column.values, state->columns[i].kind);
    if (!place) return beyond_numbers(column);
  }
  const std::span<const TypedColumn> all = state->columns;
  const auto domain = all.first(state->domain_columns());
  std::vector<EngineFunction> functions;
  const auto add = [&](const char* what, std::span<const TypedColumn> parameters,
                       duckdb_type result, duckdb_scalar_function_t run) {
    functions.push_back({.name = state->name(what),
                         .parameters = engine_types(parameters),
                         .result = result,
                         .run = run,
                         .state = state.get(),
                         .is_volatile = true});
  };
  if (!all.empty()) add("tally", all, DUCKDB_TYPE_BOOLEAN, tally_chunk<State>);
  if (!domain.empty()) add("code", domain, DUCKDB_TYPE_UBIGINT, code_chunk<State>);
  if (reading.measure)
    add("steps", all.subspan(domain.size()), DUCKDB_TYPE_BIGINT, steps_chunk<State>);
  for (const EngineFunction& function : functions)
    if (const auto done = register_function(connection, function); !done)
      return done.error();
  return std::unique_ptr<RowCells>(new RowCells(std::move(state)));
}

std::string RowCells::tally_query(const std::string& from) {
  state_->tally.emplace(state_->reading);
  state_->visit = nullptr;
  return counting_query(from);
}

std::string RowCells::visit_query(const std::string& from, const VisitRows& visit) {
  assert(state_->reading.measure);
  state_->tally.reset();
  state_->visit = &visit;
  return counting_query(from);
}

std::string RowCells::counting_query(const std::string& from) {
  state_->rows = 0;
  // Without columns all rows lie in one cell, and the engine's own count is the tally.
  const std::string tally =
      state_->columns.empty() ? "*" : call(state_->name("tally"), state_->columns);
  return fmt::format("SELECT count({}) FROM {}", tally, from);
}

std::optional<std::vector<CellSums>> RowCells::read(duckdb_result& result) const {
  const auto rows = only_number(result);
  if (!rows) return std::nullopt;
  if (state_->columns.empty()) {
    std::vector<CellSums> everybody;
    if (*rows > 0) everybody.push_back({.rows = *rows});
    return everybody;
  }
  if (state_->rows != *rows) return std::nullopt;
  return state_->tally->sums();
}

bool RowCells::all_visited(duckdb_result& result) const {
  return only_number(result) == state_->rows;
}

std::string RowCells::code_expression() const {
  if (state_->domain_columns() == 0) return "0::UBIGINT";
  return call(state_->name("code"),
              std::span(state_->columns).first(state_->domain_columns()));
}

std::string RowCells::steps_expression() const {
  return call(state_->name("steps"),
              std::span(state_->columns).subspan(state_->domain_columns()));
}

}  // namespace selvage
