#include "selvage/report/explained_promises.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/interval.hpp"
#include "selvage/base/thousands.hpp"
#include "selvage/guarantee/derivation_text.hpp"

namespace selvage::explained {
namespace {

constexpr const char* kWhateverTheyKnow =
    "everybody who sees the published numbers, whatever else they know, even all other "
    "rows of the table";

bool is_kind(const Json& guarantee, const char* kind) {
  return guarantee["kind"] == kind;
}

// The first promise of this kind; none where the release has none.
const Json* promise_of(const Json& certificate, const char* kind) {
  for (const Json& one : certificate["guarantees"])
    if (is_kind(one, kind)) return &one;
  return nullptr;
}

bool promises_everybody(const Json& certificate) {
  return is_kind(certificate["guarantees"][0], "dp");
}

std::string times(std::int64_t count, const char* what) {
  return fmt::format("{} {}{}", thousands(count), what, count == 1 ? "" : "s");
}

// The largest class that a profile promises something to.
std::int64_t largest_class(const Json& outlier) {
  std::int64_t largest = 0;
  for (const Json& step : outlier["profile"])
    if (!step[0].is_null() && step[1] != "infinity") largest = whole(step[0]);
  return largest;
}

// "an expected 19 of the 500 people".
std::string exposed_people(const Json& certificate, const Json& random) {
  const Json& law = certificate["mechanism"]["law"];
  const std::int64_t people = law.contains("people") ? whole(law["people"]) : 0;
  const Rational gamma = number(random, "gamma");
  return fmt::format("an expected {} of the {} people",
                     thousands((gamma * people).ceil().to_int64().value_or(people)),
                     thousands(people));
}

std::string unit_sentence(const Json& person) {
  if (person.is_string())
    return "Each row of the table is taken for a person of its own. A person with "
           "several rows has what is promised for each row, not for all of them "
           "together.";
  if (text(person, "per_person") == "all")
    return fmt::format(
        "All rows with the same {} are one person, and all of them went into the "
        "numbers.",
        text(person, "column"));
  return fmt::format(
      "All rows with the same {} are one person. At most {} of each person, in at most "
      "{}{}, went into the numbers; further rows were left out before anything was "
      "counted.",
      text(person, "column"), times(whole(person["rows_per_person"]), "row"),
      times(whole(person["cells_per_person"]), "cell"),
      person.contains("rows_per_cell")
          ? fmt::format(" and at most {} in each",
                        thousands(whole(person["rows_per_cell"])))
          : "");
}

// How the odds change, and how sure somebody can become.
std::string odds_sentence(const Rational& epsilon, const Rational& delta,
                          const std::string& what, const std::string& subject) {
  const Interval factor = exp(Interval(epsilon));
  const Interval share = factor / (factor + 1);
  const bool exception = delta.sign() != 0;
  return fmt::format(
      "{} changes the odds of {} by at most {} to 1{}. Somebody who held both to be "
      "equally likely before can be brought to {} % at most{}.",
      what, subject, factor.upper_text(3),
      exception ? fmt::format(
                      ", apart from a probability of {} for which nothing is promised",
                      promised_text(delta))
                : "",
      (share * 100).upper_text(3), exception ? ", with the same exception" : "");
}

std::string random_sentence(const Json& certificate, const Json& random) {
  const Rational alpha = number(random, "alpha"), eta = number(random, "eta");
  return fmt::format(
      "Alpha {}, eta {} and gamma {}. {} Gamma is not a small probability for "
      "everybody: it picks people, by their values. Up to {} may have no "
      "protection.",
      promised_text(alpha), promised_text(eta), promised_text(number(random, "gamma")),
      odds_sentence(
          alpha, eta,
          "For people with common values, whether a person has this or another such "
          "value",
          "anything that is published"),
      exposed_people(certificate, random));
}

std::string robust_sentence(const Json& robust) {
  const Rational theta = number(robust, "theta");
  return fmt::format(
      "Close answers are hidden too, however many people differ between the tables: "
      "rho {}, theta {}, epsilon {} and delta {}. {}",
      promised_text(number(robust, "rho")), promised_text(theta),
      promised_text(number(robust, "epsilon")), promised_text(number(robust, "delta")),
      odds_sentence(
          number(robust, "epsilon"), number(robust, "delta"),
          fmt::format("Which of two tables it was, where the answers without this "
                      "noise are at most {} apart{},",
                      promised_text(number(robust, "rho")),
                      theta.sign() == 0 ? ""
                                        : fmt::format(" but for a share {} of the "
                                                      "chance",
                                                      promised_text(theta))),
          "the published number"));
}

}  // namespace

ExplainedPart protected_part(const Json& certificate) {
  ExplainedPart part{"Who is protected, and from whom", {}, {}};
  const Json& person = certificate["question"]["person"];
  const std::string unit = unit_sentence(person);
  const char* everyone = person.is_string() ? "Every row of the table" : "Every person";
  if (const Json* random = promise_of(certificate, "random_dp")) {
    part.sentences.emplace_back(
        "People with common values, from everybody who sees the published numbers.");
    part.sentences.push_back(fmt::format(
        "People with rare values may have no protection at all: {}. Somebody who "
        "already knows the other rows can identify such a person with certainty.",
        exposed_people(certificate, *random)));
  } else if (promises_everybody(certificate)) {
    part.sentences.push_back(fmt::format("{}, from {}.", everyone, kWhateverTheyKnow));
  } else if (const Json* outlier = promise_of(certificate, "outlier")) {
    const std::int64_t largest = largest_class(*outlier);
    part.sentences.push_back(
        fmt::format("People in classes of at most {} people, from {}.",
                    thousands(largest), kWhateverTheyKnow));
    part.sentences.push_back(fmt::format(
        "People in classes of more than {} people are protected from {}.",
        thousands(largest),
        promise_of(certificate, "distributional") != nullptr
            ? "those alone who do not know who was sampled, and not from anybody who "
              "knows it"
            : "nobody"));
  }
  part.sentences.push_back(unit);
  return part;
}

std::string dp_sentence(const Json& dp, const char* subject) {
  const Rational epsilon = number(dp, "epsilon"), delta = number(dp, "delta");
  const bool replaced = text(dp, "neighbours") == "replace_person";
  return fmt::format(
      "Epsilon {} and delta {}. {}", promised_text(epsilon), promised_text(delta),
      odds_sentence(epsilon, delta,
                    replaced ? "Whether any one person has these or any other values"
                             : "Whether any one person is in the table or not",
                    subject));
}

ExplainedPart promise_part(const Json& certificate) {
  ExplainedPart part{"What is promised", {}, {}};
  const bool everybody = promises_everybody(certificate);
  const Json* outlier = promise_of(certificate, "outlier");
  if (!everybody && outlier != nullptr)
    part.sentences.push_back(fmt::format(
        "Nothing is promised to everybody: people in classes of more than {} people "
        "have no protection{}.",
        thousands(largest_class(*outlier)),
        promise_of(certificate, "distributional") != nullptr
            ? " from somebody who knows who was sampled"
            : " at all"));
  for (const Json& one : certificate["guarantees"]) {
    const auto guarantee = read_guarantee(one);
    if (!guarantee) continue;
    const bool first = part.sentences.empty();
    const std::string said =
        is_kind(one, "dp")          ? dp_sentence(one, "anything that is published")
        : is_kind(one, "random_dp") ? random_sentence(certificate, one)
        : is_kind(one, "robust")    ? robust_sentence(one)
                                    : sentence(*guarantee) + ".";
    part.sentences.push_back((first ? "" : everybody ? "Also: " : "Only: ") + said);
  }
  if (everybody && outlier == nullptr)
    part.sentences.emplace_back(
        "People in small groups get the same promise as all others, not a stronger "
        "one.");
  return part;
}

ExplainedPart not_promised_part(const Json& certificate) {
  ExplainedPart part{"What is not promised", {}, {}};
  const Json& person = certificate["question"]["person"];
  const Json* outlier = promise_of(certificate, "outlier");
  if (const Json* random = promise_of(certificate, "random_dp"))
    part.points = {
        fmt::format("Anything to people with rare values: {}, chosen by what is in "
                    "their rows.",
                    exposed_people(certificate, *random)),
        "Anything to people whose rows are not independent draws from one population: "
        "families, copies of a row, rows that somebody added on purpose.",
        "Anything where the question was chosen after an answer about the table."};
  else if (!promises_everybody(certificate) && outlier != nullptr)
    part.points = {
        fmt::format("Anything to people in classes of more than {} people{}.",
                    thousands(largest_class(*outlier)),
                    promise_of(certificate, "distributional") != nullptr
                        ? ", against somebody who knows who was sampled"
                        : "")};
  if (const Json* robust = promise_of(certificate, "robust")) {
    const std::string rho = promised_text(number(*robust, "rho"));
    part.points.push_back(fmt::format(
        "That tables cannot be told apart whose answers are more than {} apart.", rho));
    part.points.push_back(fmt::format(
        "That answers within {} stay hidden where more is published: this promise is "
        "about one number and does not add up, and another release about the same rows "
        "without such noise, in this ledger or elsewhere, may undo it.",
        rho));
  }
  for (const char* point :
       {"That the table exists, which columns and bounds were asked for, and that this "
        "release was made, are public.",
        "What the numbers say about people in general: if all smokers run a risk, a "
        "known smoker is known to run it, in the table or not.",
        "Several people together, such as a family, whose rows tell of each other: the "
        "promise is for one person at a time, and grows with their number.",
        "That nothing is seen by those who can watch the machine at work: time and "
        "memory depend on the size of the table."})
    part.points.emplace_back(point);
  if (!person.is_string() && text(person, "per_person") != "all")
    part.points.emplace_back(
        "That everything about a person was counted: rows beyond the caps were left "
        "out.");
  const Json& all = certificate["guarantees"];
  if (std::any_of(all.begin(), all.end(), [](const Json& one) {
        return text(one, "neighbours") == "replace_person";
      }))
    part.points.emplace_back(
        is_kind(all[0], "dp") && text(all[0], "neighbours") != "replace_person"
            ? "The number of people in the table, by the promise about replaced "
              "people, which takes it for public."
            : "The number of people in the table, which is public here.");
  return part;
}

}  // namespace selvage::explained
