// The fields that most questions have: the groups, who is a person, which rows.
#pragma once
#include "selvage/question/domain_file.hpp"
#include "selvage/question/field.hpp"
#include "selvage/summary/cells.hpp"
#include "selvage/summary/code_unit.hpp"
#include "selvage/summary/dialect.hpp"
#include "selvage/summary/predicate.hpp"

namespace selvage {

inline constexpr std::int64_t kMostPeople = 1'000'000'000'000;
inline constexpr const char* kExampleColumn = "age=0:100:10";

// Those below, but for the groups: `where`, `person` and its caps, `domain`,
// `confidence`, `people`, and how texts are written.
std::vector<Field> common_fields();

Result<std::optional<DomainFile>> asked_domain_file(const Asked& asked);
// The columns that make the cells, given as `field`.
Result<Domain> asked_domain(const Asked& asked, const std::string& field,
                            const std::optional<DomainFile>& file);
Result<Person> asked_person(const Asked& asked, const std::optional<DomainFile>& file);
// `decimal`, `date_format` and `trim_blanks`.
Result<Dialect> asked_dialect(const Asked& asked,
                              const std::optional<DomainFile>& file);
Result<std::optional<Predicate>> asked_where(const Asked& asked);
// 0.95 where nothing is said.
Result<Rational> asked_confidence(const Asked& asked);
// A public guess, for plans only; 10000 where nothing is said.
Result<std::int64_t> asked_people(const Asked& asked);
// The number of people where it is public and decides what is done; refuses none.
Result<std::int64_t> asked_public_people(const Asked& asked);
// `epsilon` and `delta` as numbers; whether they can be kept is for the mechanism.
// Of a column whose numbers are rounded, or whose moments are cut, to it: as it was
// given, or as the table's schema declares it. Neither: none.
struct AskedUnit {
  std::optional<CodeUnit> number = std::nullopt;
  std::optional<MomentUnit> moments = std::nullopt;
};
Result<AskedUnit> asked_unit(const Asked& asked);
// The same for verbs whose codes reach as far as their unit alone says: a power of ten
// from a schema without more, and none of floating point. Refuses others if given.
Result<AskedUnit> asked_decimal_unit(const Asked& asked);
Result<Rational> asked_epsilon(const Asked& asked);

}  // namespace selvage
