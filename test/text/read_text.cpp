// Reads many small files given on standard input by our text readers and writes what
// they say, for text_fuzz.py to compare. A file is a line of words,
//   csv DELIMITER|auto BLOCK ROW VALUE LINE COLUMN,COLUMN.. BYTES
//   json BLOCK ROW VALUE LINE KEY,KEY.. BYTES
// (the delimiter as a number) and its bytes. The answer is its length in bytes, a line
// end, and
//   !request or !file for a header that is refused,
//   N and the names of the columns,
//   R and the wanted values for each row.
// A text is its length, ':' and its bytes; '-' is a missing value.
#include <sys/mman.h>
#include <unistd.h>

#include <iostream>
#include <sstream>

#include <fmt/format.h>

#include "selvage/source/header_line.hpp"
#include "selvage/source/text_scan.hpp"

namespace {

using namespace selvage;

[[noreturn]] void give_up(const char* why) {
  std::cerr << "read_text: " << why << '\n';
  std::exit(1);
}

std::vector<std::string> words_of(const std::string& line, char between) {
  std::vector<std::string> words;
  std::istringstream stream(line);
  for (std::string word; std::getline(stream, word, between);) words.push_back(word);
  return words;
}

TextLimits limits_of(const std::vector<std::string>& words, std::size_t first) {
  return {.block = std::stoul(words.at(first)),
          .row = std::stoul(words.at(first + 1)),
          .value = std::stoul(words.at(first + 2)),
          .line = std::stoul(words.at(first + 3))};
}

void add(std::string& answer, std::optional<std::string_view> text) {
  if (text)
    answer += fmt::format("{}:", text->size()).append(*text);
  else
    answer += '-';
}

std::string rows_of(TextScan& scan) {
  std::string answer;
  std::vector<std::optional<std::string_view>> fields;
  for (;;) {
    const ScanStep step = scan.next(fields);
    if (step == ScanStep::end) return answer;
    if (step != ScanStep::row) give_up("a scan failed");
    answer += 'R';
    for (const auto& field : fields) add(answer, field);
  }
}

std::string read_csv(const OpenFile& file, const std::vector<std::string>& words) {
  const auto delimiter = words.at(1) == "auto"
                             ? std::nullopt
                             : std::optional(static_cast<char>(std::stoi(words.at(1))));
  const TextLimits limits = limits_of(words, 2);
  const auto header = read_header(file, "file", delimiter, limits);
  if (!header)
    return header.error().kind == ErrorKind::invalid_request ? "!request" : "!file";
  std::string answer = "N";
  for (const std::string& name : header->names) add(answer, name);
  if (header->names.empty()) return answer;
  std::vector<std::size_t> wanted;
  for (const std::string& column : words_of(words.at(6), ','))
    wanted.push_back(std::stoul(column));
  const auto scan = scan_delimited(file.descriptor(), header->delimiter,
                                   header->names.size(), wanted, limits);
  return answer + rows_of(*scan);
}

std::string read_json(const OpenFile& file, const std::vector<std::string>& words) {
  const auto scan = scan_json_lines(file.descriptor(), words_of(words.at(5), ','),
                                    limits_of(words, 1));
  return rows_of(*scan);
}

}  // namespace

int main() {
  const int memory = memfd_create("file", MFD_CLOEXEC);
  const auto file = OpenFile::open(fmt::format("/proc/self/fd/{}", memory));
  if (!file) give_up("there is no memory file");
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    const auto words = words_of(line, ' ');
    std::string bytes(std::stoul(words.back()), ' ');
    std::cin.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!std::cin || ftruncate(memory, 0) != 0 ||
        pwrite(memory, bytes.data(), bytes.size(), 0) !=
            static_cast<ssize_t>(bytes.size()))
      give_up("a file is cut short");
    const std::string answer =
        words.at(0) == "csv" ? read_csv(*file, words) : read_json(*file, words);
    std::cout << answer.size() << '\n' << answer;
  }
  return std::cout.flush() ? 0 : 1;
}
