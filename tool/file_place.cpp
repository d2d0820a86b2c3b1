#include "tool/file_place.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage::tool {
namespace {

constexpr const char* kStandardOutput = "/dev/stdout";

// "@FILE" and "NAME=@FILE", of one column or of several with commas between them.
void add_lists(const std::string& option, const std::string& words,
               std::vector<ReadFile>& files) {
  for (auto at = words.find('@'); at != std::string::npos;
       at = words.find('@', at + 1)) {
    if (at != 0 && words[at - 1] != '=') continue;
    const std::string what =
        option == "--profile" ? "the file of --profile" : "a list of keys";
    files.push_back({words.substr(at + 1), what});
    const auto comma = words.find(',', at);
    if (comma != std::string::npos)
      files.push_back({words.substr(at + 1, comma - at - 1), what});
  }
}

}  // namespace

std::vector<OutputPlace> outputs_of(const Arguments& arguments,
                                    const std::vector<const char*>& options) {
  std::vector<OutputPlace> outputs;
  for (const char* option : options)
    if (const auto path = arguments.value(option)) outputs.push_back({option, *path});
  return outputs;
}

std::vector<ReadFile> files_of_question(const Question& question) {
  std::vector<ReadFile> files;
  if (const auto table = parse_table_name(question.table))
    files = files_of_table_to_keep(*table);
  for (const DomainColumn& column : question.domain.columns())
    if (const std::string text = column.text(); text.starts_with('@'))
      files.push_back({text.substr(1), "a list of keys"});
  return files;
}

std::vector<ReadFile> files_of_options(const Arguments& arguments) {
  std::vector<ReadFile> files;
  if (const auto key = arguments.value("--key")) {
    files.push_back({*key, "the key"});
    files.push_back({*key + ".pub", "the public key"});
  }
  for (const char* option : {"--passphrase-file", "--domain", "--signer"})
    if (const auto file = arguments.value(option))
      files.push_back({*file, fmt::format("the file of {}", option)});
  if (const auto ledger = arguments.value("--ledger"); ledger && !ledger->empty())
    for (ReadFile& file : files_of_ledger(*ledger)) files.push_back(std::move(file));
  for (const std::string& option : arguments.given())
    for (const std::string& words : arguments.values(option))
      add_lists(option, words, files);
  return files;
}

Outcome check_places(const Arguments& arguments,
                     const std::vector<OutputPlace>& outputs,
                     std::vector<ReadFile> reads) {
  for (ReadFile& file : files_of_options(arguments)) reads.push_back(std::move(file));
  for (const OutputPlace& output : outputs) {
    if (output.path.empty())
      return wrong(fmt::format("{} names no file", output.option));
    for (const OutputPlace& other : outputs)
      if (&other != &output && same_file(output.path, other.path))
        return wrong(fmt::format("{} and {} name the same file '{}'; name two",
                                 output.option, other.option, other.path));
    if (!arguments.has("--out") && same_file(output.path, kStandardOutput))
      return wrong(
          fmt::format("{} '{}' is the file that the output goes to; name another "
                      "file",
                      output.option, output.path));
    if (const auto may = may_write(output.path, reads); !may)
      return Error{may.error().kind, output.option + " " + may.error().message};
  }
  if (arguments.has("--out")) return Done{};
  const auto may = may_write(kStandardOutput, reads);
  return may ? Outcome(Done{})
             : Error{may.error().kind, "the output goes to a file that is needed: " +
                                           may.error().message};
}

}  // namespace selvage::tool
