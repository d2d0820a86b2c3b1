// The draws of one release: the guard's counts, the quantiles of each group that
// passes, the counts of the check.
#include <cassert>
#include <numeric>

#include "selvage/mechanism/quantile/quantile.hpp"
#include "selvage/mechanism/quantile/seen_table.hpp"

namespace selvage {
namespace {

QuantileRank rank_of(const Rational& at) {
  return {at.numerator().to_int64().value(), at.denominator().to_int64().value()};
}

// One group: what is seen of it, and how to see the rest.
class GroupDraws {
 public:
  using ReadAll = std::function<Result<RankWindow>()>;

  GroupDraws(std::span<const RankWindow> windows, const TiedPrior& prior,
             RandomSource& random, ReadAll read_all)
      : prior_(prior),
        random_(random),
        read_all_(std::move(read_all)),
        table_(windows, prior, by_source()) {}

  // A tied code from `first` to `end`, the latter not included; none after an error.
  std::optional<TiedCode> draw(const QuantileTerms& terms, TiedCode first,
                               TiedCode end) {
    if (first == end) return first;
    const auto rows = part(terms.rank, first, end);
    if (!rows) return std::nullopt;
    const auto all = [&](WordStream& words) -> std::optional<SeenRows> {
      if (!see_all(by_words(words))) return std::nullopt;
      return table_.part(first, end, terms.rank);
    };
    const std::int64_t code =
        draw_from(terms, *rows, {first, end - 1}, QuantileLaw::Told::code, all);
    if (error_) return std::nullopt;
    if (prior_.ties() == 0) return code;
    const TiedRange ties = {std::max(first, prior_.first_of(code)),
                            std::min(end - 1, prior_.last_of(code))};
    const TiedCode tie =
        draw_from(terms, *part(terms.rank, first, end), ties, QuantileLaw::Told::ties);
    return prior_.first_of(code) + tie;
  }

  // Rows with smaller codes; none after an error.
  std::optional<std::int64_t> rows_below(std::int64_t code) {
    const auto rows = table_.rows_before(prior_.first_of(code));
    if (rows) return rows;
    if (!see_all(by_source())) return std::nullopt;
    return table_.rows_before(prior_.first_of(code));
  }
  std::int64_t rows() const { return table_.rows(); }
  // As far as the window around this rank tells. [T115]
  RowsAround rows_around(const QuantileRank& rank) const {
    const auto before = [this, rank](std::int64_t code) {
      return table_.rows_before_near(prior_.first_of(code), rank);
    };
    return {table_.rows(), [before](std::int64_t code) { return before(code + 1); },
            before};
  }
  const Error& error() const { return *error_; }

 private:
  DrawTies by_source() {
    return [this](std::span<std::uint64_t> out) {
      random_.uniform_below(out, std::uint64_t{1} << prior_.ties());
    };
  }
  // In the midst of a draw.
  DrawTies by_words(WordStream& words) const {
    return [this, &words](std::span<std::uint64_t> out) {
      for (auto& tie : out)
        tie = prior_.ties() == 0 ? 0 : words() >> (64 - prior_.ties());
    };
  }
  bool see_all(const DrawTies& ties) {
    const auto all = read_all_();
    if (all)
      table_.see_all(*all, ties);
    else
      error_ = all.error();
    return !error_;
  }
  // Not seen with a probability below 2^-128.
  std::optional<SeenRows> part(const QuantileRank& rank, TiedCode first, TiedCode end) {
    auto rows = table_.part(first, end, rank);
    if (rows) return rows;
    if (!see_all(by_source())) return std::nullopt;
    return table_.part(first, end, rank);
  }
  std::int64_t draw_from(const QuantileTerms& terms, const SeenRows& rows,
                         const TiedRange& range, QuantileLaw::Told told,
                         QuantileLaw::AllRows all = nullptr) {
    std::int64_t drawn = 0;
    random_.draw(std::span(&drawn, 1), std::make_shared<const QuantileLaw>(
                                           terms, rows, range, told, std::move(all)));
    return drawn;
  }

