// The source that releases use: reference samplers on the cryptographic keystream.
#pragma once
#include <memory>

#include "selvage/noise/random_source.hpp"

namespace selvage {

// May fail before anything is charged (no entropy); what it returns cannot.
Result<std::unique_ptr<RandomSource>> make_system_source();

}  // namespace selvage
