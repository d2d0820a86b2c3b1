// Profiles, "20:0.1,1": read, printed, and asked for every class size.
#include "fuzz/check.hpp"
#include "selvage/law/profile.hpp"

namespace selvage {
namespace {

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
  const auto envelope = lower_envelope(*profile);
  check(is_profile(envelope), "an envelope is a profile", printed);
  Rational before = 0;
  for (const std::int64_t k : {1, 2, 3, 20, 21, 1000}) {
    const Rational here = epsilon_at(*profile, k);
    check(here == epsilon_at(envelope, k), "an envelope is the same function", printed);
    check(here >= before, "larger classes have no less epsilon", printed);
    check(here <= most(*profile), "nobody has more than the most", printed);
    check(epsilon_at(add(*profile, *profile, 2), k) == here * 3, "profiles add",
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
  selvage::try_profile(std::string(selvage::as_text(data, size)));
  return 0;
}
