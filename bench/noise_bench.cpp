// Prints, in Markdown, what exact noise costs a sample: the samplers of releases and of
// experiments, the reference sampler, the random words alone, the samplers of the C++
// library and of other libraries. All take turns in the same rounds, ours on the same
// generator.
//   noise_bench [python3 noise_others.py]
#include <array>
#include <map>
#include <memory>
#include <random>

#include "bench/helper_process.hpp"
#include "bench/machine.hpp"
#include "bench/rounds.hpp"
#include "bench/standard_geometric.hpp"
#include "bench/tuned_reference.hpp"
#include "selvage/random/bulk/byte_table.hpp"
#include "selvage/random/bulk/digits.hpp"
#include "selvage/random/bulk/float_geometric.hpp"
#include "selvage/random/bulk/threshold_table.hpp"
#include "selvage/random/inversion/filtered_gaussian.hpp"
#include "selvage/random/inversion/filtered_geometric.hpp"
#include "selvage/random/sampling/sampling_source.hpp"
#include "selvage/random/sampling/system_source.hpp"
#include "selvage/random/stream/keystream.hpp"

namespace {

using namespace selvage;
using namespace selvage::bench;
using Cells = std::span<std::int64_t>;

constexpr std::size_t kCached = 2048;  // cells: 16 KB, which stay in the nearest cache
constexpr std::size_t kCounted = 100'000;
constexpr auto kTwo = FilteredGeometric::Sides::two;
const std::string kRelease = "`FilteredGeometric`";

Keystream new_stream(const Cipher& cipher = ciphers()[0]) {
  auto made = Keystream::make(cipher);
  if (made) return *std::move(made);
  fmt::print(stderr, "{}\n", made.error().message);
  std::exit(1);
}

// A keystream that counts the words it serves.
class CountedWords {
 public:
  explicit CountedWords(std::uint64_t& served)
      : words_(new_stream()), served_(served) {}
  std::uint64_t operator()() {
    ++served_;
    return words_();
  }
  void fill(std::span<std::uint64_t> out) {
    served_ += out.size();
    words_.fill(out);
  }

