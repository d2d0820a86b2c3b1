#include "selvage/verbs/verbs.hpp"

#include "selvage/mechanism/cells/cells_verbs.hpp"
#include "selvage/mechanism/extremes/extremes_verbs.hpp"
#include "selvage/mechanism/outlier/outlier_verbs.hpp"
#include "selvage/mechanism/quantile/quantile_verbs.hpp"

namespace selvage {

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> all = [] {
    std::vector<Verb> list;
    for (const auto& family :
         {outlier_verbs(), cells_verbs(), quantile_verbs(), extremes_verbs()})
      list.insert(list.end(), family.begin(), family.end());
    return list;
  }();
  return all;
}

const Verb* find_verb(const std::string& name) {
  for (const Verb& verb : verbs())
    if (verb.name == name) return &verb;
  return nullptr;
}

}  // namespace selvage
