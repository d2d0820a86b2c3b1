// The makers of errors. A message writes a field of the request by its name in
// backquotes, as `rows_per_person`, the same as in a domain file; only whoever shows it
// knows how its reader writes it ("--rows-per-person" on a command line).
#pragma once
#include <string>
#include <utility>

#include "selvage/base/result.hpp"

namespace selvage {

// The request or what it names is wrong, and no single field of it.
inline Error wrong(std::string message) {
  return {ErrorKind::invalid_request, std::move(message)};
}

// One field is wrong or missing; `suggestion` is what could be written there.
inline Error wrong_field(std::string field, std::string message,
                         std::string suggestion = {}) {
  return {ErrorKind::invalid_request, std::move(message), std::move(field),
          std::move(suggestion)};
}

// A file, a server or the system does not give what is needed.
inline Error unreadable(std::string message) {
  return {ErrorKind::unreadable, std::move(message)};
}

// What a file claims is not so, or is nothing that this program would claim.
inline Error unverified(std::string message) {
  return {ErrorKind::unverified, std::move(message)};
}

}  // namespace selvage