 private:
  Keystream words_;
  std::uint64_t& served_;
};

// Of a function that fills cells from a stream of words.
template <class Draw>
double random_bytes(const Draw& draw) {
  std::vector<std::int64_t> cells(kCounted);
  std::uint64_t served = 0;
  CountedWords words(served);
  draw(Cells(cells), words);
  return 8 * static_cast<double>(served) / static_cast<double>(kCounted);
}

template <class Draw>
Kind drawing(const std::string& name, Draw draw, Keystream& words, Cells cells) {
  return {name, cells.size(), [=, &words] { draw(cells, words); }, random_bytes(draw)};
}

template <class Sampler>
Kind drawing_by(const std::string& name, Sampler sampler, Keystream& words,
                Cells cells) {
  const auto shared = std::make_shared<const Sampler>(std::move(sampler));
  return drawing(
      name, [shared](Cells out, auto& stream) { shared->draw(out, stream); }, words,
      cells);
}

Kind reference_laplace(const Rational& scale, Keystream& words, Cells cells) {
  return drawing(
      "reference sampler",
      [terms = to_fraction(scale)](Cells out, auto& stream) {
        WordDraws draws(stream);
        for (auto& z : out)
          z = first_accepted([&] { return discrete_laplace_round(draws, terms); });
      },
      words, cells);
}

Kind reference_gaussian(const Rational& variance, Keystream& words, Cells cells) {
  return drawing(
      "reference sampler",
      [variance](Cells out, auto& stream) {
        WordDraws draws(stream);
        for (auto& z : out)
          z = first_accepted([&] { return discrete_gaussian_round(draws, variance); });
      },
      words, cells);
}

// `draw` asks a RandomSource for noise in all cells; the bytes are those of the same
// source on a stream that counts.
template <class Draw>
Kind through_the_door(const std::string& name, Draw draw, RandomSource& random,
                      Cells cells) {
  std::vector<std::int64_t> counted(kCounted);
  std::uint64_t served = 0;
  SamplingSource<CountedWords> counting{CountedWords(served)};
  draw(Cells(counted), counting);
  return {name, cells.size(), [=, &random] { draw(cells, random); },
          8 * static_cast<double>(served) / static_cast<double>(kCounted)};
}

Kind words_alone(const Cipher& cipher, Keystream& words, std::span<std::uint64_t> out) {
  return {fmt::format("words alone, {}", cipher.name), out.size(),
          [=, &words] { words.fill(out); }, 8};
}

template <class Tuned>
Kind tuned_reference(const std::shared_ptr<Tuned>& sampler, Cells cells) {
  std::vector<std::int64_t> counted(kCounted);
  sampler->draw(counted);
  return {
      "the same algorithm, tuned", cells.size(), [=] { sampler->draw(cells); },
      8 * static_cast<double>(sampler->words_used()) / static_cast<double>(kCounted)};
}

Kind tuned_laplace(const Rational& scale, Keystream& words, Cells cells) {
  const Fraction terms = to_fraction(scale);
  return tuned_reference(std::make_shared<TunedLaplace>(
                             static_cast<std::uint64_t>(terms.numerator),
                             static_cast<std::uint64_t>(terms.denominator), words),
                         cells);
}

Kind standard_library(double e, Cells cells) {
  const auto sampler = std::make_shared<StandardGeometric>(e);
  return {"two `std::geometric_distribution`, `mt19937_64`: neither exact nor secure",
          cells.size(), [=] { sampler->draw(cells); }, sampler->random_bytes()};
}

auto laplace_by(const Rational& scale) {
  return [scale](Cells cells, RandomSource& random) {
    random.discrete_laplace(cells, scale);
  };
}

// What releases and experiments draw from, in each kernel that this processor has.
void add_samplers(std::vector<Kind>& kinds, const Rational& scale, Keystream& words,
                  Cells cells) {
  const auto add = [&](const std::string& name, const char* kernel, auto sampler) {
    kinds.push_back(drawing_by(fmt::format("{}, {}", name, kernel), std::move(sampler),
                               words, cells));
  };
  for (const FilterKernel& kernel : filter_kernels())
    add(kRelease, kernel.name, FilteredGeometric(kTwo, scale, {.kernel = kernel}));
  if (FloatGeometric::fits(scale))
    for (const FloatFilterKernel& kernel : float_filter_kernels())
      add("`FloatGeometric`", kernel.name,
          FloatGeometric(kTwo, scale, {.kernel = kernel}));
  const auto law = ThresholdLaw::two_sided(scale);
  if (law && ByteTable::fits(*law))
    for (const ByteKernel& kernel : byte_kernels())
      add("`ByteTable`", kernel.name, *ByteTable::make(*law, 64, kernel));
  if (Digits::fits(scale))
    for (const ByteKernel& kernel : byte_kernels())
      add("`Digits`", kernel.name, *Digits::make(kTwo, scale, 64, kernel));
  if (law && ThresholdTable::fits(*law))
    add("`ThresholdTable`", "plain C++", *ThresholdTable::make(*law));
}

// Lines "name TAB samples TAB seconds", into the kinds that they name.
void add_readings(const std::vector<std::string>& lines, std::vector<Kind>& kinds) {
  for (const std::string& line : lines) {
    const std::size_t first = line.find('\t'), second = line.find('\t', first + 1);
    const std::string name = line.substr(0, first);
    auto kind = std::find_if(kinds.begin(), kinds.end(),
                             [&](const Kind& known) { return known.name == name; });
    if (kind == kinds.end()) kind = kinds.insert(kinds.end(), Kind{name, 0, {}});
    kind->samples = std::stoul(line.substr(first + 1, second - first - 1));
    kind->nanoseconds.push_back(std::stod(line.substr(second + 1)) * 1e9 /
                                static_cast<double>(kind->samples));
  }
}

// Somebody who is told of a law in each round, and says how long others take for it.
using Others = std::function<void(const std::string& law, std::vector<Kind>& kinds)>;

void print_generators() {
  alignas(64) std::array<std::uint64_t, kBatch> out;
  std::vector<std::int64_t> cells(kCached);
  std::vector<Keystream> streams;
  for (const Cipher& cipher : ciphers()) streams.push_back(new_stream(cipher));
  std::vector<Kind> kinds;
  for (std::size_t i = 0; i < streams.size(); ++i) {
    kinds.push_back(words_alone(ciphers()[i], streams[i], out));
    kinds.push_back(reference_laplace(1, streams[i], cells));
    kinds.push_back(
        drawing_by(kRelease, FilteredGeometric(kTwo, 1), streams[i], cells));
  }
  std::mt19937_64 twister{std::random_device{}()};
  kinds.push_back({"", kBatch, [&] { draw_twister(twister, out); }});
  run_rounds(kinds);
  fmt::print(
      "### Generators\n\n| | 64-bit words, million/s | GB/s | cycles a word | "
      "reference "
      "sampler at e = 1, million/s | {0}, million/s | {0} / reference | {0} / words "
      "|\n|---|---|---|---|---|---|---|---|\n",
      kRelease);
  const auto words_of = [](const Kind& kind) {
    return fmt::format("{} | {} | {}", brief(1e3 / kind.best()), brief(8 / kind.best()),
                       brief(kind.best() * cycles_a_nanosecond()));
  };
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const Kind &words = kinds[3 * i], &slow = kinds[3 * i + 1],
               &fast = kinds[3 * i + 2];
    fmt::print("| {} | {} | {} | {} | {} | {} |\n", ciphers()[i].name, words_of(words),
               brief(1e3 / slow.best()), brief(1e3 / fast.best()),
               brief(speedup(fast, slow)), brief(speedup(fast, words)));
  }
  fmt::print("| `mt19937_64`: not secure | {} | | | | |\n\n", words_of(kinds.back()));
}

