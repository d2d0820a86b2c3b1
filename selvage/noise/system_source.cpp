#include "selvage/noise/system_source.hpp"

#include "selvage/noise/keystream.hpp"
#include "selvage/noise/sampling_source.hpp"

namespace selvage {

Result<std::unique_ptr<RandomSource>> make_system_source() {
  auto words = Keystream::make();
  if (!words) return words.error();
  std::unique_ptr<RandomSource> source =
      std::make_unique<SamplingSource<Keystream>>(*std::move(words));
  return source;
}

}  // namespace selvage
