// A value or the reason why there is none: the part of std::expected that we use.
// Functions that see private values never return one for what the values are.
#pragma once
#include <string>
#include <utility>
#include <variant>

namespace selvage {

enum class ErrorKind {
  invalid_request,  // the request or the schema is wrong: nothing was charged
  budget_exceeded,  // the ledger refuses
  unreadable,       // a file or server cannot be read or written
  interrupted,      // the caller asked us to stop
  unverified,       // the program does not confirm its own claim
};

struct Error {
  ErrorKind kind;
  std::string message;  // one sentence; never a value from a table
  // Which field of the request is wrong, by its name ("delta"), and what could be
  // written there; empty where no single one is. In a message a field is written in
  // backquotes, as `delta`: whoever shows it puts it in the words of the reader.
  std::string field = {};
  std::string suggestion = {};
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}      // NOLINT: implicit on purpose
  Result(Error error) : value_(std::move(error)) {}  // NOLINT: implicit on purpose

  explicit operator bool() const { return std::holds_alternative<T>(value_); }
  const T& operator*() const& { return std::get<T>(value_); }
  T& operator*() & { return std::get<T>(value_); }
  T&& operator*() && { return std::get<T>(std::move(value_)); }
  const T* operator->() const { return &std::get<T>(value_); }
  T* operator->() { return &std::get<T>(value_); }
  const Error& error() const { return std::get<Error>(value_); }

 private:
  std::variant<T, Error> value_;
};

struct Done {};                // for functions that return nothing but may fail
using Outcome = Result<Done>;  // `return Done{};`

}  // namespace selvage
