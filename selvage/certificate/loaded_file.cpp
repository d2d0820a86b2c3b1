#include "selvage/certificate/loaded_file.hpp"

#include <cstdint>

#include <link.h>

namespace selvage {
namespace {

struct Search {
  std::uintptr_t address;
  bool in_program = true;  // the loader names the program first
  std::string file = {};
};

int look_at(dl_phdr_info* info, std::size_t /*size*/, void* data) {
  auto& search = *static_cast<Search*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || search.address < begin ||
        search.address - begin >= segment.p_memsz)
      continue;
    search.file = search.in_program ? "/proc/self/exe" : info->dlpi_name;
    return 1;
  }
  search.in_program = false;
  return 0;
}

}  // namespace

std::string loaded_file() {
  Search search{reinterpret_cast<std::uintptr_t>(&look_at)};
  dl_iterate_phdr(look_at, &search);
  return search.file;
}

}  // namespace selvage
