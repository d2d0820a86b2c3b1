// selvage verify CERT: everything that can be recomputed, and what cannot be known.
// selvage explain CERT: the same for a review board, in sentences.
#include <fmt/format.h>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/whole_number.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/ledger/ledger.hpp"
#include "selvage/report/explained_numbers.hpp"
#include "selvage/report/explanation.hpp"
#include "selvage/report/verify_text.hpp"
#include "selvage/verbs/verbs.hpp"
#include "selvage/verify/certificate_check.hpp"
#include "tool/commands.hpp"
#include "tool/file_place.hpp"
#include "tool/output.hpp"
#include "tool/output_format.hpp"
#include "tool/read_file.hpp"
#include "tool/spoken.hpp"
#include "tool/stored_release.hpp"
#include "tool/style.hpp"

namespace selvage::tool {
namespace {

using verify::CertificateCheck;
using verify::Verdict;

Result<Certificate> read_certificate(const std::string& path) {
  const auto text = read_file(path, "certificate");
  if (!text) return text.error();
  return parse_certificate(*text);
}

Result<PublicKey> wanted_signer(const std::string& named) {
  if (const auto key = public_key_of(named)) return *key;
  return read_public_key(named);
}

CertificateCheck signer_check(const Certificate& certificate, const PublicKey& wanted) {
  const auto signer = certificate.signer();
  if (signer && *signer == wanted)
    return {Verdict::holds, "signer", "the key is the one that --signer names"};
  return {Verdict::wrong, "signer",
          signer ? "another key signed than the one that --signer names"
                 : "nobody signed, and --signer names a key"};
}

CertificateCheck chain(Verdict verdict, std::string finding) {
  return {verdict, "chain", std::move(finding)};
}

// Everything that the ledger knows of the entry, as the certificate should say it.
Result<CertificateCheck> compare_with(Ledger& ledger, const Certificate& certificate) {
  const auto& json = certificate.json;
  const auto id = whole_number(json["ledger"]["entry"]["id"]).value_or(0);
  const auto record = ledger.record(id);
  if (!record && record.error().kind != ErrorKind::invalid_request)
    return record.error();
  std::vector<Derivation> derivations;
  for (const auto& one : json["derivation"])
    if (auto derivation = read_derivation(one))
      derivations.push_back(*std::move(derivation));
  if (!record || derivations.size() != json["derivation"].size())
    return chain(Verdict::wrong, "the ledger has no such entry");
  auto expected = to_json(*record, derivations), said = json["ledger"];
  // An entry that had no answer then may have one now.
  const auto now = record->spent.unanswered;
  if (whole_number(said["spent"]["unanswered"]).value_or(-1) < now)
    return chain(Verdict::wrong,
                 "more entries are unanswered than the certificate says");
  said["spent"]["unanswered"] = now;
  if (canonical_json(expected) != canonical_json(said))
    return chain(Verdict::wrong, "the ledger says something else of this entry");
  const auto stored = ledger.answer_of(id);
  if (!stored) return stored.error();
  if (!*stored)
    return chain(Verdict::wrong, "the ledger holds no answer of this entry");
  if (!verify::is_stored_answer(certificate, (*stored)->json))
    return chain(Verdict::wrong, "the ledger holds another answer of this entry");
  return chain(Verdict::holds,
               "the ledger is unbroken, and holds this entry and its answer");
}

// Whether the certificate names another account: nothing is wrong with it then, and
// nothing is known of its entry. A ledger that was put back to an earlier state has the
// same terms, and does not come here.
std::optional<Error> another_ledger(const Certificate& certificate, Ledger& ledger,
                                    const std::string& path) {
  const auto& said = certificate.json["ledger"]["terms"];
  const auto& terms = ledger.terms();
  const auto text = [&](const char* name) { return said[name].get<std::string>(); };
  if (text("created") == ledger.created() && text("table") == terms.table)
    return std::nullopt;
  return wrong(fmt::format(
      "the ledger '{}' was made for '{}' at {}, and the certificate names one that was "
      "made for '{}' at {}: this ledger does not hold its entry; name that one with "
      "--ledger",
      path, terms.table, ledger.created(), text("table"), text("created")));
}

// The chain of the ledger itself, and that it holds this entry.
Result<CertificateCheck> chain_check(const Certificate& certificate,
                                     const std::string& path) {
  auto ledger = Ledger::open_to_read(path);
  if (!ledger) return ledger.error();
  if (certificate.json["ledger"].is_null())
    return chain(Verdict::wrong, "the certificate names no ledger, and --ledger does");
  if (auto other = another_ledger(certificate, *ledger, path)) return *std::move(other);
  if (const auto sound = ledger->check(); !sound) {
    if (sound.error().kind != ErrorKind::unverified) return sound.error();
    return chain(Verdict::wrong, sound.error().message);
  }
  return compare_with(*ledger, certificate);
}

Result<Finished> run_verify(const Arguments& arguments) {
  const auto format = chosen_format(arguments, {"table", "json"});
  if (!format) return format.error();
  std::optional<PublicKey> wanted;
  if (const auto named = arguments.value("--signer")) {
    const auto key = wanted_signer(*named);
    if (!key) return key.error();
    wanted = *key;
  }
  const auto text = read_file(arguments.operand(), "certificate");
  if (!text) return text.error();
  std::vector<CertificateCheck> checks;
  if (const auto certificate = parse_certificate(*text)) {
    checks = verify::check_certificate(*certificate, verbs());
    if (wanted) checks.push_back(signer_check(*certificate, *wanted));
    if (const auto ledger = arguments.value("--ledger")) {
      const auto chain = chain_check(*certificate, *ledger);
      if (!chain) return chain.error();
      checks.push_back(*chain);
    }
  } else if (certificate.error().kind == ErrorKind::invalid_request) {
    return certificate.error();  // of another format
  } else {
    checks.push_back({Verdict::wrong, "form", certificate.error().message});
  }
  const auto done = print(*format == "json" ? verify_json_text(checks)
                                            : verify_text(checks, terminal_style()));
  if (!done) return done.error();
  return Finished{nothing_is_wrong(checks) ? 0 : 1};
}

Result<Finished> run_explain(const Arguments& arguments) {
  const auto format = chosen_format(arguments, {"text", "html"});
  if (!format) return format.error();
  const auto certificate = read_certificate(arguments.operand());
  if (!certificate) return certificate.error();
  std::vector<ReadFile> reads = {{arguments.operand(), "the certificate itself"}};
  const auto release = verify::certified_release(*certificate, verbs());
  if (release) reads.push_back(table_to_keep(*release));
  const auto places = check_places(arguments, outputs_of(arguments, {"--out"}), reads);
  if (!places) return places.error();
  std::optional<OutputFile> out;
  if (const auto path = arguments.value("--out")) {
    auto file = OutputFile::open(*path);
    if (!file) return file.error();
    out.emplace(*std::move(file));
  }
  const auto checks = verify::check_certificate(*certificate, verbs());
  if (!nothing_is_wrong(checks))
    return Error{
        ErrorKind::unverified,
        "this certificate is wrong, so there is nothing to explain; 'selvage verify' "
        "shows what"};
  std::vector<std::string> checked, not_known;
  for (const CertificateCheck& check : checks) {
    std::string sentence = check.finding + ".";
    sentence[0] = static_cast<char>(std::toupper(sentence[0]));
    (check.verdict == Verdict::holds ? checked : not_known).push_back(sentence);
  }
  TextStyle style;
  if (!out) style = terminal_style();
  style.speech = kSpeech;
  style.speech.title = arguments.value_or("--title", "");
  Explanation page =
      explain(*certificate, release ? &*release : nullptr, checked, not_known);
  if (!style.speech.title.empty()) page.title = style.speech.title;
  if (release)
    page.parts.insert(page.parts.begin() + 1, explained_numbers(*release, style));
  for (ExplainedPart& part : page.parts)
    for (auto* sentences : {&part.sentences, &part.points})
      for (std::string& sentence : *sentences) sentence = spoken(sentence);
  const std::string text =
      *format == "html"
          ? explanation_html(page)
          : explanation_text(page, static_cast<std::size_t>(style.width),
                             style.unicode ? Script::unicode : Script::ascii);
  const auto done = out ? out->commit(text) : print(text);
  if (!done) return done.error();
  return Finished{};
}

}  // namespace

Action verify_verb() {
  return {
      .command =
          {.name = "verify",
           .summary = "recompute everything that a certificate claims",
           .operand = "certificate",
           .options = {{"--signer", "KEY",
                        "the key that must have signed: digits, or FILE.pub"},
                       {"--ledger", "FILE", "also look for the entry in this ledger"},
                       {"--format", "WORD", "table or json (table)"}},
           .guarantee =
               "every conclusion is computed anew from its leaves; exit code 0 only "
               "if nothing\n  is wrong, 1 if something is.",
           .example = {"selvage verify salaries.cert --signer officer.key.pub"}},
      .run = run_verify};
}

Action explain_verb() {
  return {
      .command = {.name = "explain",
                  .summary = "page one of a certificate, for a review board",
                  .operand = "certificate",
                  .options = {{"--format", "WORD", "text or html (as FILE ends)"},
                              {"--title", "TEXT", "above the page and the picture"},
                              {"--out", "FILE",
                               "write there instead of to the screen"}},
                  .guarantee = "a certificate that does not verify is not explained.",
                  .example = {"selvage explain salaries.cert --out salaries.html"}},
      .run = run_explain};
}

}  // namespace selvage::tool
