// What is said of drops before any data, by every mechanism that draws them.
#pragma once
#include "selvage/mechanism/drop_only/drop_terms.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/sets_aside.hpp"

namespace selvage {

// "people" where each has one row.
std::string dropped_word(const DropTerms& terms);
// Upward to six decimals, so that it can be read.
Rational written_mean(const DropTable& table);
// What is missing from one count, probably and at most; from all bars, where their
// number is known.
std::vector<Accuracy> drop_accuracy(const DropTerms& terms, const Rational& confidence,
                                    std::optional<std::int64_t> bars);
// Why a statistic of so many bars is that of a table without a few people; none where
// there are too many bars to say so. [T203, T205]
std::vector<AccuracyDerivation> drop_derivations(const std::string& statistic,
                                                 const DropTerms& terms,
                                                 std::optional<std::int64_t> bars,
                                                 const Rational& confidence);
// The lines of a plan on width and loss, and what to do where the bars may lose all.
std::vector<PlanLine> drop_lines(const DropTerms& terms, const Prior& prior,
                                 const Rational& confidence,
                                 std::optional<std::int64_t> bars);
Json drop_numbers(const DropTerms& terms, const Rational& confidence,
                  std::optional<std::int64_t> bars);
std::string drop_warning(const DropTerms& terms);
// Of one number whose name this is: all counts that a drop tells apart, or some of
// them, by code that runs on a bar of so many rows. [T160]
Evidence drop_evidence(
    const DropTerms& terms, Effort effort, const std::string& number,
    const std::function<Drawn(std::int64_t rows, RandomSource&)>& run_bar);

}  // namespace selvage
