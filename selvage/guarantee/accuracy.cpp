#include "selvage/guarantee/accuracy.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace selvage {

std::string distortion_name(Distortion distortion) {
  switch (distortion) {
    case Distortion::none:
      return "none";
    case Distortion::drop:
      return "drop";
    case Distortion::move:
      return "move";
    case Distortion::drop_move:
      return "drop_move";
  }
  return {};
}

std::optional<Distortion> read_distortion(const std::string& name) {
  for (const auto distortion :
       {Distortion::none, Distortion::drop, Distortion::move, Distortion::drop_move})
    if (name == distortion_name(distortion)) return distortion;
  return std::nullopt;
}

std::string sentence(const Accuracy& a) {
  std::string text =
      fmt::format("{} at most {}, {}", a.metric, a.beta.text(),
                  a.gamma.sign() == 0 ? "for certain"
                                      : "except with probability " + a.gamma.text());
  if (a.distortion != Distortion::none)
    text += fmt::format(", after a {} of at most {}", distortion_name(a.distortion),
                        a.alpha.text());
  return text;
}

nlohmann::ordered_json to_json(const Accuracy& a) {
  return {{"alpha", a.alpha.text()},
          {"beta", a.beta.text()},
          {"gamma", a.gamma.text()},
          {"distortion", distortion_name(a.distortion)},
          {"metric", a.metric}};
}

}  // namespace selvage
