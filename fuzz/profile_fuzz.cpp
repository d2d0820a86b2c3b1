// Profiles, "20:0.1,1" or "min(1, k/100)": read, printed, and asked for every class
// size.
#include "fuzz/check.hpp"
#include "selvage/profile/profile.hpp"
#include "selvage/profile/profile_file.hpp"
#include "selvage/profile/profile_formula.hpp"

namespace selvage {
namespace {

// A formula is computed for thousands of class sizes. A fuzzer asks for a few of them,
// and only now and then for all.
bool is_worth_all_sizes(const std::string& text) {
  const bool formula = text.find_first_of("()*k") != std::string::npos ||
                       (text.find_first_of(":,") == std::string::npos &&
                        text.find_first_of("+-/") != std::string::npos);
  return !formula || text.size() % 97 == 5;
}

void try_formula(const std::string& text) {
  const auto formula = ProfileFormula::parse(text);
  if (!formula) {
    check(!formula.error().message.empty(), "an error has a sentence", text);
    return;
  }
  for (const std::int64_t k : {1, 2, 20, 10'000}) {
    const auto value = formula->at(k);
    check(value ? value->sign() >= 0 : !value.error().message.empty(),
          "a value is an epsilon, or has a sentence", text);
  }
}

void try_profile(const std::string& text) {
  const auto profile = parse_profile(text);
  if (!profile) {
    check(!profile.error().message.empty(), "an error has a sentence", text);
    return;
  }
  check(is_profile(*profile), "what is read is a profile", text);
  const std::string printed = profile_text(*profile);
  const auto again = parse_profile(printed);
  check(again && *again == *profile, "the printed profile is the same", printed);
  check(profile_of_lines(printed) == printed, "a file says the same", printed);
  const auto envelope = lower_envelope(*profile);
  check(is_profile(envelope), "an envelope is a profile", printed);
  check(!envelope_note(envelope), "an envelope says what it means", printed);
  ExtendedRational before = 0;
  for (const std::int64_t k : {1, 2, 3, 20, 21, 1000}) {
    const ExtendedRational here = epsilon_at(*profile, k);
    check(here == epsilon_at(envelope, k), "an envelope is the same function", printed);
    check(here >= before, "larger classes have no less epsilon", printed);
    check(here <= most(*profile), "nobody has more than the most", printed);
    check(epsilon_at(add(*profile, *profile, 2), k) == here.times(3), "profiles add",
          printed);
    before = here;
  }
  check(!first_above(envelope, *profile) && !first_above(*profile, envelope),
        "neither is above the other", printed);
}

}  // namespace
}  // namespace selvage

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives this name.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(selvage::as_text(data, size));
  selvage::try_formula(text);
  if (selvage::is_worth_all_sizes(text)) selvage::try_profile(text);
  const std::string line = selvage::profile_of_lines(text);
  if (line != text && selvage::is_worth_all_sizes(line)) selvage::try_profile(line);
  return 0;
}
