#include "selvage/source/writing_engine.hpp"

#include "selvage/source/duckdb_session.hpp"

namespace selvage {

WritingEngine::WritingEngine() {
  duckdb_config config = nullptr;
  ready_ = duckdb_create_config(&config) == DuckDBSuccess;
  for (const char* name : {"autoinstall_known_extensions", "autoload_known_extensions",
                           "allow_community_extensions"})
    ready_ = ready_ && duckdb_set_config(config, name, "false") == DuckDBSuccess;
  ready_ = ready_ &&
           duckdb_open_ext(nullptr, &database_, config, nullptr) == DuckDBSuccess &&
           duckdb_connect(database_, &connection_) == DuckDBSuccess;
  duckdb_destroy_config(&config);
  ready_ = ready_ && run(kPublicTime);
}

WritingEngine::~WritingEngine() {
  duckdb_disconnect(&connection_);
  duckdb_close(&database_);
}

bool WritingEngine::run(const std::string& sql) {
  return ready_ && duckdb_query(connection_, sql.c_str(), nullptr) == DuckDBSuccess;
}

}  // namespace selvage
