// What a mechanism can say only once something was drawn, of that alone: an interface
// beside Mechanism, for those that have something to say. Post-processing.
#pragma once
#include <string>
#include <vector>

#include "selvage/mechanism/answer.hpp"

namespace selvage {

class NotesOfDrawn {
 public:
  virtual ~NotesOfDrawn() = default;
  // One sentence each, for whoever relies on the answer. Requires what can be drawn.
  virtual std::vector<std::string> notes_of(const Drawn& drawn) const = 0;
};

}  // namespace selvage
