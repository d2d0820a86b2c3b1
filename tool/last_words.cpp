#include "tool/last_words.hpp"

#include <fcntl.h>
#include <gmp.h>
#include <sodium.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <utility>

#include "selvage/base/left_behind.hpp"

namespace selvage::tool {
namespace {

constexpr const char* kNoMemory = "there is not enough memory";

// Two places, so that the one in use is never half written.
struct SaidWords {
  std::array<char, 2048> text;
};
constinit std::array<SaidWords, 2> said_places = {};
constinit std::atomic<const char*> said_now = said_places[0].text.data();

void* gmp_allocate(std::size_t size) {
  void* const made = std::malloc(size);
  if (made == nullptr) end_at_once(4, kNoMemory);
  return made;
}

void* gmp_reallocate(void* old, std::size_t, std::size_t size) {
  void* const made = std::realloc(old, size);
  if (made == nullptr) end_at_once(4, kNoMemory);
  return made;
}

void gmp_release(void* old, std::size_t) { std::free(old); }

// Memory may end where nothing can be thrown.
[[noreturn]] void end_of_exception() {
  try {
    if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    end_at_once(4, kNoMemory);
  } catch (...) {
  }
  end_at_once(4, "an internal error ended the command");
}

void end_without_randomness() {
  end_at_once(4, "the system gives no randomness, so nothing is released");
}

void write_error(const char* text) {
  std::size_t left = std::strlen(text);
  while (left > 0) {
    const ssize_t written = ::write(STDERR_FILENO, text, left);
    if (written <= 0 && errno != EINTR) return;
    if (written <= 0) continue;
    text += written;
    left -= static_cast<std::size_t>(written);
  }
}

}  // namespace

void hold_standard_descriptors() {
  // The first two in the other direction than theirs: a table that nobody sends is no
  // empty one, and an answer that nobody receives must not look delivered.
  for (const auto& [number, direction] : {std::pair{STDIN_FILENO, O_WRONLY},
                                          {STDOUT_FILENO, O_RDONLY},
                                          {STDERR_FILENO, O_WRONLY}}) {
    if (::fcntl(number, F_GETFD) != -1) continue;
    if (::open("/dev/null", direction) != number) ::_exit(4);  // the lowest one is free
  }
}

namespace {

void set_hooks() {
  mp_set_memory_functions(gmp_allocate, gmp_reallocate, gmp_release);
  sodium_set_misuse_handler(end_without_randomness);
  std::set_terminate(end_of_exception);
}

// Before the constructors of all libraries, and of our own constants: they need memory.
__attribute__((section(".preinit_array"),
               used)) void (*const hooks_are_first)() = set_hooks;

}  // namespace

void set_charge_words(const std::string& words) {
  SaidWords& next =
      said_now == said_places[0].text.data() ? said_places[1] : said_places[0];
  const std::size_t size = std::min(words.size(), next.text.size() - 1);
  std::memcpy(next.text.data(), words.data(), size);
  next.text[size] = '\0';
  said_now = next.text.data();
}

std::string charge_words() {
  const std::string words = said_now.load();
  return words.empty() ? "" : "; " + words;
}

void end_at_once(int code, const char* why) {
  remove_left_behind();
  write_error("selvage: ");
  write_error(why);
  if (const char* const words = said_now; *words != '\0') {
    write_error("; ");
    write_error(words);
  }
  write_error("\n");
  ::_exit(code);
}

}  // namespace selvage::tool
