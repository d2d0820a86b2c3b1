#include "selvage/source/duckdb_session.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace selvage {
namespace {

std::string doubled(const std::string& text, char quote) {
  std::string result(1, quote);
  for (const char c : text) result.append(c == quote ? 2 : 1, c);
  return result + quote;
}

// Polls the watch beside a running query.
class Watcher {
 public:
  Watcher(duckdb_connection connection, const Watch& watch,
          const std::function<double()>& share) {
    if (!watch) return;
    thread_ = std::thread([this, connection, &watch, &share] {
      std::unique_lock lock(mutex_);
      while (!done_) {
        if (wake_.wait_for(lock, std::chrono::milliseconds(100), [&] { return done_; }))
          return;
        const double percent = duckdb_query_progress(connection).percentage;
        if (watch(share ? share() : percent < 0 ? -1 : percent / 100)) continue;
        stopped_ = true;
        duckdb_interrupt(connection);
      }
    });
  }
  ~Watcher() { finish(); }
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  bool finish() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
    return stopped_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::atomic<bool> stopped_ = false;
  std::thread thread_;
};

}  // namespace

DuckdbResult::DuckdbResult(DuckdbResult&& other) noexcept
    : raw_(std::exchange(other.raw_, duckdb_result{})) {}

DuckdbResult::~DuckdbResult() { duckdb_destroy_result(&raw_); }

Result<std::unique_ptr<DuckdbSession>> DuckdbSession::open(const Options& options) {
  const Error no_engine{ErrorKind::unreadable, "the embedded engine does not start"};
  std::unique_ptr<DuckdbSession> session(new DuckdbSession);
  duckdb_config config = nullptr;
  if (duckdb_create_config(&config) != DuckDBSuccess) return no_engine;
  const std::pair<const char*, std::string> settings[] = {
      {"autoinstall_known_extensions", "false"},
      {"autoload_known_extensions", "false"},
      {"allow_community_extensions", "false"},
      {"memory_limit", options.memory},
      {"temp_directory", ""},  // nothing of the table is ever written to disk
  };
  bool configured = true;
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
        "ATTACH " + quoted_text(options.attach) + " AS source (READ_ONLY)",
        {ErrorKind::unreadable,
         "cannot read '" + options.attach +
             "': it is not a DuckDB database that this version reads, or another "
             "program has it open"});
    if (!attached) return attached.error();
  }
  const std::string paths =
      options.allow.empty() ? "[]" : "[" + quoted_text(options.allow) + "]";
  for (const std::string& statement :
       {"SET allowed_paths = " + paths,
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
  Watcher watcher(connection_, watch, share);
  const bool ok = duckdb_query(connection_, sql.c_str(), result.raw()) == DuckDBSuccess;
  if (watcher.finish())
    return Error{ErrorKind::interrupted, "stopped before the scan ended"};
  if (!ok) return otherwise;
  return Result<DuckdbResult>(std::move(result));
}

std::string quoted_name(const std::string& name) { return doubled(name, '"'); }
std::string quoted_text(const std::string& text) { return doubled(text, '\''); }

}  // namespace selvage
