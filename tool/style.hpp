// How the command line speaks, and how wide and bright its terminal is.
#pragma once
#include "selvage/report/page.hpp"

namespace selvage::tool {

extern const Speech kSpeech;
TextStyle terminal_style();
// Safe to print, in lines as wide as the terminal, each with its line end.
std::string wrapped(const std::string& words);

}  // namespace selvage::tool
