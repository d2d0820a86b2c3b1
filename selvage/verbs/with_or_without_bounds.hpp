// One verb of two that answer the same question, one with bounds and one without: what
// is asked decides which of them plans, and the question of a certificate which of them
// reads.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

// Requires verbs of one name. The text of it is that of the one with bounds.
Verb with_or_without_bounds(Verb with, Verb without);

}  // namespace selvage
