// Writes an example table: the payroll of an invented city, as CSV. The same seed
// gives the same bytes on every machine: only integers are used. The randomness is
// good enough for an example and for nothing else.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace {

constexpr std::string_view kHelp =
    "payroll writes the invented payroll of a city as CSV.\n"
    "  --out FILE   where to write (standard output)\n"
    "  --people N   how many people (10000); some have several rows\n"
    "  --seed S     another city of the same kind (1)\n"
    "  --help       this text\n";

constexpr std::int64_t kMaxPeople = 10'000'000;

struct Options {
  std::string out;
  std::int64_t people = 10'000;
  std::uint64_t seed = 1;
  bool help = false;
};

// splitmix64, by Sebastiano Vigna (public domain).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  // An integer in 0..n-1, for a small n: the bias is below n / 2^64.
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(n));
  }
  bool one_in(std::int64_t n) { return below(n) == 0; }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

// People out of 10,000, smallest first.
struct Department {
  std::string_view name;
  std::int64_t people;
};
constexpr std::int64_t kCity = 10'000;
constexpr std::array<Department, 25> kDepartments{{
    {"ombudsman", 1},  {"protocol", 2},    {"archive", 3},     {"translation", 5},
    {"audit", 8},      {"veterinary", 13}, {"statistics", 21}, {"museum", 34},
    {"press", 55},     {"laboratory", 89}, {"theatre", 120},   {"legal", 150},
    {"treasury", 180}, {"computing", 220}, {"libraries", 260}, {"housing", 300},
    {"tax", 350},      {"planning", 400},  {"parks", 450},     {"waste", 520},
    {"water", 600},    {"fire", 700},      {"social", 900},    {"transport", 1619},
    {"schools", 3000},
}};

std::string_view department_at(std::int64_t seat) {
  for (const Department& d : kDepartments) {
    if (seat < d.people) return d.name;
    seat -= d.people;
  }
  return kDepartments.back().name;
}

// Second contracts are in these departments, so that the smallest and the largest
// keep the number of people above.
constexpr std::int64_t kFirstSharedSeat = 1461;  // tax
constexpr std::int64_t kLastSharedSeat = 6999;   // transport

constexpr std::int64_t kManagers = 80;  // out of kCity

