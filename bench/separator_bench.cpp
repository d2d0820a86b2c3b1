// How long a separator of 10^6 rows on a grid of 1000 by 1000 points takes beyond the
// scan, in processor time: drops for two million counts, and the plane. Prints
// Markdown.
#include <algorithm>
#include <random>

#include <fmt/format.h>

#include "bench/rounds.hpp"
#include "selvage/mechanism/separator/separator.hpp"
#include "selvage/random/sampling/system_source.hpp"

namespace selvage::bench {
namespace {

constexpr std::int64_t kSide = 1000;
constexpr int kRows = 1'000'000, kTimes = 3;

// Rows on both sides of a line, `apart` steps from it, in clumps of `clump` rows.
std::vector<CellSums> labelled(const SeparatorRequest& request, std::int64_t apart,
                               int clump) {
  std::mt19937_64 words(1);
  std::vector<std::int64_t> rows(2 * kSide * kSide);
  for (int i = 0; i < kRows; i += clump) {
    const auto x = static_cast<std::int64_t>(words() % kSide),
               y = static_cast<std::int64_t>(words() % kSide);
    const std::int64_t beyond = 3 * x + 2 * y - 5 * kSide / 2;
    if (std::abs(beyond) < apart) continue;
    rows[static_cast<std::size_t>(2 * (x * kSide + y) + (beyond > 0))] += clump;
  }
  std::vector<CellSums> sums;
  for (std::size_t bar = 0; bar < rows.size(); ++bar)
    if (rows[bar] > 0)
      sums.push_back({.cell = request.cell(static_cast<std::int64_t>(bar / 2), bar % 2),
                      .rows = rows[bar]});
  return sums;
}

class Given : public Reader {
 public:
  Given(Reading reading, std::vector<CellSums> sums)
      : reading_(std::move(reading)), sums_(std::move(sums)) {}
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override {
    Cells cells;
    cells.sums = sums_;
    return cells;
  }

 private:
  Outcome each_row(const VisitRow&) override { return Done{}; }
  Reading reading_;
  std::vector<CellSums> sums_;
};

int run() {
  const std::string axes = fmt::format("x=0:{0}:1,y=0:{0}:1", kSide);
  const SeparatorRequest request{{"a", "b"}, *parse_axes(axes)};
  Question question = question_about("separator", *Domain::make({}));
  question.column.assign("label");
  const auto mechanism =
      SeparatorMechanism::make(question, request, 1, *Rational::parse("1e-6"));
  fmt::print(
      "| 1000000 rows, 1000 x 1000 points | seconds | answer |\n|---|---:|---|\n");
  for (const auto& [what, apart, clump] :
       {std::tuple("one row a point", 20, 1), std::tuple("50 rows a point", 20, 50),
        std::tuple("50 rows a point, next to the line", 0, 50)}) {
    Given table((*mechanism)->needs().reading, labelled(request, apart, clump));
    const auto random = make_system_source();
    double best = 1e300;
    bool found = false;
    for (int i = 0; i < kTimes; ++i) {
      const double start = nanoseconds_of(CLOCK_THREAD_CPUTIME_ID);
      const auto drawn = (*mechanism)->run(table, **random);
      best = std::min(best, nanoseconds_of(CLOCK_THREAD_CPUTIME_ID) - start);
      found = drawn->numbers[2][0] != SeparatorMechanism::kNoSupport;
    }
    fmt::print("| {} | {:.2f} | {} |\n", what, best / 1e9, found ? "a line" : "none");
  }
  return 0;
}

}  // namespace
}  // namespace selvage::bench

int main() { return selvage::bench::run(); }
