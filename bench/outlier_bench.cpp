// Prints, in Markdown, what it costs to prove the promise of a staircase, for all
// counts up to 10'000. Next to it the same proof with one exact law a count, which is
// what the bounds save, and the law of one count by plain convolution, which is what
// the one-pole passes save.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "selvage/mechanism/outlier/law/staircase_check.hpp"
#include "selvage/mechanism/outlier/law/staircase_divergence.hpp"
#include "selvage/mechanism/outlier/law/thresholds.hpp"

namespace {

using namespace selvage;

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

const std::vector<ProfileStep> kProfile =
    *parse_profile("500:0.05,1000:0.1,2000:0.2,5000:0.4,10000:0.7,1");
const Rational kDelta = *Rational::parse("1e-6");

template <class T>
const T& value_of(const Result<T>& result) {
  if (!result) {
    fmt::print(stderr, "{}\n", result.error().message);
    std::exit(1);
  }
  return *result;
}

void expect(bool holds) {
  if (!holds) {
    fmt::print(stderr, "the staircase does not keep its profile\n");
    std::exit(1);
  }
}

// Seconds a count where each has its exact law and its divergence to the one before:
// ten counts out of each 500, and the time of all.
double every_count(const StaircaseLaw& law) {
  constexpr std::int64_t kBlock = 500, kTried = 10;
  std::int64_t counts = 0;
  const double seconds = seconds_of([&] {
    for (std::int64_t block = 1; block < 10'000; block += kBlock) {
      CountLaw smaller = law.at(block - 1);
      for (std::int64_t count = block; count < block + kTried; ++count, ++counts) {
        CountLaw larger = law.at(count);
        const auto epsilon = epsilon_at(kProfile, count).finite();
        expect(divergences(law, larger, smaller, epsilon).larger().upper() <= kDelta);
        smaller = std::move(larger);
      }
    }
  });
  return seconds / static_cast<double>(counts);
}

// The law of a count at which all levels fire, noise by noise as it is defined.
double plain_convolution(const StaircaseLaw& law) {
  std::vector<double> mass{1};
  const double seconds = seconds_of([&] {
    const Staircase& staircase = law.staircase();
    for (std::size_t i = 0; i <= staircase.levels.size(); ++i) {
      const double epsilon =
          (i == 0 ? staircase.first.finite() : staircase.levels[i - 1].epsilon)
              .to_double();
      const auto reach = static_cast<std::size_t>(law.reach(i));
      std::vector<double> noise(2 * reach + 1), result(mass.size() + 2 * reach);
      for (std::size_t z = 0; z <= reach; ++z)
        noise[reach - z] = noise[reach + z] =
            std::tanh(epsilon / 2) * std::exp(-epsilon * static_cast<double>(z));
      for (std::size_t j = 0; j < mass.size(); ++j)
        for (std::size_t z = 0; z < noise.size(); ++z)
          result[j + z] += mass[j] * noise[z];
      mass = std::move(result);
    }
  });
  expect(std::abs(std::accumulate(mass.begin(), mass.end(), 0.0) - 1) < 1e-9);
  return seconds;
}

}  // namespace

int main() {
  Staircase told, hidden;
  const double search =
      seconds_of([&] { told = value_of(smallest_thresholds(kProfile, kDelta)); });
  hidden = told;
  hidden.flags = false;
  fmt::print("## A staircase of five levels, counts 1 to 10'000, delta 1e-6\n\n");
  fmt::print("| work | seconds | ratio to meets |\n|---|---|---|\n");
  for (const Staircase* staircase : {&told, &hidden}) {
    const char* flags = staircase->flags ? "told" : "hidden";
    const double check = seconds_of(
        [&] { expect(value_of(meets(*staircase, kProfile, kDelta)).holds()); });
    const auto law = StaircaseLaw::make(*staircase, kDelta / 1'000'000);
    const double all = every_count(value_of(law)) * 10'000;
    fmt::print("| meets, flags {} | {:.3f} | 1 |\n", flags, check);
    fmt::print("| one exact law a count, flags {} | {:.2f} | {:.0f} |\n", flags, all,
               all / check);
  }
  fmt::print("| all smallest thresholds | {:.3f} | |\n", search);
  const auto law = StaircaseLaw::make(hidden, kDelta / 1'000'000);
  const double passes = seconds_of([&] {
                          for (int i = 0; i < 20; ++i)
                            expect(value_of(law).at(1).parts.size() == 1);
                        }) /
                        20;
  const double plain = plain_convolution(value_of(law));
  fmt::print(
      "\nThe law of one count by two passes a noise: {:.6f} s; as it is defined: "
      "{:.6f} s, {:.0f} times as long.\n",
      passes, plain, plain / passes);
}
