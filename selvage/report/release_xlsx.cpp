#include "selvage/report/release_xlsx.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <xlsxwriter.h>

#include "selvage/base/escaped_utf8.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/release/bin_ends.hpp"
#include "selvage/release/delimited_text.hpp"

namespace selvage {
namespace {

constexpr std::size_t kSheetRows = 1'048'575;  // below the names
constexpr std::size_t kLongestCell = 32'000;   // bytes; Excel has 32,767 characters
constexpr std::time_t kNoTime = 315'532'800;   // 1980-01-01, as in the archive itself

// Excel reads _x0041_ as a letter, so an underscore that begins such a word is escaped.
std::string cell_text(const std::string& label) {
  const std::string text = is_utf8(label) ? label : escaped_utf8(label);
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view word = std::string_view(text).substr(i, 7);
    const bool code = word.size() == 7 && word.starts_with("_x") && word.ends_with("_");
    result += code ? "_x005F_" : std::string(1, text[i]);
  }
  return std::string(utf8_part(std::string_view(result).substr(0, kLongestCell)));
}

class Workbook {
 public:
  explicit Workbook(const std::string& path) : book_(workbook_new(path.c_str())) {
    if (book_ == nullptr) return;
    lxw_doc_properties about{};
    about.created = kNoTime;
    workbook_set_properties(book_, &about);
  }
  ~Workbook() { close(); }
  Workbook(const Workbook&) = delete;
  Workbook& operator=(const Workbook&) = delete;

  void add(const Release& release) {
    if (book_ == nullptr) return;
    const std::size_t rows = release.answer.cells.size();
    for (std::size_t first = 0, sheet = 1; first == 0 || first < rows;
         first += kSheetRows, ++sheet)
      add_sheet(release, first, std::min(rows, first + kSheetRows), sheet);
  }
  bool close() {
    lxw_workbook* book = std::exchange(book_, nullptr);
    return book != nullptr && workbook_close(book) == LXW_NO_ERROR;
  }

 private:
  // Numbers as numbers, dates as texts; moves `column` behind them.
  static void add_ends(const Release& release, lxw_worksheet* page, std::size_t first,
                       std::size_t end, lxw_col_t& column) {
    BinEnds bins(release);
    for (std::size_t c = 0; c < bins.columns().size(); ++c, column += 2) {
      const auto& [from_name, to_name, kind] = bins.columns()[c];
      const auto put_end = [&, number = kind == BinEnds::Kind::number](
                               lxw_row_t row, int side, const std::string& words) {
        const auto at = static_cast<lxw_col_t>(column + side);
        if (number && !words.empty() && row > 0)
          worksheet_write_number(page, row, at, std::stod(words), nullptr);
        else if (!words.empty())
          worksheet_write_string(page, row, at, cell_text(words).c_str(), nullptr);
      };
      put_end(0, 0, from_name);
      put_end(0, 1, to_name);
      for (std::size_t i = first; i < end; ++i) {
        const auto [from, to] = bins.ends(release.answer.cells[i], c);
        put_end(static_cast<lxw_row_t>(i - first + 1), 0, from);
        put_end(static_cast<lxw_row_t>(i - first + 1), 1, to);
      }
    }
  }
  void add_sheet(const Release& release, std::size_t first, std::size_t end,
                 std::size_t sheet) {
    const std::string name =
        sheet == 1 ? std::string("release") : fmt::format("release {}", sheet);
    lxw_worksheet* page = workbook_add_worksheet(book_, name.c_str());
    if (page == nullptr) return;
    const Answer& answer = release.answer;
    lxw_col_t column = 0;
    const auto text = [&](std::size_t row, const std::string& words) {
      worksheet_write_string(page, static_cast<lxw_row_t>(row), column,
                             cell_text(words).c_str(), nullptr);
    };
    for (const std::string& label : label_columns(release)) {
      text(0, label);
      for (std::size_t i = first; i < end; ++i)
        text(i - first + 1, answer.domain.label(answer.cells[i], column));
      ++column;
    }
    add_ends(release, page, first, end, column);
    for (std::size_t s = 0; s < answer.numbers.size(); ++s) {
      const Series& series = answer.numbers[s];
      const NumberColumns names = number_columns(release, s);
      const OpenEnds ends = open_ends_of(release, s);
      const auto add_column = [&](const std::string& named, const auto& put) {
        if (named.empty()) return;
        text(0, named);
        for (std::size_t i = first; i < end; ++i)
          put(static_cast<lxw_row_t>(i - first + 1), series.rows[i]);
        ++column;
      };
      const auto add_ends = [&](const std::string& named, auto of_number) {
        add_column(named, [&](lxw_row_t row, const Estimate& number) {
          if (number.known && number.has_interval)
            put(page, row, column, series, number.*of_number);
        });
      };
      add_column(names.value, [&](lxw_row_t row, const Estimate& number) {
        if (number.known) put(page, row, column, series, ends.edge(number.value));
      });
      add_ends(names.lower, &Estimate::lower);
      add_ends(names.upper, &Estimate::upper);
      add_column(names.known, [&](lxw_row_t row, const Estimate& number) {
        worksheet_write_boolean(page, row, column, number.known ? 1 : 0, nullptr);
      });
      add_column(names.beyond, [&](lxw_row_t row, const Estimate& number) {
        const char* beyond = number.known ? ends.beyond(number.value) : "";
        if (*beyond != '\0') worksheet_write_string(page, row, column, beyond, nullptr);
      });
    }
  }

  static void put(lxw_worksheet* page, lxw_row_t row, lxw_col_t column,
                  const Series& series, std::int64_t multiple) {
    if (series.moments) {
      worksheet_write_string(page, row, column, series.text(multiple).c_str(), nullptr);
      return;
    }
    worksheet_write_number(page, row, column, series.real(multiple), nullptr);
  }

  lxw_workbook* book_;
};

std::optional<std::string> all_bytes(int file) {
  std::string bytes;
  std::string block(1 << 16, '\0');
  for (;;) {
    const ssize_t got =
        pread(file, block.data(), block.size(), static_cast<off_t>(bytes.size()));
    if (got < 0) return std::nullopt;
    if (got == 0) return bytes;
    bytes.append(block, 0, static_cast<std::size_t>(got));
  }
}

}  // namespace

// The library writes to names alone, so it is given one that leads to memory.
std::optional<std::string> release_xlsx(const Release& release) {
  const int file = memfd_create("workbook", MFD_CLOEXEC);
  if (file < 0) return std::nullopt;
  Workbook book(fmt::format("/proc/self/fd/{}", file));
  book.add(release);
  auto bytes = book.close() ? all_bytes(file) : std::nullopt;
  close(file);
  return bytes;
}

}  // namespace selvage
