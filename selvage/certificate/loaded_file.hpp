// The file that this code runs from: the program, or the library that some other
// program (an interpreter, a server) has loaded.
#pragma once
#include <string>

namespace selvage {

// A path that can be read even if the program's file was replaced meanwhile; empty if
// the loader does not tell.
std::string loaded_file();

}  // namespace selvage
