#include "selvage/random/stream/keystream.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <functional>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/random/stream/seeded_words.hpp"

namespace selvage {

class KeystreamProbe {
 public:
  static std::vector<unsigned char> copy(const Keystream& stream) {
    const auto memory = stream.memory();
    return {memory.begin(), memory.end()};
  }
  static const void* address(const Keystream& stream) { return stream.state_; }
};

namespace {

using Bytes = std::vector<unsigned char>;
using Words = std::vector<std::uint64_t>;
constexpr std::size_t kPieceWords = Cipher::kPiece / sizeof(std::uint64_t);

Keystream stream_of(const Cipher& cipher) {
  auto made = Keystream::make(cipher);
  if (!made) {
    ADD_FAILURE() << cipher.name << ": " << made.error().message;
    std::abort();
  }
  return *std::move(made);
}

Words fill_of(Keystream& stream, std::size_t count) {
  Words words(count);
  stream.fill(words);
  return words;
}

std::uint64_t word_at(const unsigned char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

bool holds(const Bytes& memory, std::uint64_t word) {
  for (std::size_t i = 0; i + sizeof word <= memory.size(); ++i)
    if (word_at(memory.data() + i) == word) return true;
  return false;
}

// Where in a memory dump the key is whose keystream begins with these words: what
// somebody would do who has the dump and asks for noise of the past.
std::optional<std::size_t> find_key(const Bytes& memory, const Cipher& cipher,
                                    const Words& words) {
  Bytes key(Cipher::kKeyBytes), out(Cipher::kPiece);
  for (std::size_t i = 0; i + key.size() <= memory.size(); ++i) {
    std::copy_n(memory.data() + i, key.size(), key.data());
    cipher.advance(key.data(), out.data(), out.size());
    if (std::memcmp(out.data(), words.data(), out.size()) == 0) return i;
  }
  return std::nullopt;
}

// A repetition by chance has probability 2^-64 a pair: below 1e-10 in each test here.
TEST(Keystream, RepeatsNoWordInBlocksFillsOrStreams) {
  std::set<std::uint64_t> seen;
  for (const Cipher& cipher : ciphers()) {
    Keystream one = stream_of(cipher), two = stream_of(cipher);
    for (int i = 0; i < 2500; ++i)  // blocks have 1024 words
      for (Keystream* stream : {&one, &two})
        EXPECT_TRUE(seen.insert((*stream)()).second) << cipher.name;
    for (const std::size_t size : {1u, 63u, 64u, 65u, 1024u, 1100u, 3000u})
      for (Keystream* stream : {&one, &two})
        for (const std::uint64_t word : fill_of(*stream, size))
          EXPECT_TRUE(seen.insert(word).second) << cipher.name << ", " << size;
  }
}

// Not even in part: the eight bytes from each place in all that was served, and in the
// keys that were held meanwhile, are all different.
TEST(Keystream, ServesNoByteTwiceAndNoByteOfAKey) {
  for (const Cipher& cipher : ciphers()) {
    Keystream stream = stream_of(cipher);
    stream();
    const Bytes before = KeystreamProbe::copy(stream);
    const Words first = fill_of(stream, kPieceWords);
    const auto key_at = find_key(before, cipher, first);
    ASSERT_TRUE(key_at) << cipher.name;

    Bytes served;
    const auto append = [&](const void* data, std::size_t size) {
      const auto* bytes = static_cast<const unsigned char*>(data);
      served.insert(served.end(), bytes, bytes + size);
    };
    Bytes key;
    SeededWords sizes(31);
    while (served.size() < 60'000) {
      const std::uint64_t size = sizes();
      if (size >> 63 == 0) {
        const Words words = fill_of(stream, size % 2100);
        append(words.data(), 8 * words.size());
      } else {
        for (std::uint64_t i = 0; i < size % 700; ++i) {
          const std::uint64_t word = stream();
          append(&word, 8);
        }
      }
      const Bytes memory = KeystreamProbe::copy(stream);
      const Bytes now(memory.begin() + static_cast<long>(*key_at),
                      memory.begin() + static_cast<long>(*key_at + Cipher::kKeyBytes));
      if (now != key) append(now.data(), now.size());
      key = now;
    }
    std::unordered_set<std::uint64_t> seen;
    for (std::size_t i = 0; i + 8 <= served.size(); ++i)
      ASSERT_TRUE(seen.insert(word_at(served.data() + i)).second)
          << cipher.name << ", byte " << i << " of " << served.size();
  }
}

TEST(Keystream, AMemoryDumpHoldsNoWordOfThePast) {
  for (const Cipher& cipher : ciphers()) {
    Keystream stream = stream_of(cipher);
    for (int i = 0; i < 2500; ++i) {
      const Bytes before = KeystreamProbe::copy(stream);
      const std::uint64_t word = stream();
      // Words of the future are there, but for the first of a block.
      EXPECT_EQ(holds(before, word), i % 1024 != 0) << cipher.name << i;
      EXPECT_FALSE(holds(KeystreamProbe::copy(stream), word)) << cipher.name << i;
    }
    for (const std::uint64_t word : fill_of(stream, 1100))
      EXPECT_FALSE(holds(KeystreamProbe::copy(stream), word)) << cipher.name;
  }
}

TEST(Keystream, AMemoryDumpHoldsNoKeyOfThePast) {
  for (const Cipher& cipher : ciphers()) {
    Keystream stream = stream_of(cipher);
    stream();
    const Bytes before = KeystreamProbe::copy(stream);
    const Words filled = fill_of(stream, kPieceWords);
    const Bytes after = KeystreamProbe::copy(stream);
    EXPECT_TRUE(find_key(before, cipher, filled)) << cipher.name;  // the search works
    EXPECT_FALSE(find_key(after, cipher, filled)) << cipher.name;

    for (int i = 1; i < 1024; ++i) stream();  // to the end of the block
    const Bytes dump = KeystreamProbe::copy(stream);
    Words block(1024);
    for (auto& word : block) word = stream();
    EXPECT_TRUE(find_key(dump, cipher, block)) << cipher.name;
    EXPECT_FALSE(find_key(KeystreamProbe::copy(stream), cipher, block)) << cipher.name;
  }
}

// What the kernel promises for the pages: not in core dumps, wiped in children.
TEST(Keystream, ItsPagesAreMarked) {
  Keystream stream = stream_of(ciphers()[0]);
  std::ostringstream start;
  start << std::hex << reinterpret_cast<std::uintptr_t>(KeystreamProbe::address(stream))
        << '-';
  std::ifstream maps("/proc/self/smaps");
  std::string line, flags;
  while (std::getline(maps, line) && line.rfind(start.str(), 0) != 0) {
  }
  while (std::getline(maps, line) && line.rfind("VmFlags:", 0) != 0) {
  }
  ASSERT_TRUE(maps) << "this system does not tell the flags of pages";
  EXPECT_NE(line.find(" dd"), std::string::npos) << line;
  EXPECT_NE(line.find(" wf"), std::string::npos) << line;
}

// A child, as the C library makes it or past the C library and its handlers.
pid_t start_child(bool raw) {
  return raw ? static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)) : fork();
}

bool ended_well(pid_t child) {
  int status = -1;
  return waitpid(child, &status, 0) == child && status == 0;
}

constexpr std::size_t kServed = 1400;

void serve(Keystream& stream, std::uint64_t* out) {
  for (int i = 0; i < 50; ++i) *out++ = stream();
  stream.fill({out, 1100});  // whole pieces, and some words of the block
  out += 1100;
  for (int i = 0; i < 250; ++i) *out++ = stream();
}

// Four processes share what they were served: the parent, a child, the child's child
// and a second child.
void expect_no_word_twice(Keystream& stream, const Words& before, bool raw) {
  constexpr std::size_t kProcesses = 4;
  constexpr std::size_t kSize = kProcesses * 2 * kServed * sizeof(std::uint64_t);
  void* pages =
      mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(pages, MAP_FAILED);
  auto* served = static_cast<std::uint64_t*>(pages);
  const auto place = [&](std::size_t i) { return served + i * kServed; };

  const pid_t child = start_child(raw);
  if (child == 0) {
    serve(stream, place(0));
    const pid_t grandchild = start_child(raw);
    if (grandchild == 0) {
      serve(stream, place(1));
      serve(stream, place(2));
      _exit(0);
    }
    serve(stream, place(3));
    _exit(grandchild > 0 && ended_well(grandchild) ? 0 : 1);
  }
  ASSERT_GT(child, 0);
  const pid_t second = start_child(raw);
  if (second == 0) {
    stream.fill({place(4), kServed});  // a fill first
    serve(stream, place(5));
    _exit(0);
  }
  ASSERT_GT(second, 0);
  serve(stream, place(6));
  serve(stream, place(7));
  EXPECT_TRUE(ended_well(child));
  EXPECT_TRUE(ended_well(second));

  std::set<std::uint64_t> seen(before.begin(), before.end());
  for (std::size_t i = 0; i < kProcesses * 2 * kServed; ++i)
    EXPECT_TRUE(seen.insert(served[i]).second) << "word " << i;
  EXPECT_EQ(seen.size(), before.size() + kProcesses * 2 * kServed);
  munmap(pages, kSize);
}

TEST(Keystream, ChildrenRepeatNothing) {
  for (const Cipher& cipher : ciphers())
    for (const bool raw : {false, true}) {
      SCOPED_TRACE(std::string(cipher.name) + (raw ? ", raw clone" : ", fork"));
      {
        SCOPED_TRACE("never used");
        Keystream stream = stream_of(cipher);
        expect_no_word_twice(stream, {}, raw);
      }
      {
        SCOPED_TRACE("a block half served");
        Keystream stream = stream_of(cipher);
        Words before(400);
        for (auto& word : before) word = stream();
        expect_no_word_twice(stream, before, raw);
      }
      {
        SCOPED_TRACE("filled only, so that there is a key and no block");
        Keystream stream = stream_of(cipher);
        const Words before = fill_of(stream, 1024);
        expect_no_word_twice(stream, before, raw);
      }
    }
}

TEST(Keystream, AMovedStreamGoesOnAndTheOtherHoldsNothing) {
  for (const Cipher& cipher : ciphers()) {
    std::optional<Keystream> first(stream_of(cipher));
    const std::uint64_t served = (*first)();
    const Bytes before = KeystreamProbe::copy(*first);
    Keystream second(*std::move(first));
    // NOLINTNEXTLINE(bugprone-use-after-move): what is left behind is looked at
    EXPECT_EQ(KeystreamProbe::address(*first), nullptr);
    first.reset();  // takes nothing away from the second
    EXPECT_EQ(KeystreamProbe::copy(second), before) << cipher.name;
    const std::uint64_t next = second();
    EXPECT_NE(next, served);
    EXPECT_TRUE(holds(before, next)) << cipher.name;
  }
}

TEST(Keystream, EveryThreadHasItsOwn) {
  std::set<std::uint64_t> seen;
  for (const Cipher& cipher : ciphers()) {
    std::vector<Words> drawn(4, Words(2000));
    std::vector<std::thread> threads;
    for (auto& out : drawn)
      threads.emplace_back([&out, &cipher] {
        Keystream stream = stream_of(cipher);
        for (auto& word : std::span(out).first(500)) word = stream();
        stream.fill(std::span(out).subspan(500));
      });
    for (auto& thread : threads) thread.join();
    for (const auto& out : drawn)
      for (const std::uint64_t word : out) EXPECT_TRUE(seen.insert(word).second);
  }
}

// Hoeffding: each of 128 counts a cipher strays by 512 with probability at most
// 2 exp(-2 512^2 / 2^14) = 2.6e-14. False alarm below 1e-11.
TEST(Keystream, BitsAreFairAndDoNotFollowTheWordBefore) {
  constexpr int words = 1 << 14;
  for (const Cipher& cipher : ciphers()) {
    Keystream stream = stream_of(cipher);
    for (const bool filled : {false, true}) {
      int ones[64] = {}, changes[64] = {};
      Words drawn(words);
      if (filled) {
        stream.fill(drawn);
      } else {
        for (auto& word : drawn) word = stream();
      }
      std::uint64_t before = stream();
      for (const std::uint64_t word : drawn) {
        for (int bit = 0; bit < 64; ++bit) {
          ones[bit] += static_cast<int>(word >> bit & 1);
          changes[bit] += static_cast<int>((word ^ before) >> bit & 1);
        }
        before = word;
      }
      for (int bit = 0; bit < 64; ++bit) {
        EXPECT_LT(std::abs(ones[bit] - words / 2), 512) << cipher.name << bit;
        EXPECT_LT(std::abs(changes[bit] - words / 2), 512) << cipher.name << bit;
      }
    }
  }
}

// Wrong in one bit, of the key that follows: all bytes that are served look right.
void wrong_next_key(const unsigned char* key, const unsigned char* counter,
                    unsigned char* out, std::size_t bytes, unsigned char* next) {
  aes_kernels()[0].run(key, counter, out, bytes, next);
  next[31] ^= 1;
}

void all_zero(const unsigned char*, const unsigned char*, unsigned char* out,
              std::size_t bytes, unsigned char* next) {
  std::memset(out, 0, bytes);
  std::memset(next, 0, Cipher::kKeyBytes);
}

TEST(Keystream, RefusesACipherThatIsWrong) {
  std::vector<Cipher> wrong{{"zeros", all_zero}};
  if (!aes_kernels().empty()) wrong.push_back({"AES with a wrong key", wrong_next_key});
  for (const Cipher& cipher : wrong) {
    const auto stream = Keystream::make(cipher);
    ASSERT_FALSE(stream) << cipher.name;
    EXPECT_EQ(stream.error().kind, ErrorKind::unreadable);
    EXPECT_EQ(stream.error().message,
              std::string("the processor's ") + cipher.name +
                  " does not give the standard's example; with such random bytes "
                  "nothing can be released");
  }
}

TEST(Keystream, TakesTheFastestCipherUnlessTold) {
  auto stream = Keystream::make();
  ASSERT_TRUE(stream);
  (*stream)();
  const Bytes before = KeystreamProbe::copy(*stream);
  const Words words = fill_of(*stream, kPieceWords);
  EXPECT_TRUE(find_key(before, ciphers()[0], words));
}

}  // namespace
}  // namespace selvage
