#include "selvage/guarantee/derivation_text.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/bounded_json.hpp"
#include "selvage/base/canonical_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/whole_number.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostBits = 8192;  // of an input; longer ones only take time
constexpr int kMaxDepth = 64;  // a derivation is a page of text; this is a hostile file

Error unread(const std::string& what) {
  return unreadable(fmt::format("this is no derivation: {}", what));
}

// The fields of one object. The first that is missing or of another type is kept as the
// error, so that a promise is read in one expression and asked once.
class Fields {
 public:
  explicit Fields(const Json& json) : json_(json) {}

  Rational rational(const char* name) {
    const auto text = string(name);
    if (error_) return 0;
    auto value = Rational::parse(text);
    if (!value) fail(name);
    return value ? *std::move(value) : Rational(0);
  }
  std::string string(const char* name) {
    const Json* found = find(name);
    if (found != nullptr && found->is_string()) return found->get<std::string>();
    fail(name);
    return {};
  }
  std::int64_t whole(const char* name) {
    const Json* found = find(name);
    if (found != nullptr)
      if (const auto number = whole_number(*found)) return *number;
    fail(name);
    return 0;
  }
  const Json& part(const char* name) {
    static const Json none;
    const Json* found = find(name);
    if (found == nullptr) fail(name);
    return found != nullptr ? *found : none;
  }
  void fail(const char* name) {
    if (!error_) error_ = unread(fmt::format("its '{}' is missing or no value", name));
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  const Json* find(const char* name) const {
    if (!json_.is_object()) return nullptr;
    const auto at = json_.find(name);
    return at != json_.end() ? &*at : nullptr;
  }
  const Json& json_;
  std::optional<Error> error_;
};

std::vector<ProfileStep> read_profile(Fields& fields) {
  std::vector<ProfileStep> profile;
  const Json& steps = fields.part("profile");
  if (!steps.is_array()) fields.fail("profile");
  for (const Json& step : steps) {
    const bool is_step = step.is_array() && step.size() == 2 && step[1].is_string() &&
                         (step[0].is_null() || whole_number(step[0]));
    const auto epsilon = is_step ? ExtendedRational::parse(step[1].get<std::string>())
                                 : Result<ExtendedRational>(unread("a step"));
    if (!epsilon) {
      fields.fail("profile");
      break;
    }
    profile.push_back(
        {step[0].is_null() ? std::nullopt : whole_number(step[0]), *epsilon});
  }
  return profile;
}

std::optional<Promise> read_promise(const std::string& kind, Fields& f) {
  // Braces: the fields are read from left to right.
  if (kind == "dp") return DpPromise{f.rational("epsilon"), f.rational("delta")};
  if (kind == "zcdp") return ZcdpPromise{f.rational("rho")};
  if (kind == "outlier")
    return OutlierPromise{read_profile(f), f.rational("delta"), f.string("partition")};
  if (kind == "random_dp")
    return RandomDpPromise{f.rational("alpha"), f.rational("eta"), f.rational("gamma")};
  if (kind == "robust")
    return RobustPromise{f.rational("rho"), f.rational("theta"), f.rational("epsilon"),
                         f.rational("delta")};
  if (kind == "distributional")
    return DistributionalPromise{f.rational("rate_low"), f.rational("rate_high"),
                                 f.whole("known"), f.rational("epsilon"),
                                 f.rational("delta")};
  if (kind == "group")
    return GroupPromise{f.whole("people"), f.whole("size"), f.rational("epsilon"),
                        f.rational("delta"), f.string("partition")};
  if (kind == "substitution")
    return SubstitutionPromise{f.whole("from"), f.whole("to"), f.rational("epsilon"),
                               f.rational("delta"), f.string("partition")};
  if (kind == "crowd_blending")
    return CrowdBlendingPromise{f.whole("crowd"), f.rational("epsilon"),
                                f.rational("delta")};
  if (kind == "laplace_loss")
    return LaplaceLossPromise{f.rational("scale"), f.whole("shift")};
  if (kind == "gaussian_loss")
    return GaussianLossPromise{f.rational("variance"), f.whole("shift")};
  return std::nullopt;
}

std::optional<Neighbours> read_neighbours(const std::string& name) {
  for (const auto neighbours :
       {Neighbours::add_remove_person, Neighbours::replace_person})
    if (name == neighbours_name(neighbours)) return neighbours;
  return std::nullopt;
}

bool is_short(const RuleInput& input) {
  if (const auto* number = std::get_if<Rational>(&input))
    return number->bits() <= kMostBits;
  if (const auto* profile = std::get_if<std::vector<ProfileStep>>(&input))
    return std::all_of(profile->begin(), profile->end(), [](const ProfileStep& step) {
      return step.epsilon.is_infinite() || step.epsilon.finite().bits() <= kMostBits;
    });
  return true;
}

// {"name": ..., "number": ...}, or a text or a profile there.
Result<std::pair<std::string, RuleInput>> read_input(const Json& json) {
  Fields fields(json);
  std::pair<std::string, RuleInput> input{fields.string("name"), 0};
  if (json.size() != 2) fields.fail("inputs");
  if (json.contains("text"))
    input.second = fields.string("text");
  else if (json.contains("profile"))
    input.second = read_profile(fields);
  else
    input.second = fields.rational("number");
  if (fields.error()) return *fields.error();
  if (!is_short(input.second)) return unread("a number has too many digits");
  return input;
}

Result<Derivation> read_node(const Json& json, int depth) {
  if (depth > kMaxDepth) return unread("its tree is too deep");
  Fields fields(json);
  Derivation node;
  node.rule = fields.string("rule");
  const Json& premises = fields.part("premises");
  if (!premises.is_array()) fields.fail("premises");
  const Json& conclusion = fields.part("conclusion");
  const Json& inputs_json = fields.part("inputs");
  if (fields.error()) return *fields.error();
  auto inputs = read_inputs(inputs_json);
  if (!inputs) return inputs.error();
  node.inputs = *std::move(inputs);
  for (const Json& premise : premises) {
    auto below = read_node(premise, depth + 1);
    if (!below) return below.error();
    node.premises.push_back(*std::move(below));
  }
  auto guarantee = read_guarantee(conclusion);
  if (!guarantee) return guarantee.error();
  node.conclusion = *std::move(guarantee);
  return node;
}

}  // namespace

std::string derivation_text(const Derivation& derivation) {
  return canonical_json(to_json(derivation));
}

Result<Inputs> read_inputs(const Json& json) {
  if (!json.is_array()) return unread("its 'inputs' are no list");
  Inputs inputs;
  for (const Json& one : json) {
    auto input = read_input(one);
    if (!input) return input.error();
    inputs.push_back(*std::move(input));
  }
  return inputs;
}

Result<Guarantee> read_guarantee(const Json& json) {
  Fields fields(json);
  const auto neighbours = read_neighbours(fields.string("neighbours"));
  const std::string kind = fields.string("kind");
  if (fields.error()) return *fields.error();
  auto promise = read_promise(kind, fields);
  if (fields.error()) return *fields.error();
  if (!promise || !neighbours) return unread("it promises nothing known");
  return Guarantee{*std::move(promise), *neighbours};
}

Result<Derivation> read_derivation(const Json& json) { return read_node(json, 0); }

Result<Derivation> parse_derivation(std::string_view text) {
  const auto json = parse_bounded_json(text);
  if (!json) return unread("it is not JSON");
  return read_derivation(*json);
}

}  // namespace selvage