struct Parameter {
  const char* name;
  double e;
  Rational scale;  // 1/e
};

const std::vector<Parameter>& parameters() {
  static const std::vector<Parameter> all{{"2", 2, Rational(1) / 2},
                                          {"1", 1, 1},
                                          {"0.1", 0.1, 10},
                                          {"0.01", 0.01, 100},
                                          {"1e-6", 1e-6, 1'000'000}};
  return all;
}

// How many times faster the release sampler is than each other kind, for each e.
class Headlines {
 public:
  void add(const char* e, const std::vector<Kind>& kinds) {
    const auto release = std::find_if(kinds.begin(), kinds.end(), is_release);
    for (const Kind& kind : kinds) {
      if (kind.name.front() == '`') continue;  // ours
      if (lines_.try_emplace(kind.name).second) order_.push_back(kind.name);
      lines_[kind.name][e] = brief(speedup(*release, kind));
    }
  }
  void print() const {
    fmt::print("### {} is so many times faster than\n\n| |", kRelease);
    for (const Parameter& parameter : parameters())
      fmt::print(" e = {} |", parameter.name);
    fmt::print("\n|---|");
    for (std::size_t i = 0; i < parameters().size(); ++i) fmt::print("---|");
    for (const std::string& name : order_) {
      fmt::print("\n| {} |", name);
      for (const Parameter& parameter : parameters()) {
        const auto& line = lines_.at(name);
        const auto ratio = line.find(parameter.name);
        fmt::print(" {} |", ratio == line.end() ? "" : ratio->second);
      }
    }
    fmt::print("\n\n");
  }

 private:
  static bool is_release(const Kind& kind) { return kind.name.rfind(kRelease, 0) == 0; }
  std::vector<std::string> order_;
  std::map<std::string, std::map<std::string, std::string>> lines_;
};

void print_laplace(Keystream& words, RandomSource& random, const Others& others) {
  Headlines headlines;
  std::vector<std::int64_t> cells(kCached);
  alignas(64) std::array<std::uint64_t, kBatch> out;
  for (const Parameter& parameter : parameters()) {
    const Rational& scale = parameter.scale;
    std::vector<Kind> kinds{
        reference_laplace(scale, words, cells), tuned_laplace(scale, words, cells),
        standard_library(parameter.e, cells), words_alone(ciphers()[0], words, out)};
    add_samplers(kinds, scale, words, cells);
    kinds.push_back(through_the_door("`RandomSource::discrete_laplace`",
                                     laplace_by(scale), random, cells));
    run_rounds(kinds, [&] { others(fmt::format("laplace {}", parameter.e), kinds); });
    fmt::print("### Discrete Laplace noise, e = {}\n\n", parameter.name);
    print_table(kinds,
                {{"reference", 0}, {"tuned", 1}, {"`std`", 2}, {"words alone", 3}});
    headlines.add(parameter.name, kinds);
  }
  headlines.print();
}

