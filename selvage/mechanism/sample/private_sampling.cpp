#include "selvage/mechanism/sample/private_sampling.hpp"

#include <algorithm>

#include "selvage/mechanism/sample/place_draw_law.hpp"

namespace selvage {

std::vector<std::int64_t> private_draws(const std::vector<std::int64_t>& masses,
                                        const Rational& scale, std::int64_t draws,
                                        RandomSource& random) {
  std::vector<std::int64_t> drawn(static_cast<std::size_t>(draws));
  random.draw(drawn, std::make_shared<const PlaceDrawLaw>(masses));
  std::vector<std::int64_t> noise(drawn.size());
  random.discrete_laplace(noise, scale);
  for (std::size_t i = 0; i < drawn.size(); ++i)
    drawn[i] = std::clamp(drawn[i] + noise[i], -kFarthestDraw, kFarthestDraw);
  return drawn;
}

}  // namespace selvage
