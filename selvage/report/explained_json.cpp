#include "selvage/report/explained_json.hpp"

#include "selvage/base/interval.hpp"
#include "selvage/base/whole_number.hpp"

namespace selvage::explained {

const std::string& text(const Json& json, const char* name) {
  return json[name].get_ref<const std::string&>();
}

Rational number(const Json& json, const char* name) {
  const auto value = Rational::parse(text(json, name));
  return value ? *value : Rational(0);
}

std::int64_t whole(const Json& json) { return whole_number(json).value_or(0); }

std::string rounded(const Rational& value) { return Interval(value).upper_text(3); }

Person person_of(const Json& question) {
  const Json& person = question["person"];
  if (person.is_string()) return {};
  if (text(person, "per_person") == "all")
    return Person::with_all_rows(text(person, "column"));
  Person result{
      text(person, "column"), whole(person["rows_per_person"]),
      whole(person["cells_per_person"]),
      text(person, "per_person") == "sum" ? PerPerson::sum : PerPerson::first};
  if (person.contains("rows_per_cell"))
    result.rows_in_cell = whole(person["rows_per_cell"]);
  return result;
}

}  // namespace selvage::explained
