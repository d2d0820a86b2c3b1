// Which files a command writes and reads, by its words; may_write decides whether they
// get on together.
#pragma once
#include <string>
#include <vector>

#include "selvage/engine/may_write.hpp"
#include "selvage/question/question.hpp"
#include "tool/arguments.hpp"

namespace selvage::tool {

// A file that an option names to be written.
struct OutputPlace {
  std::string option;  // "--out"
  std::string path;
};

// Of these options, those that are given.
std::vector<OutputPlace> outputs_of(const Arguments& arguments,
                                    const std::vector<const char*>& options);

// The table of a question, where it names one, and the lists of keys of its domain.
std::vector<ReadFile> files_of_question(const Question& question);

// All that any option names to be read: keys, domains, ledgers, lists behind an @. The
// word without an option is the caller's.
std::vector<ReadFile> files_of_options(const Arguments& arguments);

// Refuses an output without a name, one that may not be written beside these and what
// the options name, and two in one place. Where nothing goes to --out, the standard
// output is one.
Outcome check_places(const Arguments& arguments,
                     const std::vector<OutputPlace>& outputs,
                     std::vector<ReadFile> reads);

}  // namespace selvage::tool
