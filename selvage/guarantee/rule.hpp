// One theorem as a pure function, with all that others ask of it. A rule stands in the
// table of its family and nowhere else; a family is one line here and in rules.cpp.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "selvage/guarantee/derivation.hpp"

namespace selvage {

enum class InputType { number, text, profile };        // as in RuleInput
enum class InputCount { one, at_most_one, numbered };  // numbered: NAME1, NAME2, ...

struct InputField {
  // NOLINTNEXTLINE(google-explicit-constructor): most are a number with a name.
  constexpr InputField(const char* its_name, InputType its_type = InputType::number,
                       InputCount its_count = InputCount::one)
      : name(its_name), type(its_type), count(its_count) {}
  const char* name;
  InputType type;
  InputCount count;
};

constexpr InputField optional_input(const char* name) {
  return {name, InputType::number, InputCount::at_most_one};
}
constexpr InputField numbered_inputs(const char* name) {
  return {name, InputType::number, InputCount::numbered};
}
inline constexpr InputField kTimesInputs =
    numbered_inputs("times_");  // one for each premise
inline constexpr InputField kProfileInput = {"profile", InputType::profile};
inline constexpr InputField kPartitionInput = {"partition", InputType::text};
inline constexpr InputField kNeighboursInput = {"neighbours", InputType::text};

struct Rule {
  const char* name;
  const char* theorem;
  const char* says;                // one sentence, without a full stop
  std::vector<InputField> inputs;  // in this order
  // Is given inputs that fit the list above.
  Result<Guarantee> (*conclude)(const Inputs&, const std::vector<Guarantee>&);
  // Rough steps to compute it anew: a checker refuses what would take minutes.
  double (*work)(const Inputs&, const std::vector<Guarantee>&) = nullptr;
  // Some theorems need more of a premise than what it promises: how it was made.
  bool (*takes)(const Inputs&, const std::vector<Derivation>&) = nullptr;
};

std::span<const Rule> noise_rules();           // T4, T22, T25, T31
std::span<const Rule> composition_rules();     // T6, T7, T23 to T29
std::span<const Rule> outlier_rules();         // T36, T60 to T67
std::span<const Rule> threshold_rules();       // T68
std::span<const Rule> quantile_rules();        // T91, T97, T115
std::span<const Rule> extremes_rules();        // T103, T105
std::span<const Rule> clamped_sum_rules();     // T107, T108
std::span<const Rule> stable_value_rules();    // T125
std::span<const Rule> tested_release_rules();  // T127, T188
std::span<const Rule> block_rules();           // T140
std::span<const Rule> neighbour_rules();       // T159, T186, T189
std::span<const Rule> drop_only_rules();       // T162
std::span<const Rule> random_dp_rules();       // T232, T238
std::span<const Rule> sampled_scale_rules();   // T331, T332
std::span<const Rule> robust_rules();          // T214, T215
std::span<const Rule> private_draw_rules();    // T310, T311

std::vector<std::span<const Rule>> rule_families();
// None if there is no rule of that name.
const Rule* find_rule(const std::string& name);

// What is wrong with inputs: one that is missing, not known, of another type, not in
// its place, or a profile that is none, promises nothing or is not its own lower
// envelope. None if they are those of the rule.
std::optional<Error> fault_of_inputs(const Rule& rule, const Inputs& inputs);
// The same for a rule of this name that takes these.
std::optional<Error> fault_of_inputs(const std::string& name,
                                     const std::vector<InputField>& fields,
                                     const Inputs& inputs);

// A name as a sentence shows it: it may come from a file that anybody wrote.
std::string plain_name(const std::string& name);

// What rules share.

Error misapplied(const std::string& why);

// How often each premise counts: the inputs times_1, times_2, ..., whole numbers from 1
// to 2^30. Empty if they are not that, or not one for each premise.
std::vector<std::int64_t> read_times(const Inputs& inputs, std::size_t premises);
void append_times(Inputs& inputs, const std::vector<std::int64_t>& times);

// A sum of promises as it is, or rounded up to 40 decimals where its denominator has
// grown so long that nobody reads it. A promise may be larger than need be.
Rational written_sum(const Rational& sum);

// Those that the input `neighbours` names; none where it names none.
std::optional<Neighbours> neighbours_in(const Inputs& inputs);

// All premises speak of the same neighbours, and there is one at least.
bool same_neighbours(const std::vector<Guarantee>& premises);

}  // namespace selvage
