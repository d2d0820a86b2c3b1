// What the benchmarks share: the plain engine, work in child processes, medians.
// Kinds of work take turns, so that a busy machine is equally unkind to all.
#pragma once
#include <duckdb.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace selvage::bench {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// DuckDB as anybody would open it.
class PlainEngine {
 public:
  PlainEngine() {
    if (duckdb_open(nullptr, &database_) != DuckDBSuccess ||
        duckdb_connect(database_, &connection_) != DuckDBSuccess)
      std::abort();
  }
  ~PlainEngine() {
    duckdb_disconnect(&connection_);
    duckdb_close(&database_);
  }
  PlainEngine(const PlainEngine&) = delete;
  PlainEngine& operator=(const PlainEngine&) = delete;
  void run(const std::string& sql) {
    duckdb_result result;
    if (duckdb_query(connection_, sql.c_str(), &result) != DuckDBSuccess) {
      fmt::print(stderr, "{}\n", duckdb_result_error(&result));
      std::abort();
    }
    duckdb_destroy_result(&result);
  }

 private:
  duckdb_database database_ = nullptr;
  duckdb_connection connection_ = nullptr;
};

struct Measured {
  double seconds;
  double megabytes;  // the child's largest resident size
};

// Runs `work`, which returns its own seconds, in a child process.
inline Measured in_child(const std::function<double()>& work) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const pid_t child = fork();
  if (child == 0) {
    const double seconds = work();
    const bool sent = write(ends[1], &seconds, sizeof seconds) == sizeof seconds;
    _exit(sent ? 0 : 1);
  }
  close(ends[1]);
  Measured result{};
  if (read(ends[0], &result.seconds, sizeof result.seconds) !=
      static_cast<ssize_t>(sizeof result.seconds))
    std::abort();
  close(ends[0]);
  rusage usage{};
  int status = 0;
  wait4(child, &status, 0, &usage);
  result.megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  return result;
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Cost {
  double processor, clock;  // seconds; of the processor user and system, all threads
  double megabytes;         // the largest resident size
};

inline double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

// A whole command, what it prints thrown away.
inline Cost command_cost(const std::vector<std::string>& words) {
  const auto start = Clock::now();
  const pid_t child = fork();
  if (child == 0) {
    std::vector<char*> argv;
    for (const std::string& word : words)
      argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execv(argv[0], argv.data());
    _exit(127);
  }
  rusage usage{};
  int status = 0;
  wait4(child, &status, 0, &usage);
  if (status != 0) std::abort();
  return {seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime), seconds_since(start),
          static_cast<double>(usage.ru_maxrss) / 1024};
}

inline double command_seconds(const std::vector<std::string>& words) {
  return command_cost(words).clock;
}

}  // namespace selvage::bench
