#include "selvage/profile/profile.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/profile/profile_formula.hpp"

namespace selvage {
namespace {

constexpr std::size_t kMaxText = 2'000'000;
// A formula may have another value in each class size.
constexpr std::size_t kMaxSteps = ProfileFormula::kLargestClass;
constexpr std::size_t kMostBits = 512;  // of an epsilon, so that the text fits again

constexpr const char* kExample =
    "write for example 20:0.1,1 for 0.1 in classes of at most 20 people and 1 in "
    "larger ones, or a formula in k as min(1, 0.1 + k/100)";

Error refuse(const std::string& why) {
  return wrong(fmt::format("{}; {}", why, kExample));
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::optional<std::int64_t> parse_limit(std::string_view text) {
  std::int64_t limit = 0;
  const auto [end, code] =
      std::from_chars(text.data(), text.data() + text.size(), limit);
  if (code != std::errc() || end != text.data() + text.size() || limit < 1)
    return std::nullopt;
  return limit;
}

Result<ProfileStep> parse_step(std::string_view text) {
  const auto colon = text.find(':');
  const bool limited = colon != std::string_view::npos;
  const std::string_view before = limited ? trimmed(text.substr(0, colon)) : "";
  const std::string_view after = trimmed(limited ? text.substr(colon + 1) : text);
  ProfileStep step;
  if (limited) {
    step.limit = parse_limit(before);
    if (!step.limit)
      return refuse(
          fmt::format("the limit '{}' of the profile is not a whole number of people, "
                      "1 or more",
                      before.substr(0, 40)));
  }
  const auto epsilon = ExtendedRational::parse(after);
  if (!epsilon || epsilon->sign() < 0)
    return refuse(fmt::format(
        "the epsilon '{}' of the profile is neither a number, 0 or more, nor inf",
        after.substr(0, 40)));
  if (!epsilon->is_infinite() && epsilon->finite().bits() > kMostBits)
    return refuse(fmt::format("the epsilon '{}' of the profile has too many digits",
                              after.substr(0, 40)));
  step.epsilon = *epsilon;
  return step;
}

// A step without a limit comes last.
bool comes_before(const ProfileStep& a, const ProfileStep& b) {
  return a.limit && (!b.limit || *a.limit < *b.limit);
}

// A text with one of these is no list of steps.
bool looks_like_formula(std::string_view text) {
  if (text.find_first_of("()*k") != std::string_view::npos) return true;
  return text.find_first_of(":,") == std::string_view::npos &&
         !ExtendedRational::parse(trimmed(text)) &&
         text.find_first_of("+-/") != std::string_view::npos;
}

Result<std::vector<ProfileStep>> parse_steps(std::string_view text) {
  std::vector<ProfileStep> profile;
  std::string_view rest = text;
  for (bool more = true; more;) {
    const auto comma = rest.find(',');
    auto step = parse_step(rest.substr(0, comma));
    if (!step) return step.error();
    profile.push_back(*std::move(step));
    if (profile.size() > kMaxSteps)
      return refuse(fmt::format("the profile has more than {} steps", kMaxSteps));
    more = comma != std::string_view::npos;
    if (more) rest.remove_prefix(comma + 1);
  }
  const auto unlimited = std::count_if(profile.begin(), profile.end(),
                                       [](const auto& step) { return !step.limit; });
  if (unlimited == 0)
    return refuse("the profile has no value without a limit, for the larger classes");
  if (unlimited > 1)
    return refuse(
        fmt::format("the profile has {} values without a limit, and one is "
                    "wanted",
                    unlimited));
  std::sort(profile.begin(), profile.end(), comes_before);
  for (std::size_t i = 1; i < profile.size(); ++i)
    if (profile[i].limit && profile[i].limit == profile[i - 1].limit)
      return refuse(
          fmt::format("the profile has the limit {} twice", *profile[i].limit));
  return profile;
}

// Calls use(first class size, limit, epsilon of a, epsilon of b) for each range of
// class sizes in which neither envelope changes, in order, until it says false.
template <class Use>
void each_range(const std::vector<ProfileStep>& a, const std::vector<ProfileStep>& b,
                const Use& use) {
  const auto one = lower_envelope(a), two = lower_envelope(b);
  std::int64_t first = 1;
  for (std::size_t i = 0, j = 0; i < one.size() && j < two.size();) {
    const auto limit = comes_before(two[j], one[i]) ? two[j].limit : one[i].limit;
    if (!use(first, limit, one[i].epsilon, two[j].epsilon)) return;
    if (!limit) return;
    first = *limit < INT64_MAX ? *limit + 1 : *limit;
    i += one[i].limit == limit;
    j += two[j].limit == limit;
  }
}

}  // namespace

Result<std::vector<ProfileStep>> parse_profile(const std::string& text) {
  if (trimmed(text).empty()) return refuse("the profile is empty");
  if (text.size() > kMaxText)
    return refuse(fmt::format("the profile is longer than {} characters", kMaxText));
  auto profile = Result<std::vector<ProfileStep>>(std::vector<ProfileStep>{});
  if (looks_like_formula(text)) {
    const auto formula = ProfileFormula::parse(text);
    if (!formula) return formula.error();
    profile = formula->steps();
  } else {
    profile = parse_steps(text);
  }
  if (profile && lower_envelope(*profile).back().epsilon.sign() == 0)
    return refuse(
        "the profile comes to 0 in classes of every size, for its last value holds for "
        "smaller classes too, and then nothing could be published about anybody");
  return profile;
}

std::string profile_text(const std::vector<ProfileStep>& profile) {
  std::string text;
  for (const ProfileStep& step : profile) {
    if (!text.empty()) text += ',';
    if (step.limit) text += fmt::format("{}:", *step.limit);
    text += step.epsilon.text();
  }
  return text;
}

std::string short_profile_text(const std::vector<ProfileStep>& profile) {
  constexpr std::size_t kShownSteps = 6;
  if (profile.size() <= kShownSteps) return profile_text(profile);
  const std::vector<ProfileStep> first(profile.begin(),
                                       profile.begin() + kShownSteps - 1);
  return fmt::format("{},...,{} ({} steps)", profile_text(first),
                     profile.back().epsilon.text(), profile.size());
}

bool is_profile(const std::vector<ProfileStep>& profile) {
  if (profile.empty() || profile.back().limit) return false;
  for (std::size_t i = 0; i < profile.size(); ++i) {
    if (profile[i].epsilon.sign() < 0) return false;
    if (i + 1 < profile.size() && (!profile[i].limit || *profile[i].limit < 1 ||
                                   !comes_before(profile[i], profile[i + 1])))
      return false;
  }
  return true;
}

ExtendedRational epsilon_at(const std::vector<ProfileStep>& profile, std::int64_t k) {
  assert(is_profile(profile) && k >= 1);
  ExtendedRational least = profile.back().epsilon;
  for (auto step = profile.rbegin(); step != profile.rend(); ++step)
    if (!step->limit || *step->limit >= k) least = std::min(least, step->epsilon);
  return least;
}

std::vector<ProfileStep> lower_envelope(const std::vector<ProfileStep>& profile) {
  assert(is_profile(profile));
  std::vector<ProfileStep> envelope;  // from the largest classes down
  for (auto step = profile.rbegin(); step != profile.rend(); ++step)
    if (envelope.empty() || step->epsilon < envelope.back().epsilon)
      envelope.push_back(*step);
  std::reverse(envelope.begin(), envelope.end());
  return envelope;
}

std::optional<std::string> envelope_note(const std::vector<ProfileStep>& profile) {
  assert(is_profile(profile));
  for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
    const ProfileStep &small = profile[i], &large = profile[i + 1];
    if (small.epsilon <= large.epsilon) continue;
    return fmt::format(
        "the profile gives larger classes more protection than smaller ones: {} in "
        "classes of at most {} people, {} in {}; who is in a small class is in one of "
        "at "
        "most any larger number too, so its lower envelope is used: {}",
        small.epsilon.short_text(), *small.limit, large.epsilon.short_text(),
        large.limit ? fmt::format("classes of at most {}", *large.limit)
                    : std::string("larger ones"),
        short_profile_text(lower_envelope(profile)));
  }
  return std::nullopt;
}

ExtendedRational most(const std::vector<ProfileStep>& profile) {
  assert(is_profile(profile));
  return profile.back().epsilon;
}

std::vector<ProfileStep> add(const std::vector<ProfileStep>& profile,
                             const std::vector<ProfileStep>& other,
                             std::int64_t times) {
  std::vector<ProfileStep> sum;
  each_range(profile, other, [&](auto, auto limit, const auto& a, const auto& b) {
    sum.push_back({limit, a + b.times(times)});
    return true;
  });
  return lower_envelope(sum);
}

std::optional<std::int64_t> first_above(const std::vector<ProfileStep>& profile,
                                        const std::vector<ProfileStep>& cap) {
  std::optional<std::int64_t> found;
  each_range(profile, cap, [&](auto first, auto, const auto& a, const auto& b) {
    if (a > b) found = first;
    return !found;
  });
  return found;
}

}  // namespace selvage
