#include "selvage/report/release_text.hpp"

#include "selvage/report/pivot_text.hpp"
#include "selvage/report/table_text.hpp"

namespace selvage {

std::string release_text(const Release& release, const TextStyle& style, bool pivot) {
  return pivot && release.answer.domain.columns().size() >= 2
             ? pivot_text(release, style)
             : table_text(release, style);
}

}  // namespace selvage
