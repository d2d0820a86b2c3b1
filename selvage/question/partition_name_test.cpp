#include "selvage/question/partition_name.hpp"

#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

// Equal names mean the same classes: nothing in a name can stand for something else.
TEST(PartitionName, ClassesHaveOneNameEach) {
  const auto name = [](std::vector<std::pair<std::string, std::string>> columns,
                       const std::string& person, const std::string& where) {
    Json list = Json::array();
    for (const auto& [column, domain] : columns)
      list.push_back({{"name", column}, {"domain", domain}, {"missing", "cell"}});
    return partition_name(
        {{"columns", list},
         {"person", person.empty() ? Json("one row")
                                   : Json{{"column", person}, {"rows_per_person", 1}}},
         {"where", where.empty() ? Json(nullptr) : Json(where)}},
        "");
  };
  EXPECT_EQ(name({{"age", "0:100:10"}, {"dept", "a,b"}}, "", ""),
            "age=0:100:10 x dept=a,b");
  EXPECT_EQ(name({}, "who", "age > 3"), "everybody of who where age > 3");
  const std::vector<std::string> names = {
      name({{"a", "0:1:1"}, {"b", "0:1:1"}}, "", ""),
      name({{"a=0:1:1 x b", "0:1:1"}}, "", ""),
      name({{"a", "0:1:1 x b=0:1:1"}}, "", ""),
      name({{"a", "0:1:1"}}, "b=0:1:1", ""),
      name({{"a", "0:1:1 of b"}}, "", ""),
      name({{"a", "0:1:1"}}, "b", ""),
      name({{"a", "0:1:1"}}, "b where c > 1", ""),
      name({{"a", "0:1:1"}}, "b", "c > 1"),
      name({{"a", "0:1:1 without missing"}}, "", ""),
      name({{"\"a\"", "0:1:1"}}, "", "")};
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(names[i], names[j]);
  Json question = {{"columns",
                    {{{"name", "d"},
                      {"domain", "@keys.txt"},
                      {"missing", "drop"},
                      {"keys", std::string(64, 'a')}}}},
                   {"person", "one row"},
                   {"where", nullptr}};
  const std::string before = partition_name(question, "");
  EXPECT_EQ(before, "d=@keys.txt #" + std::string(64, 'a') + " without missing");
  EXPECT_EQ(partition_name(question, "may"), before + " at may");
  Json written = question;
  written["decimal"] = ",";
  written["date_format"] = "%d.%m.%Y";
  written["trim_blanks"] = true;
  EXPECT_EQ(partition_name(written, "may"),
            before + " with a decimal comma dated \"%d.%m.%Y\" trimmed at may");
  question["columns"][0]["keys"] = std::string(64, 'b');
  EXPECT_NE(partition_name(question, ""), before);
}

}  // namespace
}  // namespace selvage
