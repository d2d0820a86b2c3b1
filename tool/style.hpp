// How the command line speaks, and how wide and bright its terminal is.
#pragma once
#include "selvage/report/page.hpp"

namespace selvage::tool {

extern const Speech kSpeech;
TextStyle terminal_style();

}  // namespace selvage::tool
