#include "selvage/mechanism/outlier/outlier_verbs.hpp"

#include "selvage/mechanism/cells/cells_verbs.hpp"
#include "selvage/mechanism/outlier/outlier_mechanism.hpp"
#include "selvage/mechanism/outlier/outlier_record.hpp"
#include "selvage/mechanism/outlier/profile_planning.hpp"

namespace selvage {
namespace {

std::vector<Field> profile_fields() {
  return {
      {"profile", "STEPS", "instead of `epsilon`: by class size, as 20:0.1,1"},
      {"display", "WORD", "with `profile`: noisy, likely or unbiased (noisy)"},
      {"claim", "WORD", "with `profile`: outlier, or sum for several cells"},
      {"sampled", "RATE", "with `profile`: a guarantee if sampled at this rate"},
      {"known", "N", "people whose presence is already known (0)"},
      {"sampled_delta", "NUMBER", "with `sampled`: the delta of that guarantee (1e-6)"},
      {"mechanism", "WORD", "with `profile`: one of the paper's, for comparison"},
      {"thresholds", "WORD", "with `mechanism`: exact or paper (exact)"}};
}

Result<Planned> plan_count(const std::string& verb, const Asked& asked) {
  auto request = parse_count_request(verb, asked);
  if (!request) return request.error();
  if (!request->profile) return plan_asked(std::move(request->cells));
  auto plan = plan_by_profile(request->cells, *request->profile);
  if (!plan) return plan.error();
  auto mechanism =
      std::make_shared<OutlierMechanism>(request->cells.question, *std::move(plan));
  return planned_of(std::move(request->cells), std::move(mechanism));
}

}  // namespace

std::vector<Verb> outlier_verbs() {
  std::vector<Verb> verbs = counting_verbs();
  for (Verb& verb : verbs) {
    verb.promise +=
        "\n  With `profile` a person in a cell of k people has the profile's epsilon "
        "at k.";
    for (Field& field : profile_fields()) verb.fields.push_back(std::move(field));
    verb.plan = [name = verb.name](const Asked& asked) {
      return plan_count(name, asked);
    };
    verb.read = [by_epsilon = verb.read](const MechanismRecord& record) {
      return tells_of_profile(record) ? read_outlier(record) : by_epsilon(record);
    };
  }
  return verbs;
}

}  // namespace selvage