  TiedPrior prior_;
  RandomSource& random_;
  ReadAll read_all_;
  SeenTable table_;
  std::optional<Error> error_;
};

}  // namespace

QuantileTerms QuantileMechanism::terms_of(const QuantileNode& node) const {
  return {rank_of(node.local), node.slopes, prior_};
}

Result<std::vector<std::int64_t>> QuantileMechanism::draw_group(
    std::size_t group, std::span<const RankWindow> windows, Reader& reader,
    RandomSource& random) const {
  GroupDraws draws(windows, prior_, random, [&]() -> Result<RankWindow> {
    const std::int64_t rows = windows.front().rows;
    auto all = reader.ranks({tree_.nodes.front().at, rows, rows});
    if (!all) return all.error();
    return std::move((*all)[group]);
  });
  std::vector<TiedCode> cuts;
  std::vector<std::int64_t> result(request_.at.size());
  for (const QuantileNode& node : tree_.nodes) {
    const auto drawn =
        draws.draw(terms_of(node), node.from ? cuts[*node.from] : prior_.lowest(),
                   node.to ? cuts[*node.to] : prior_.most() + 1);
    if (!drawn) return draws.error();
    cuts.push_back(*drawn);
    if (node.place) result[*node.place] = prior_.code_of(*drawn);
  }
  if (request_.check) {
    std::int64_t before = 0;
    for (std::size_t i = 0; i < request_.at.size(); ++i) {
      const auto below = draws.rows_below(result[i]);
      if (!below) return draws.error();
      result.push_back(*below - before);
      before = *below;
    }
    result.push_back(draws.rows() - before);
    add_noise(std::span(result).subspan(request_.at.size()), random);
  }
  for (std::size_t i = 0; request_.interval() && i < request_.at.size(); ++i) {
    const IntervalTerms terms = interval_of(i);
    const PublishedCode code = {result[i], prior_.codes().lowest(),
                                prior_.codes().most()};
    const RowsAround around = draws.rows_around(terms.rank);
    result.push_back(draw_lower(terms, code, around, random));
    result.push_back(draw_upper(terms, code, around, random));
  }
  return result;
}

std::vector<RankRequest> QuantileMechanism::ranks() const {
  std::vector<RankRequest> requests;
  for (const QuantileNode& node : tree_.nodes) requests.push_back(ranks_of(node));
  return requests;
}

void QuantileMechanism::add_noise(std::span<std::int64_t> counts,
                                  RandomSource& random) const {
  std::vector<std::int64_t> noise(counts.size());
  random.discrete_laplace(noise, count_scale());
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += noise[i];
}

// What is read does not depend on what is in the table, but for a draw that needs all
// rows, which has a probability below 2^-70.
Result<Drawn> QuantileMechanism::run(Reader& reader, RandomSource& random) const {
  auto windows = reader.ranks(ranks());
  if (!windows) return windows.error();

  Drawn drawn;
  drawn.cells.resize(groups());
  std::iota(drawn.cells.begin(), drawn.cells.end(), 0);
  std::vector<std::int64_t> counts;
  if (request_.guard) {
    for (std::size_t group = 0; group < groups(); ++group)
      counts.push_back((*windows)[0][group].rows);
    add_noise(counts, random);
  }
  std::vector<std::vector<std::int64_t>> numbers(
      numbers_drawn(), std::vector<std::int64_t>(groups(), kNone));
  for (std::size_t group = 0; group < groups(); ++group) {
    if (request_.guard && counts[group] < least_count()) continue;
    std::vector<RankWindow> of_group;
    for (auto& of_node : *windows) of_group.push_back(std::move(of_node[group]));
    auto values = draw_group(group, of_group, reader, random);
    if (!values) return values.error();
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i][group] = (*values)[i];
  }
  drawn.numbers = std::move(numbers);
  if (request_.guard) drawn.numbers.push_back(std::move(counts));
  return drawn;
}

}  // namespace selvage
