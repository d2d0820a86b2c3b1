// A library that a test loads.
#include "selvage/certificate/loaded_file.hpp"

extern "C" __attribute__((visibility("default"))) const char* file_of_this_library() {
  static const std::string file = selvage::loaded_file();
  return file.c_str();
}
