// Sentences of the library in the words of the command line. The library names a field
// of a request in backquotes, as `rows_per_person`; here it is --rows-per-person.
#pragma once
#include <string>

namespace selvage::tool {

// Every `field` that is an option of some verb becomes that option. Other words in
// backquotes stay, and so does what stands in quotes as a value: '`version`'.
std::string spoken(const std::string& sentence);

}  // namespace selvage::tool
