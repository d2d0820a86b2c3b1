// DuckDB in this process, locked down: no network, no extensions, no file but the ones
// named when it is opened. Its own error texts quote data, so they stay in here. What a
// file says about its rows never decides which rows a query looks at.
#pragma once
#include <duckdb.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "selvage/base/result.hpp"

namespace selvage {

// Called about twenty times a second while a query runs, by the thread that wants it,
// with the share done in 0..1 or -1 where it is not known. Returning false stops the
// query.
using Watch = std::function<bool(double share)>;

class DuckdbResult {
 public:
  DuckdbResult() = default;
  DuckdbResult(DuckdbResult&& other) noexcept;
  DuckdbResult& operator=(DuckdbResult&&) = delete;
  ~DuckdbResult();
  duckdb_result* raw() { return &raw_; }

 private:
  duckdb_result raw_{};
};

class DuckdbSession {
 public:
  struct Options {
    std::string memory = "400MB";
    std::string attach = {};  // a database file to attach, read only, as "source"
    std::vector<std::string> allow = {};  // files that may be read
    int threads = 0;                      // 0: as many as there are cores
    // A folder for what does not fit in memory; empty: nothing is written to disk.
    std::string spill = {};
  };

  // Fails if the engine cannot start, or cannot attach: `attach` is then unreadable.
  static Result<std::unique_ptr<DuckdbSession>> open(const Options& options);
  ~DuckdbSession();
  DuckdbSession(const DuckdbSession&) = delete;
  DuckdbSession& operator=(const DuckdbSession&) = delete;

  // Runs our own SQL. Fails with `otherwise`, or because the watch stopped it.
  Result<DuckdbResult> query(const std::string& sql, const Error& otherwise,
                             const Watch& watch = nullptr,
                             const std::function<double()>& share = nullptr);
  // The same, chunk by chunk while it runs, in the order of the query. Ends early where
  // the visitor returns false.
  Outcome stream(const std::string& sql, const Error& otherwise,
                 const std::function<bool(duckdb_data_chunk)>& visit,
                 const Watch& watch = nullptr,
                 const std::function<double()>& share = nullptr);
  duckdb_connection connection() { return connection_; }

 private:
  DuckdbSession() = default;
  duckdb_database database_ = nullptr;
  duckdb_connection connection_ = nullptr;
};

// Else the zone and the locale of the process would decide on which day a time with a
// zone is, and so in whose class a person is. Every connection begins with it.
inline constexpr const char* kPublicTime =
    "SET TimeZone = 'UTC'; SET Calendar = 'gregorian'";

std::string quoted_name(const std::string& name);  // "a ""b"""
std::string quoted_text(const std::string& text);  // 'it''s'
// The same file by a name that the engine takes for nothing but a local file.
std::string local_path(const std::string& path);  // "s3://a" is "./s3://a"

}  // namespace selvage
