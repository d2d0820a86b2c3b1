#include "selvage/base/bounded_json.hpp"
#include "selvage/base/canonical_json.hpp"
#include "selvage/verify/certificate_parts.hpp"

namespace selvage::verify {

bool is_stored_answer(const Certificate& certificate, const std::string& stored) {
  const auto kept = parse_bounded_json(stored);
  if (!kept || !kept->is_object()) return false;
  for (const auto& [name, part] : certificate.json["drawn"].items())
    if (!kept->contains(name) || canonical_json((*kept)[name]) != canonical_json(part))
      return false;
  return true;
}

}  // namespace selvage::verify
