// Does a mechanism keep its promise on every small table? Any mechanism: it is bound to
// each table as it needs it, and run through the outcome tree.
#pragma once
#include <map>

#include "selvage/mechanism/mechanism.hpp"
#include "selvage/outcome/outcome_tree.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage::verify {

// The laws of what mechanisms draw from one table, one after the other. Remembered by
// the rows that bounding leaves, as many tables are bounded to the same.
class WorldLaws {
 public:
  using Law = OutcomeLaw<std::vector<Drawn>>;

  // The mechanisms must live as long. `key` bounds people that have no class.
  WorldLaws(std::vector<const Mechanism*> mechanisms, double cut,
            const BoundingKey& key = {});
  const Law& of(const SmallTable& table);

 private:
  std::vector<const Mechanism*> mechanisms_;
  double cut_;
  BoundingKey key_;
  std::map<std::string, Law> laws_;
};

// Every table of at most so many rows, taken from those that are possible.
struct SmallWorld {
  SmallTable possible;
  std::size_t rows;
};

// What is promised to a pair of tables; nothing where no delta below 1 is.
using WorldPromise = std::function<std::optional<DpPromise>(const SmallTable& with,
                                                            const SmallTable& without)>;
// As a guarantee of the mechanism promises it, with this part of the epsilon: dp to
// every pair, outlier by the people in the class of whoever comes or goes. Empty for
// guarantees of other kinds. The mechanism must live as long.
WorldPromise promise_of(const Mechanism& mechanism, const Guarantee& guarantee,
                        const Rational& part = 1);

// By how much delta exceeds what is promised, in both directions, where it does most:
// certainly, and with all that was not walked. Below 0 where it does not, and -1 where
// nothing is promised.
struct WorldExcess {
  Rational certain = -1, upper = -1;
};
WorldExcess worst_excess(WorldLaws& laws, const SmallWorld& world,
                         const WorldPromise& promise);

// Of the mechanism's guarantees in their order; the default for other kinds.
std::vector<WorldExcess> check_small_worlds(const Mechanism& mechanism,
                                            const SmallWorld& world, double cut,
                                            const BoundingKey& key = {});

}  // namespace selvage::verify
