// Runs a fuzz target without libFuzzer: on every file of its corpus, then on a fixed
// number of mutations of them, the same in every run.
//   NAME_replay CORPUS DICTIONARY MUTATIONS
// CORPUS is a folder or one file; DICTIONARY need not exist. The inputs run in a child
// process, so that a crash, a sanitizer's report and a hang are all seen from outside,
// and the input that did it can be told. Again with that one:
//   xxd -r -p <<<HEX >FILE; NAME_replay FILE - 0
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "fuzz/check.hpp"

namespace selvage {
namespace {

constexpr std::size_t kLongest = 20'000;    // of a mutation
constexpr std::size_t kMostTold = 1 << 20;  // of a file
constexpr unsigned kSecondsEach = 10;       // then it hangs

struct File {
  std::string name, bytes;
};

// SplitMix64: the same numbers everywhere.
class Dice {
 public:
  // Below n. Requires n > 0.
  std::size_t below(std::size_t n) {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return static_cast<std::size_t>((z ^ (z >> 31)) % n);
  }

 private:
  std::uint64_t state_ = 0;
};

std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<File> read_corpus(const std::filesystem::path& path) {
  std::vector<File> files;
  if (std::filesystem::is_regular_file(path)) files.push_back({path, read_bytes(path)});
  if (std::filesystem::is_directory(path))
    for (const auto& entry : std::filesystem::directory_iterator(path))
      files.push_back({entry.path(), read_bytes(entry.path())});
  std::sort(files.begin(), files.end(),
            [](const File& a, const File& b) { return a.name < b.name; });
  return files;
}

// The words of libFuzzer's dictionaries: name="...", with \\, \" and \xAB inside.
std::vector<std::string> read_dictionary(const std::filesystem::path& path) {
  std::vector<std::string> words;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const auto first = line.find('"'), last = line.rfind('"');
    if (line.starts_with('#') || first == last) continue;
    std::string word;
    for (std::size_t i = first + 1; i < last; ++i) {
      if (line[i] == '\\') ++i;
      if (line[i - 1] != '\\' || line[i] != 'x') {
        word += line[i];
        continue;
      }
      unsigned byte = 0;
      std::from_chars(&line[i] + 1, &line[i] + 3, byte, 16);
      word += static_cast<char>(byte);
      i += 2;
    }
    words.push_back(word);
  }
  return words;
}

class Mutator {
 public:
  Mutator(const std::vector<File>& files, const std::vector<std::string>& words)
      : files_(files), words_(words) {}

  std::string next() {
    std::string text = files_[dice_.below(files_.size())].bytes;
    for (std::size_t left = 1 + dice_.below(4); left > 0; --left) change(text);
    return text.substr(0, kLongest);
  }

 private:
  void change(std::string& text) {
    const std::size_t at = dice_.below(text.size() + 1);
    const std::size_t length = 1 + dice_.below(8);
    switch (text.empty() ? 3 : dice_.below(8)) {
      case 0:
        text[at % text.size()] = flipped(text[at % text.size()]);
        break;
      case 1:
        text[at % text.size()] = byte();
        break;
      case 2:
        text.erase(at, length);
        break;
      case 3:
        text.insert(at, length % 3 + 1, byte());
        break;
      case 4:
        text.insert(at, text.substr(dice_.below(text.size()), length * length));
        break;
      case 5:
        splice(text, at);
        break;
      default:
        put_word(text, at);
    }
  }

  char flipped(char c) { return static_cast<char>(c ^ (1 << dice_.below(8))); }

  // The end of another file instead of this one's.
  void splice(std::string& text, std::size_t at) {
    const std::string& other = files_[dice_.below(files_.size())].bytes;
    text.resize(at);
    text += other.substr(std::min(at, dice_.below(other.size() + 1)));
  }

  void put_word(std::string& text, std::size_t at) {
    if (words_.empty()) return;
    const std::string& word = words_[dice_.below(words_.size())];
    text.replace(at, dice_.below(2) == 0 ? 0 : word.size(), word);
  }

  // Any byte, but half of them such as stand in texts.
  char byte() {
    return static_cast<char>(dice_.below(2) == 0 ? dice_.below(256)
                                                 : ' ' + dice_.below(95));
  }

  const std::vector<File>& files_;
  const std::vector<std::string>& words_;
  Dice dice_;
};

// What the child is at, where the parent sees it.
struct Now {
  char name[1024];
  bool done;  // with all inputs
  std::size_t size;
  char bytes[kMostTold];
};

void run_one(Now& now, const std::string& name, const std::string& bytes) {
  const std::size_t size = std::min(bytes.size(), kMostTold);
  std::snprintf(now.name, sizeof now.name, "%s", name.c_str());
  std::copy_n(bytes.data(), size, now.bytes);
  now.size = size;
  alarm(kSecondsEach);
  // A copy of its own size, so that a sanitizer sees a read beyond its end.
  const std::vector<std::uint8_t> input(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(input.data(), input.size());
}

void run_all(Now& now, const std::vector<File>& files,
             const std::vector<std::string>& words, long mutations) {
  run_one(now, "nothing", "");
  for (const File& file : files) run_one(now, file.name, file.bytes);
  Mutator mutator(files, words);
  for (long i = 1; i <= mutations; ++i)
    run_one(now, "mutation " + std::to_string(i), mutator.next());
  alarm(0);
  now.done = true;
}

void tell(const Now& now, int status) {
  const bool hangs = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
  std::fprintf(stderr, "fails on %s: %s\n%zu bytes: ", now.name,
               hangs                 ? "it takes too long"
               : WIFSIGNALED(status) ? strsignal(WTERMSIG(status))
                                     : "it ends the program",
               now.size);
  for (std::size_t i = 0; i < now.size; ++i)
    std::fprintf(stderr, "%02x", static_cast<unsigned char>(now.bytes[i]));
  std::fprintf(stderr, "\n");
}

int replay(const char* corpus, const char* dictionary, long mutations) {
  const auto files = read_corpus(corpus);
  const auto words = read_dictionary(dictionary);
  if (files.empty()) {
    std::fprintf(stderr, "there is no corpus '%s'\n", corpus);
    return 1;
  }
  void* shared = mmap(nullptr, sizeof(Now), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 1;
  Now& now = *static_cast<Now*>(shared);
  const pid_t child = fork();
  if (child == 0) {
    run_all(now, files, words, mutations);
    std::exit(0);
  }
  int status = 1;
  if (child < 0 || waitpid(child, &status, 0) != child) return 1;
  if (status != 0 || !now.done) {
    tell(now, status);
    return 1;
  }
  std::printf("%zu files and %ld mutations\n", files.size(), mutations);
  return 0;
}

}  // namespace
}  // namespace selvage

int main(int count, char** arguments) {
  if (count == 4)
    return selvage::replay(arguments[1], arguments[2], std::atol(arguments[3]));
  std::fprintf(stderr, "usage: %s CORPUS DICTIONARY MUTATIONS\n", arguments[0]);
  return 2;
}
