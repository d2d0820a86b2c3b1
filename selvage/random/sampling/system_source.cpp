#include "selvage/random/sampling/system_source.hpp"

#include "selvage/base/errors.hpp"
#include "selvage/random/inversion/filter_self_test.hpp"
#include "selvage/random/sampling/sampling_source.hpp"
#include "selvage/random/stream/keystream.hpp"

namespace selvage {

Result<std::unique_ptr<RandomSource>> make_system_source() {
  auto words = Keystream::make();
  if (!words) return words.error();
  // The fastest kernel takes the batches, the plain one what they leave over.
  if (!passes_self_test(filter_kernels().front()) ||
      !passes_self_test(filter_kernels().back()))
    return unreadable(
        "this machine's floating-point arithmetic does not give the numbers "
        "stored in the program; with such arithmetic nothing can be released");
  if (mpfr_buildopt_tls_p() == 0)
    return unreadable(
        "the MPFR library of this machine was built without thread-local state; "
        "its bounds could be wrong in a program with threads, so nothing can be "
        "released");
  std::unique_ptr<RandomSource> source =
      std::make_unique<SamplingSource<Keystream>>(*std::move(words));
  return source;
}

}  // namespace selvage
