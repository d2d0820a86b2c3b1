// Every place a release goes to: the screen or a file, a picture, JSON, a certificate.
// All are opened before the table is. The same for a release that is read back.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "selvage/mechanism/verb.hpp"
#include "selvage/release/release.hpp"
#include "tool/arguments.hpp"
#include "tool/file_place.hpp"
#include "tool/output.hpp"

namespace selvage::tool {

// Made of the released counts, and shown beside them.
enum class CountsBeside { none, consistent, projected, sparse };

struct Look {
  std::string format;
  bool pivot = false;
  std::size_t most_rows = 0;          // of a table
  bool rows_asked = false;            // and of a picture, if that was said
  std::string title = {};             // instead of the words of the question
  std::set<std::string> hidden = {};  // places that are not shown
  CountsBeside beside = CountsBeside::none;
  std::optional<std::int64_t> total = std::nullopt;  // public, of projected counts
};

struct Outputs {
  Look look;
  std::optional<OutputFile> main, plot, json, certificate;

  // Warnings and the ledger's line go to the error output, unless the table with them
  // stands there already: on the terminal, or in the same file.
  // Requires check_beside.
  Outcome write(const Release& made);
};

// What the options ask for beside the counts; refuses two of them.
Result<CountsBeside> counts_beside(const Arguments& arguments);
// Whether these can be made of such a release; the second before any data.
Outcome check_beside(CountsBeside beside, const Release& release);
Outcome check_beside(CountsBeside beside, const Planned& planned);

// The options of every verb that shows a release. `counts`: whether it can be one of
// which there are counts beside; `groups`: or one of cells of several columns.
std::vector<Option> output_options(bool counts = true, bool groups = true);

// Refuses a format that cannot be written, outputs that would write over one of the
// files that are read, and two outputs in one place. `columns`: of the domain.
Result<Outputs> open_outputs(const Arguments& arguments, std::vector<ReadFile> reads,
                             std::size_t columns);

}  // namespace selvage::tool
