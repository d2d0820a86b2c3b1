#include "selvage/certificate/loaded_file.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(LoadedFile, OfAProgramIsTheProgram) { EXPECT_EQ(loaded_file(), "/proc/self/exe"); }

// As in an interpreter: the same code in a library that this program opens.
TEST(LoadedFile, OfALibraryIsTheLibraryAndNotTheProgramAroundIt) {
  void* library = dlopen(SELVAGE_LOADED_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  using Function = const char*();
  auto* file = reinterpret_cast<Function*>(dlsym(library, "file_of_this_library"));
  ASSERT_NE(file, nullptr);
  EXPECT_STREQ(file(), SELVAGE_LOADED_LIBRARY);
  dlclose(library);
}

}  // namespace
}  // namespace selvage