// What a role earns: its people are spread over this part of the scale below.
struct Role {
  std::string_view name;
  std::int64_t weight;
  std::int64_t low, high;  // in 1/100,000 of all people
};
constexpr Role kManager{"manager", 0, 70'000, 100'000};
constexpr std::array<Role, 7> kRoles{{
    {"clerk", 30, 0, 95'000},
    {"technician", 20, 5'000, 100'000},
    {"engineer", 14, 20'000, 100'000},
    {"specialist", 14, 10'000, 100'000},
    {"driver", 10, 5'000, 90'000},
    {"adviser", 9, 30'000, 100'000},
    {"trainee", 3, 0, 10'000},
}};

// The salary below which a share of the people lies, in 1/100,000; straight lines
// between the points. The tail is heavy: a few in 10,000 earn above a million.
constexpr std::array<std::pair<std::int64_t, std::int64_t>, 13> kSalaries{{
    {0, 14'000},
    {5'000, 22'500},
    {10'000, 26'500},
    {25'000, 35'500},
    {50'000, 49'500},
    {75'000, 67'500},
    {90'000, 92'000},
    {95'000, 118'000},
    {99'000, 215'000},
    {99'500, 310'000},
    {99'800, 560'000},
    {99'920, 1'000'000},
    {100'000, 3'200'000},
}};

std::int64_t salary_at(std::int64_t share) {
  const auto above =
      std::find_if(kSalaries.begin() + 1, kSalaries.end() - 1,
                   [&](const auto& point) { return share < point.first; });
  const auto [x1, y1] = *std::prev(above);
  const auto [x2, y2] = *above;
  return y1 + (share - x1) * (y2 - y1) / (x2 - x1);
}

const Role& some_role(Dice& dice) {
  std::int64_t ticket = dice.below(100);  // the weights sum to 100
  for (const Role& role : kRoles) {
    if (ticket < role.weight) return role;
    ticket -= role.weight;
  }
  return kRoles.front();
}

std::int64_t some_contracts(Dice& dice) {
  if (!dice.one_in(20)) return 1;
  const std::int64_t ticket = dice.below(10);
  return ticket < 7 ? 2 : ticket < 9 ? 3 : 4;
}

// A value as people type it: now and then a number is missing, and some of those who
// leave it out write a word.
std::string typed(Dice& dice, std::int64_t value, std::int64_t missing_one_in) {
  constexpr std::array<std::string_view, 4> words{"n/a", "?", "unknown", "tbd"};
  if (!dice.one_in(missing_one_in)) return fmt::format("{}", value);
  if (!dice.one_in(12)) return "";
  return std::string(words[static_cast<std::size_t>(dice.below(words.size()))]);
}

// One person's rows. `seat` is the person's place in the list of departments.
void write_person(std::string& csv, std::int64_t id, std::int64_t seat, bool manager,
                  Dice& dice) {
  constexpr std::array<std::int64_t, 10> weekly{40, 40, 40, 40, 40, 38, 35, 30, 20, 10};
  constexpr std::int64_t this_year = 2025;
  std::int64_t age = 18 + dice.below(25);  // one draw a statement: order is the result
  age += dice.below(26);
  const std::string age_typed = typed(dice, age, 100);
  const std::int64_t contracts = manager ? 1 : some_contracts(dice);
  std::int64_t year = this_year - dice.below(std::min<std::int64_t>(age - 17, 35));
  for (std::int64_t contract = 0; contract < contracts; ++contract) {
    if (contract > 0) {
      year += dice.below(this_year - year + 1);
      if (dice.one_in(2))
        seat = kFirstSharedSeat + dice.below(kLastSharedSeat - kFirstSharedSeat + 1);
    }
    const Role& role = manager ? kManager : some_role(dice);
    const std::int64_t share = role.low + dice.below(role.high - role.low);
    const std::int64_t salary = salary_at(share) / contracts / 10 * 10;
    const std::int64_t bonus =
        dice.below(10) < 6 ? 0 : salary * (1 + dice.below(12)) / 1000 * 10;
    const std::int64_t hours = weekly[static_cast<std::size_t>(dice.below(10))];
    const std::int64_t month = 1 + dice.below(12);
    const std::int64_t day = dice.below(10) < 7 ? 1 : 15;
    const std::string salary_typed = typed(dice, salary, 50);
    const std::string bonus_typed = typed(dice, bonus, 500);
    const std::string hours_typed = typed(dice, hours, 500);
    fmt::format_to(std::back_inserter(csv), "{},{},{},{},{}-{:02}-{:02},{},{},{}\n", id,
                   department_at(seat), role.name, age_typed, year, month, day,
                   salary_typed, bonus_typed, hours_typed);
  }
}

std::string payroll(const Options& options) {
  Dice dice(options.seed);
  std::vector<std::int64_t> order(static_cast<std::size_t>(options.people));
  std::iota(order.begin(), order.end(), 0);
  for (std::int64_t i = options.people - 1; i > 0; --i)
    std::swap(order[static_cast<std::size_t>(i)],
              order[static_cast<std::size_t>(dice.below(i + 1))]);

  std::string csv = "employee_id,department,role,age,start_date,salary,bonus,hours\n";
  std::int64_t id = 100'000;
  for (const std::int64_t place : order) {
    const bool manager = place * kManagers % kCity < kManagers;
    write_person(csv, ++id, place * kCity / options.people, manager, dice);
  }
  return csv;
}

template <class Number>
bool parse(std::string_view text, Number& number) {
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

std::optional<Options> refuse(const std::string& sentence) {
  fmt::print(stderr, "payroll: {}\n", sentence);
  return std::nullopt;
}

// Nothing, after one sentence, if the options are wrong.
std::optional<Options> read_options(const std::vector<std::string_view>& words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view name = words[i];
    if (name == "--help") {
      options.help = true;
      continue;
    }
    if (name != "--out" && name != "--people" && name != "--seed")
      return refuse(fmt::format("unknown option '{}'; see payroll --help", name));
    if (++i == words.size()) return refuse(fmt::format("{} needs a value", name));
    const std::string_view value = words[i];
    if (name == "--out") options.out = value;
    if (name == "--people" && !(parse(value, options.people) && options.people >= 1 &&
                                options.people <= kMaxPeople))
      return refuse(fmt::format("--people must be an integer in 1..{}, not '{}'",
                                kMaxPeople, value));
    if (name == "--seed" && !parse(value, options.seed))
      return refuse(
          fmt::format("--seed must be an integer in 0..2^64-1, not '{}'", value));
  }
  return options;
}

bool write(const std::string& text, const std::string& path) {
  std::FILE* file = path.empty() ? stdout : std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && written;
}

}  // namespace

int main(int count, char** words) {
  const auto options = read_options({words + 1, words + count});
  if (!options) return 2;
  const std::string text = options->help ? std::string(kHelp) : payroll(*options);
  const std::string path = options->help ? "" : options->out;
  if (write(text, path)) return 0;
  fmt::print(stderr, "payroll: cannot write {}\n", path.empty() ? "the output" : path);
  return 4;
}
