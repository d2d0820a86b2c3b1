#include "selvage/guarantee/accuracy.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace selvage {
namespace {

std::string name(Distortion distortion) {
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

}  // namespace

std::string sentence(const Accuracy& a) {
  std::string text = fmt::format("{} at most {}, except with probability {}", a.metric,
                                 a.beta.text(), a.gamma.text());
  if (a.distortion != Distortion::none)
    text +=
        fmt::format(", after a {} of at most {}", name(a.distortion), a.alpha.text());
  return text;
}

nlohmann::ordered_json to_json(const Accuracy& a) {
  return {{"alpha", a.alpha.text()},
          {"beta", a.beta.text()},
          {"gamma", a.gamma.text()},
          {"distortion", name(a.distortion)},
          {"metric", a.metric}};
}

}  // namespace selvage
