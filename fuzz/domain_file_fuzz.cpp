// The TOML file of a table's public domain. It is read by path, so every input is
// written to a file in a folder of its own, beside one key file.
#include <filesystem>
#include <fstream>
#include <set>

#include "fuzz/check.hpp"
#include "selvage/question/domain_file.hpp"

namespace selvage {
namespace {

// In memory where there is such a place.
class Folder {
 public:
  Folder() {
    const std::filesystem::path memory = "/dev/shm";
    const bool is_there = std::filesystem::is_directory(memory);
    std::string name = (is_there ? memory : std::filesystem::temp_directory_path()) /
                       "selvage_fuzz.XXXXXX";
    check(mkdtemp(name.data()) != nullptr, "there is a folder", name);
    path_ = name;
    write("keys.txt", "north\nsouth\n");
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string write(const char* name, std::string_view bytes) const {
    std::string path = path_ / name;
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    check(!file.fail(), "the folder can be written", path);
    return path;
  }

 private:
  std::filesystem::path path_;
};

// "@FILE" names any file, with escapes as in "\u0040". Only plain names are tried:
// they stay in the folder.
bool may_leave_the_folder(std::string_view text) {
  const bool names_files = text.find('@') != std::string_view::npos ||
                           text.find("0040") != std::string_view::npos;
  return names_files && text.find_first_of("/\\") != std::string_view::npos;
}

void try_columns(const DomainFile& file) {
  std::set<std::string> names;
  for (const DomainFile::Column& column : file.columns) {
    check(names.insert(column.name).second, "a column has its name once", column.name);
    if (!column.values) continue;
    const DomainColumn values{column.name, *column.values, column.drop_missing};
    check(values.places() > 0 && !values.text().empty(), "values have a text",
          column.name);
    check(!values.label(0).empty(), "a place has a label", values.text());
  }
}

void try_file(std::string_view text) {
  static const Folder folder;
  if (may_leave_the_folder(text)) return;
  const auto file = read_domain_file(folder.write("public.toml", text));
  if (file)
    try_columns(*file);
  else
    check(!file.error().message.empty(), "an error has a sentence", std::string(text));
}

}  // namespace
}  // namespace selvage

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives this name.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  selvage::try_file(selvage::as_text(data, size));
  return 0;
}
