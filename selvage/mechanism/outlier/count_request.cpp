#include "selvage/mechanism/outlier/count_request.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/profile/profile_file.hpp"
#include "selvage/profile/profile_formula.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {
namespace {

constexpr const char* kExampleProfile = "20:0.1,1";

Outcome parse_sampling(const Asked& asked, ProfileRequest& profile) {
  const auto rate = asked.number("sampled", "0.5");
  if (!rate) return rate.error();
  if (!*rate) {
    if (asked.has("known") || asked.has("sampled_delta"))
      return wrong_field(
          "sampled",
          "`known` and `sampled_delta` go with `sampled` RATE, the largest probability "
          "with which a person is in the table",
          "0.5");
    return Done{};
  }
  if ((*rate)->sign() <= 0 || **rate >= 1)
    return wrong_field(
        "sampled",
        fmt::format("`sampled` {} is not a probability between 0 and 1, such as 0.5",
                    (*rate)->short_text()),
        "0.5");
  Sampling sampling{**rate};
  if (asked.text_or("known", "0") != "0") {
    const auto known = asked.whole("known", kMostPeople);
    if (!known) return known.error();
    sampling.known = **known;
  }
  const auto delta = asked.number("sampled_delta", "1e-6");
  if (!delta) return delta.error();
  if (*delta) sampling.delta = **delta;
  profile.sampling = std::move(sampling);
  return Done{};
}

Outcome parse_display(const Asked& asked, ProfileRequest& profile) {
  using Kind = Display::Kind;
  std::vector<std::string> names;
  for (const Kind kind : {Kind::noisy, Kind::likely, Kind::unbiased})
    names.push_back(display_name(kind));
  const auto name = asked.word("display", names);
  if (!name) return name.error();
  for (const Kind kind : {Kind::noisy, Kind::likely, Kind::unbiased})
    if (*name == display_name(kind)) profile.display = kind;
  return Done{};
}

// Without `profile` none of the fields that go with it.
Outcome parse_profile_fields(const Asked& asked, CellsRequest& request,
                             std::optional<ProfileRequest>& result) {
  const auto text = asked.text("profile");
  if (!text) {
    for (const char* field : {"mechanism", "thresholds", "claim", "display", "sampled",
                              "known", "sampled_delta"})
      if (asked.has(field))
        return wrong_field(
            "profile",
            fmt::format("`{}` goes with a profile; add `profile`, for example "
                        "`profile` {}",
                        field, kExampleProfile),
            kExampleProfile);
    return Done{};
  }
  if (asked.has("noise"))
    return wrong_field(
        "noise", "`noise` is for `epsilon`; a profile is met by W, which has its own");
  const auto words = profile_words(*text);
  if (!words) return said_of("profile", words.error(), kExampleProfile);
  auto profile = parse_profile(*words);
  if (!profile) return said_of("profile", profile.error(), kExampleProfile, true);
  if (auto note = envelope_note(*profile)) request.notes.push_back(*std::move(note));
  if (profile->size() > 1 &&
      (*profile)[profile->size() - 2].limit == ProfileFormula::kLargestClass - 1)
    request.notes.push_back(fmt::format(
        "the formula is taken for classes of up to {} people; larger ones have its "
        "value there",
        ProfileFormula::kLargestClass));
  ProfileRequest wanted{.profile = *std::move(profile)};
  if (const auto name = asked.text("mechanism")) {
    const auto mechanism = profile_mechanism(*name);
    if (!mechanism)
      return wrong_field("mechanism", fmt::format("`mechanism` '{}' is not one of {}",
                                                  *name, profile_mechanism_names()));
    wanted.mechanism = *mechanism;
  }
  const auto thresholds = asked.word("thresholds", {"exact", "paper"});
  if (!thresholds) return thresholds.error();
  wanted.paper_thresholds = *thresholds == "paper";
  const auto claim = asked.word("claim", {"outlier", "sum"});
  if (!claim) return claim.error();
  wanted.sum_only = *claim == "sum";
  if (auto done = parse_sampling(asked, wanted); !done) return done;
  if (auto done = parse_display(asked, wanted); !done) return done;
  // A profile counts people: one row in each cell, unless something else was said.
  Person& person = request.plan.reading.person;
  if (!person.column.empty() && !asked.has("per_person") &&
      person.rows_in_cell.value_or(1) == 1)
    person.per_person = PerPerson::first;
  result = std::move(wanted);
  return Done{};
}

}  // namespace

Result<CountRequest> parse_count_request(const std::string& verb, const Asked& asked) {
  std::optional<ProfileRequest> profile;
  const OtherPromise other{"profile", [&](CellsRequest& request) {
                             return parse_profile_fields(asked, request, profile);
                           }};
  auto cells = parse_cells_request(verb, asked, &other);
  if (!cells) return cells.error();
  return CountRequest{*std::move(cells), std::move(profile)};
}

}  // namespace selvage
