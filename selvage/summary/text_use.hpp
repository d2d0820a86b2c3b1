// What a column's texts are read as.
#pragma once

namespace selvage {

enum class TextUse { text, number, moment };

}  // namespace selvage
