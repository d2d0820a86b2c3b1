#include "selvage/engine/engine.hpp"
#include "selvage/release/make_release.hpp"

namespace selvage {

std::vector<Derivation> promises_of(const Planned& planned,
                                    const std::optional<LedgerTerms>& terms) {
  return promises_for(*planned.plan,
                      terms ? terms->neighbours : Neighbours::add_remove_person);
}

std::string question_identity(const Planned& planned) {
  return question_identity(planned.question, *planned.plan);
}

Release certify(const BoundQuestion& question, Drawn drawn,
                std::vector<Derivation> promises, std::optional<LedgerNote> ledger) {
  return make_release(question.planned, std::move(drawn), std::move(promises),
                      question.verification, std::move(ledger));
}

}  // namespace selvage