// More cells than a cache has room for.
void print_memory(Keystream& words, RandomSource& random) {
  constexpr std::size_t kCells = 8'000'000;
  std::vector<std::int64_t> cells(kCells);
  std::vector<std::uint64_t> out(kCells);
  std::vector<Kind> kinds{reference_laplace(1, words, cells),
                          tuned_laplace(1, words, cells), standard_library(1, cells),
                          words_alone(ciphers()[0], words, out)};
  add_samplers(kinds, 1, words, cells);
  kinds.push_back(through_the_door("`RandomSource::discrete_laplace`", laplace_by(1),
                                   random, cells));
  run_rounds(kinds);
  fmt::print(
      "### Cells in memory, e = 1\n\n| | milliseconds for 10^6 cells | / reference "
      "|\n|---|---|---|\n");
  for (const Kind& kind : kinds)
    fmt::print("| {} | {} | {} |\n", kind.name, brief(median(kind.nanoseconds)),
               brief(speedup(kind, kinds[0])));
  fmt::print("\n");
}

void print_gaussian(Keystream& words, RandomSource& random, const Others& others) {
  std::vector<std::int64_t> cells(kCached);
  for (const std::int64_t sigma : {3, 100, 1000}) {
    const Rational variance = Rational(sigma) * sigma;
    std::vector<Kind> kinds{
        reference_gaussian(variance, words, cells),
        tuned_reference(
            std::make_shared<TunedGaussian>(static_cast<std::uint64_t>(sigma), words),
            cells),
        drawing_by("`FilteredGaussian`", FilteredGaussian(variance), words, cells),
        through_the_door(
            "`RandomSource::discrete_gaussian`",
            [variance](Cells part, RandomSource& source) {
              source.discrete_gaussian(part, variance);
            },
            random, cells)};
    if (const auto law = ThresholdLaw::gaussian(variance)) {
      if (ByteTable::fits(*law))
        kinds.push_back(
            drawing_by("`ByteTable`", *ByteTable::make(*law), words, cells));
      if (ThresholdTable::fits(*law))
        kinds.push_back(
            drawing_by("`ThresholdTable`", *ThresholdTable::make(*law), words, cells));
    }
    run_rounds(kinds, [&] { others(fmt::format("gaussian {}", sigma), kinds); });
    fmt::print("### Discrete Gaussian noise, sigma = {}\n\n", sigma);
    print_table(kinds, {{"reference", 0}, {"tuned", 1}});
  }
}

}  // namespace

int main(int count, char** arguments) {
  auto random = make_system_source();
  if (!random) {
    fmt::print(stderr, "{}\n", random.error().message);
    return 1;
  }
  Keystream words = new_stream();
  fmt::print(
      "## Noise\n\n{}; generator: {}.\n\n"
      "Speeds and cycles are those of the best of {} rounds, in which all kinds take "
      "turns; \"/ x\" is how many times faster than x, the median over the rounds. "
      "Time is that of the processor. Numbers of 64 bits are drawn, {} at a time, into "
      "the "
      "same cells.\n\n",
      machine(), ciphers()[0].name, kRounds, kCached);

  std::unique_ptr<HelperProcess> helper;
  Others others = [](const std::string&, std::vector<Kind>&) {};
  if (count > 1) {
    helper = std::make_unique<HelperProcess>(
        std::vector<std::string>(arguments + 1, arguments + count));
    const auto said = helper->answer();
    fmt::print("Other libraries:\n\n");
    for (const std::string& line : said) fmt::print("- {}\n", line);
    if (said.empty()) fmt::print("- not measured, there is no {}\n", arguments[1]);
    fmt::print("\n");
    if (!said.empty())
      others = [&](const std::string& law, std::vector<Kind>& kinds) {
        add_readings(helper->ask(law), kinds);
      };
  }
  std::fflush(stdout);
  print_generators();
  print_laplace(words, **random, others);
  print_memory(words, **random);
  print_gaussian(words, **random, others);
}
