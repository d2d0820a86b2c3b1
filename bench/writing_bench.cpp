// A histogram of 10^6 bins, end to end in every form, beside writing as many bytes and
// waiting for the disk. Other builds of selvage take turns with it.
//   writing_bench [path of selvage] [bins] [other builds...]
#include <filesystem>
#include <fstream>
#include <random>

#include "bench/side_by_side.hpp"

namespace {

using namespace selvage::bench;

constexpr int kRounds = 5;

struct Form {
  const char* name;
  std::vector<std::string> options;
  std::vector<std::string> files;  // that they write
};

// The bytes of these files once more, as plainly as can be.
double written_seconds(const std::vector<std::string>& files) {
  std::string bytes;
  for (const std::string& file : files) {
    std::ifstream from(file, std::ios::binary);
    bytes.append(std::istreambuf_iterator<char>(from), {});
  }
  const std::string copy = files[0] + ".copy";
  const auto start = Clock::now();
  const int to = open(copy.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t wrote = write(to, bytes.data() + done, bytes.size() - done);
    if (wrote <= 0) std::abort();
    done += static_cast<std::size_t>(wrote);
  }
  if (fsync(to) != 0) std::abort();
  close(to);
  const double seconds = seconds_since(start);
  std::filesystem::remove(copy);
  return seconds;
}

double megabytes_of(const std::vector<std::string>& files) {
  double bytes = 0;
  for (const std::string& file : files)
    bytes += static_cast<double>(std::filesystem::file_size(file));
  return bytes / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const long bins = argc > 2 ? std::atol(argv[2]) : 1'000'000;
  std::vector<std::string> programs = {argv[1]};
  for (int i = 3; i < argc; ++i) programs.push_back(argv[i]);
  std::string folder =
      (std::filesystem::temp_directory_path() / "selvage-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return 1;
  const std::string table = folder + "/x.csv", csv = folder + "/o.csv",
                    json = folder + "/o.json", certificate = folder + "/c.json",
                    text = folder + "/o.txt", ledger = table + ".ledger";
  {
    std::mt19937 random(1);
    std::ofstream file(table);
    file << "x\n";
    for (int i = 0; i < 100'000; ++i) file << random() % bins << '\n';
  }
  const std::vector<Form> forms = {
      {"table of 60 lines", {"--no-ledger", "--out", text}, {text}},
      {"CSV", {"--no-ledger", "--out", csv}, {csv}},
      {"JSON", {"--no-ledger", "--out", json}, {json}},
      {"CSV and a certificate",
       {"--no-ledger", "--out", csv, "--certificate", certificate},
       {csv, certificate}},
      {"CSV and a ledger", {"--out", csv}, {csv, ledger}}};
  fmt::print(
      "\nA histogram of {} bins of 100000 rows: seconds of the processor (of the "
      "clock; / writing the bytes), medians of {} rounds\n\n| form | MB | writing | "
      "this build |",
      bins, kRounds);
  for (std::size_t i = 1; i < programs.size(); ++i) fmt::print(" {} |", programs[i]);
  fmt::print("\n|---|---|---|---|");
  for (std::size_t i = 1; i < programs.size(); ++i) fmt::print("---|");
  fmt::print("\n");
  for (const Form& form : forms) {
    std::vector<std::vector<double>> processor(programs.size()), clock(programs.size());
    std::vector<double> written;
    double megabytes = 0;
    for (int round = 0; round < kRounds; ++round)
      for (std::size_t i = 0; i < programs.size(); ++i) {
        std::filesystem::remove(ledger);
        std::vector<std::string> words = {programs[i], "histogram", table, "--column",
                                          "",          "--epsilon", "1"};
        words[4] = fmt::format("x=0:{}:1", bins);
        words.insert(words.end(), form.options.begin(), form.options.end());
        const Cost cost = command_cost(words);
        processor[i].push_back(cost.processor);
        clock[i].push_back(cost.clock);
        if (i > 0) continue;
        megabytes = megabytes_of(form.files);
        written.push_back(written_seconds(form.files));
      }
    fmt::print("| {} | {:.1f} | {:.3f} |", form.name, megabytes, median(written));
    for (std::size_t i = 0; i < programs.size(); ++i)
      fmt::print(" {:.2f} ({:.2f}; {:.1f}) |", median(processor[i]), median(clock[i]),
                 median(clock[i]) / median(written));
    fmt::print("\n");
    std::fflush(stdout);
  }
  std::filesystem::remove_all(folder);
  return 0;
}
