// The engine alone, with access to files: it sees released numbers only, and writes
// them.
#pragma once
#include <duckdb.h>

#include <string>

namespace selvage {

class WritingEngine {
 public:
  WritingEngine();
  ~WritingEngine();
  WritingEngine(const WritingEngine&) = delete;
  WritingEngine& operator=(const WritingEngine&) = delete;

  bool run(const std::string& sql);
  // Requires that something has run.
  duckdb_connection connection() { return connection_; }

 private:
  duckdb_database database_ = nullptr;
  duckdb_connection connection_ = nullptr;
  bool ready_ = false;
};

}  // namespace selvage
