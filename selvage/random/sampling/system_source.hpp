// The source that releases use: exact samplers on the cryptographic keystream.
#pragma once
#include <memory>

#include "selvage/base/result.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {

// May fail before anything is charged (no entropy, a failed self test); what it returns
// cannot.
Result<std::unique_ptr<RandomSource>> make_system_source();

}  // namespace selvage
