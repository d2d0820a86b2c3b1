// What binding a text file and binding an engine's table have in common.
#pragma once
#include "selvage/source/table.hpp"
#include "selvage/summary/predicate_bind.hpp"
#include "selvage/summary/table_name.hpp"

namespace selvage {

Result<std::unique_ptr<Reader>> bind_text(const TableName& name, const Reading& reading,
                                          const TableOptions& options);
Result<std::unique_ptr<Reader>> bind_engine(const TableName& name,
                                            const Reading& reading,
                                            const TableOptions& options);

// The columns whose values are counted: the domain's, the measure's, those beside it.
std::vector<std::string> counted_columns(const Reading& reading);

Result<std::optional<BoundPredicate>> bind_where(const std::optional<Predicate>& where,
                                                 const KindOf& kind_of);

Error unreadable(const std::string& path, const char* why);

}  // namespace selvage
