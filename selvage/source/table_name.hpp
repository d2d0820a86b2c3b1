// Moved: names of tables are public words, and no room needs files to read them.
#pragma once
#include "selvage/summary/table_name.hpp"
