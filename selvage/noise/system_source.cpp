#include "selvage/noise/system_source.hpp"

#include "selvage/inversion/filter_self_test.hpp"
#include "selvage/noise/sampling_source.hpp"
#include "selvage/stream/keystream.hpp"

namespace selvage {

Result<std::unique_ptr<RandomSource>> make_system_source() {
  auto words = Keystream::make();
  if (!words) return words.error();
  if (!passes_self_test(filter_kernels()[0]))
    return Error{ErrorKind::unreadable,
                 "this machine's floating-point arithmetic does not give the numbers "
                 "stored in the program; with such arithmetic nothing can be released"};
  std::unique_ptr<RandomSource> source =
      std::make_unique<SamplingSource<Keystream>>(*std::move(words));
  return source;
}

}  // namespace selvage
