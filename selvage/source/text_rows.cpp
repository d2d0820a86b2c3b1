#include "selvage/source/text_rows.hpp"

#include "selvage/base/errors.hpp"
#include "selvage/source/person_hash.hpp"
#include "selvage/summary/person_class.hpp"

namespace selvage {
namespace {

constexpr idx_t kMostLooked = 100'000;  // lines of the file for one chunk

}  // namespace

void TextRows::bind(duckdb_bind_info info) {
  const std::pair<const char*, duckdb_type> columns[] = {
      {"person", DUCKDB_TYPE_HUGEINT},
      {"code", DUCKDB_TYPE_UBIGINT},
      {"steps", DUCKDB_TYPE_BIGINT},
      {"choice", DUCKDB_TYPE_UBIGINT}};
  for (const auto& [name, type_id] : columns) {
    duckdb_logical_type type = duckdb_create_logical_type(type_id);
    duckdb_bind_add_result_column(info, name, type);
    duckdb_destroy_logical_type(&type);
  }
}

void TextRows::init(duckdb_init_info info) {
  auto* self = static_cast<TextRows*>(duckdb_init_get_extra_info(info));
  duckdb_init_set_max_threads(info, 1);
  duckdb_init_set_init_data(info, self->make_scan_().release(),
                            [](void* scan) { delete static_cast<CodedScan*>(scan); });
}

void TextRows::produce(duckdb_function_info info, duckdb_data_chunk output) {
  auto* self = static_cast<TextRows*>(duckdb_function_get_extra_info(info));
  auto* scan = static_cast<CodedScan*>(duckdb_function_get_init_data(info));
  duckdb_vector people = duckdb_data_chunk_get_vector(output, 0);
  auto* persons = static_cast<duckdb_hugeint*>(duckdb_vector_get_data(people));
  auto* codes = static_cast<std::uint64_t*>(
      duckdb_vector_get_data(duckdb_data_chunk_get_vector(output, 1)));
  auto* steps = static_cast<std::int64_t*>(
      duckdb_vector_get_data(duckdb_data_chunk_get_vector(output, 2)));
  auto* choices = static_cast<std::uint64_t*>(
      duckdb_vector_get_data(duckdb_data_chunk_get_vector(output, 3)));
  const idx_t most = duckdb_vector_size();
  idx_t rows = 0;
  bool more = true;
  ScannedRow row;
  for (idx_t looked = 0; rows < most && looked < kMostLooked; ++looked) {
    const auto step = scan->next(row);
    if (step == ScanStep::failed) {
      duckdb_function_set_error(info, "reading failed");
      return;
    }
    more = step != ScanStep::end;
    if (!more) break;
    // Rows without a person are left out.
    if (step == ScanStep::skipped || !row.person || row.person->empty()) continue;
    persons[rows] = person_hash(*row.person, self->key_);
    codes[rows] = row.coded.cell << 32 | row.coded.key;
    steps[rows] = row.coded.steps;
    choices[rows] =
        self->class_key_ ? person_choice(*row.person, *self->class_key_) : 0;
    ++rows;
  }
  self->bytes_read_ = scan->bytes_read();
  // No row would be the end: one without a person, which is not counted, stands for
  // all that were left out, and the engine comes by to hear whether it shall stop.
  if (rows == 0 && more) {
    duckdb_vector_ensure_validity_writable(people);
    duckdb_validity_set_row_invalid(duckdb_vector_get_validity(people), 0);
    steps[0] = 0;
    codes[0] = 0;
    choices[0] = 0;
    rows = 1;
  }
  duckdb_data_chunk_set_size(output, rows);
}

Result<std::unique_ptr<TextRows>> TextRows::make(
    duckdb_connection connection, const TableOptions& options,
    std::function<std::unique_ptr<CodedScan>()> make_scan) {
  std::unique_ptr<TextRows> self(new TextRows(options, std::move(make_scan)));
  duckdb_table_function function = duckdb_create_table_function();
  duckdb_table_function_set_name(function, kName);
  duckdb_table_function_set_extra_info(function, self.get(), nullptr);
  duckdb_table_function_set_bind(function, bind);
  duckdb_table_function_set_init(function, init);
  duckdb_table_function_set_function(function, produce);
  const bool registered =
      duckdb_register_table_function(connection, function) == DuckDBSuccess;
  duckdb_destroy_table_function(&function);
  if (!registered) return unreadable("the embedded engine refuses our function");
  return self;
}

}  // namespace selvage
