// Runs the statements of the standard input in an engine with all its powers, to make
// files for tests with.
#include <duckdb.h>

#include <iostream>
#include <iterator>
#include <string>

int main() {
  const std::string statements{std::istreambuf_iterator<char>(std::cin), {}};
  duckdb_database database = nullptr;
  duckdb_connection connection = nullptr;
  if (duckdb_open(nullptr, &database) != DuckDBSuccess ||
      duckdb_connect(database, &connection) != DuckDBSuccess) {
    std::cerr << "run_sql: the engine does not start\n";
    return 1;
  }
  duckdb_result result;
  const bool done =
      duckdb_query(connection, statements.c_str(), &result) == DuckDBSuccess;
  if (!done) std::cerr << "run_sql: " << duckdb_result_error(&result) << "\n";
  duckdb_destroy_result(&result);
  duckdb_disconnect(&connection);
  duckdb_close(&database);
  return done ? 0 : 1;
}
