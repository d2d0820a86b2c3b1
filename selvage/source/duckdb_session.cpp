#include "selvage/source/duckdb_session.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "selvage/base/threads.hpp"

namespace selvage {
namespace {

std::string doubled(const std::string& text, char quote) {
  std::string result(1, quote);
  for (const char c : text) result.append(c == quote ? 2 : 1, c);
  return result + quote;
}

double share_done(duckdb_connection connection) {
  const double percent = duckdb_query_progress(connection).percentage;
  return percent < 0 ? -1 : std::min(percent / 100, 1.0);
}

// Runs it in a thread of its own, while this one asks whether to go on.
bool run_beside_watch(duckdb_connection connection, const std::function<void()>& run,
                      const Watch& watch, const std::function<double()>& share,
                      std::atomic<bool>& stopped) {
  return run_watched(
      1, [&](int) { run(); }, watch,
      [&] { return share ? share() : share_done(connection); },
      [&] {
        stopped = true;
        duckdb_interrupt(connection);
      });
}

// The only optimizers that run. Most of the others believe what a file says about its
// rows (least and greatest values, counts of NULLs and rows, Bloom filters) and then
// skip rows, fold tests to constants, or pack values so that different ones become the
// same. Such metadata may be wrong, and one person's row may make it so. The two that
// are left look at the query alone: one leaves out columns that nobody asks about, the
// other looks values up in long lists.
constexpr const char* kOptimizers = "'unused_columns', 'in_clause'";

// The rest by name, for a setting.
std::string optimizers_left_out(DuckdbSession& session) {
  auto names = session.query(
      fmt::format("SELECT string_agg(name, ',') FROM duckdb_optimizers() WHERE name "
                  "NOT IN ({})",
                  kOptimizers),
      Error{});
  if (!names) return {};
  char* list = duckdb_value_varchar(names->raw(), 0, 0);
  std::string result = list == nullptr ? "" : list;
  duckdb_free(list);
  return result;
}

}  // namespace

DuckdbResult::DuckdbResult(DuckdbResult&& other) noexcept
    : raw_(std::exchange(other.raw_, duckdb_result{})) {}

DuckdbResult::~DuckdbResult() { duckdb_destroy_result(&raw_); }

Result<std::unique_ptr<DuckdbSession>> DuckdbSession::open(const Options& options) {
  const Error no_engine{ErrorKind::unreadable, "the embedded engine does not start"};
  std::unique_ptr<DuckdbSession> session(new DuckdbSession);
  duckdb_config config = nullptr;
  if (duckdb_create_config(&config) != DuckDBSuccess) return no_engine;
  std::vector<std::pair<const char*, std::string>> settings = {
      {"autoinstall_known_extensions", "false"}, {"autoload_known_extensions", "false"},
      {"allow_community_extensions", "false"},   {"memory_limit", options.memory},
      {"temp_directory", options.spill},
  };
  // What is spilled is encrypted with a key that only this process has. The engine
  // calls its built-in cipher unsafe because of its random numbers: it keeps a file
  // left by a crash from being read in passing, and is not the only lock on it.
  if (!options.spill.empty())
    settings.insert(settings.end(), {{"force_mbedtls_unsafe", "true"},
                                     {"temp_file_encryption", "true"}});
  bool configured =
      options.threads <= 0 ||
      duckdb_set_config(config, "threads", std::to_string(options.threads).c_str()) ==
          DuckDBSuccess;
  for (const auto& [name, value] : settings)
    configured =
        configured && duckdb_set_config(config, name, value.c_str()) == DuckDBSuccess;
  char* problem = nullptr;
  const bool opened = configured && duckdb_open_ext(nullptr, &session->database_,
                                                    config, &problem) == DuckDBSuccess;
  duckdb_free(problem);
  duckdb_destroy_config(&config);
  if (!opened ||
      duckdb_connect(session->database_, &session->connection_) != DuckDBSuccess)
    return no_engine;

  if (!options.attach.empty()) {
    const auto attached = session->query(
        "ATTACH " + quoted_text(local_path(options.attach)) +
            " AS source (READ_ONLY, TYPE duckdb)",
        {ErrorKind::unreadable,
         "cannot read '" + options.attach +
             "': it is not a DuckDB database that this version reads, or another "
             "program has it open"});
    if (!attached) return attached.error();
  }
  const std::string left_out = optimizers_left_out(*session);
  if (left_out.empty()) return no_engine;
  std::vector<std::string> paths;
  for (const std::string& path : options.allow) paths.push_back(quoted_text(path));
  for (const std::string& statement :
       {std::string("SET enable_progress_bar = true"),  // counted, for the watch,
        std::string("SET enable_progress_bar_print = false"),  // never printed
        "SET disabled_optimizers = " + quoted_text(left_out), std::string(kPublicTime),
        fmt::format("SET allowed_paths = [{}]", fmt::join(paths, ", ")),
        std::string("SET enable_external_access = false"),
        std::string("SET lock_configuration = true")}) {
    const auto locked = session->query(statement, no_engine);
    if (!locked) return locked.error();
  }
  return session;
}

DuckdbSession::~DuckdbSession() {
  duckdb_disconnect(&connection_);
  duckdb_close(&database_);
}

Result<DuckdbResult> DuckdbSession::query(const std::string& sql,
                                          const Error& otherwise, const Watch& watch,
                                          const std::function<double()>& share) {
  DuckdbResult result;
  bool ok = false;
  std::atomic<bool> stopped = false;
  const auto run = [&] {
    ok = duckdb_query(connection_, sql.c_str(), result.raw()) == DuckDBSuccess;
  };
  if (!run_beside_watch(connection_, run, watch, share, stopped))
    return Error{ErrorKind::interrupted, "stopped before the scan ended"};
  if (!ok) return otherwise;
  return Result<DuckdbResult>(std::move(result));
}

Outcome DuckdbSession::stream(const std::string& sql, const Error& otherwise,
                              const std::function<bool(duckdb_data_chunk)>& visit,
                              const Watch& watch,
                              const std::function<double()>& share) {
  DuckdbResult result;
  duckdb_prepared_statement statement = nullptr;
  duckdb_pending_result pending = nullptr;
  bool ok = false;
  std::atomic<bool> stopped = false;
  const auto run = [&] {
    ok = duckdb_prepare(connection_, sql.c_str(), &statement) == DuckDBSuccess &&
         duckdb_pending_prepared_streaming(statement, &pending) == DuckDBSuccess &&
         duckdb_execute_pending(pending, result.raw()) == DuckDBSuccess;
    for (bool more = ok; more && !stopped;) {
      duckdb_data_chunk chunk = duckdb_fetch_chunk(*result.raw());
      if (chunk == nullptr) break;
      more = visit(chunk);
      duckdb_destroy_data_chunk(&chunk);
    }
    // The end of the rows and a failure among them look the same but for the error.
    const char* problem = ok ? duckdb_result_error(result.raw()) : nullptr;
    ok = ok && (problem == nullptr || *problem == '\0');
    duckdb_destroy_pending(&pending);
    duckdb_destroy_prepare(&statement);
  };
  if (!run_beside_watch(connection_, run, watch, share, stopped))
    return Error{ErrorKind::interrupted, "stopped before the scan ended"};
  if (!ok) return otherwise;
  return Done{};
}

std::string quoted_name(const std::string& name) { return doubled(name, '"'); }
std::string quoted_text(const std::string& text) { return doubled(text, '\''); }

std::string local_path(const std::string& path) {
  return path.starts_with('/') ? path : "./" + path;
}

}  // namespace selvage
