// selvage verify CERT: everything that can be recomputed, and what cannot be known.
// selvage explain CERT: the same for a review board, in sentences.
#include <sys/stat.h>

#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "selvage/ledger/ledger.hpp"
#include "selvage/report/explanation.hpp"
#include "selvage/verify/certificate_check.hpp"
#include "tool/commands.hpp"
#include "tool/output.hpp"
#include "tool/question_options.hpp"
#include "tool/terminal.hpp"

namespace selvage::tool {
namespace {

using verify::CertificateCheck;
using verify::Verdict;

Result<std::string> read_file(const std::string& path) {
  struct stat status {};
  std::ifstream file(path, std::ios::binary);
  if (::stat(path.c_str(), &status) != 0 || !file)
    return Error{ErrorKind::unreadable,
                 fmt::format("there is no certificate '{}' that can be read", path)};
  if (S_ISDIR(status.st_mode))
    return Error{ErrorKind::unreadable, fmt::format("'{}' is a folder", path)};
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Result<Certificate> read_certificate(const std::string& path) {
  const auto text = read_file(path);
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

// The chain of the ledger itself, and that it holds this entry.
Result<CertificateCheck> chain_check(const Certificate& certificate,
                                     const std::string& path) {
  auto ledger = Ledger::open(path);
  if (!ledger) return ledger.error();
  if (certificate.json["ledger"].is_null())
    return CertificateCheck{Verdict::wrong, "chain",
                            "the certificate names no ledger, and --ledger does"};
  if (const auto sound = ledger->check(); !sound) {
    if (sound.error().kind != ErrorKind::unverified) return sound.error();
    return CertificateCheck{Verdict::wrong, "chain", sound.error().message};
  }
  const auto& entry = certificate.json["ledger"]["entry"];
  const auto record = ledger->record(entry["id"].get<std::int64_t>());
  if (!record || record->seal != entry["seal"].get_ref<const std::string&>())
    return CertificateCheck{Verdict::wrong, "chain",
                            "the ledger has no such entry with this seal"};
  return CertificateCheck{
      Verdict::holds, "chain",
      fmt::format("the ledger '{}' is unbroken, and holds this entry", path)};
}

std::string as_table(const std::vector<CertificateCheck>& checks, bool good) {
  std::string text;
  const auto width = static_cast<std::size_t>(stdout_width());
  for (const CertificateCheck& check : checks) {
    const char* verdict = check.verdict == Verdict::holds   ? "ok"
                          : check.verdict == Verdict::wrong ? "WRONG"
                                                            : "unknown";
    bool first = true;
    for (const std::string& line : wrap(safe_text(check.finding), width - 20)) {
      text += fmt::format("{:<7}  {:<10} {}\n", first ? verdict : "",
                          first ? check.subject : "", line);
      first = false;
    }
  }
  text += "\n";
  const std::string closing =
      good ? "Nothing is wrong. This checked arithmetic and signature; it cannot see "
             "that the "
             "table was the one named, or that the noise was drawn as it should be."
           : "THIS CERTIFICATE IS WRONG. Do not rely on it.";
  for (const std::string& line : wrap(closing, width)) text += line + "\n";
  return text;
}

std::string as_json(const std::vector<CertificateCheck>& checks, bool good) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const CertificateCheck& check : checks)
    list.push_back({{"subject", check.subject},
                    {"verdict", check.verdict == Verdict::holds   ? "holds"
                                : check.verdict == Verdict::wrong ? "wrong"
                                                                  : "unknown"},
                    {"finding", check.finding}});
  return nlohmann::ordered_json{{"selvage", "0.1"}, {"holds", good}, {"checks", list}}
             .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

bool all_good(const std::vector<CertificateCheck>& checks) {
  for (const CertificateCheck& check : checks)
    if (check.verdict == Verdict::wrong) return false;
  return true;
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
  const auto text = read_file(arguments.operand());
  if (!text) return text.error();
  std::vector<CertificateCheck> checks;
  if (const auto certificate = parse_certificate(*text)) {
    checks = verify::check_certificate(*certificate);
    if (wanted) checks.push_back(signer_check(*certificate, *wanted));
    if (const auto ledger = arguments.value("--ledger")) {
      const auto chain = chain_check(*certificate, *ledger);
      if (!chain) return chain.error();
      checks.push_back(*chain);
    }
  } else {
    checks.push_back({Verdict::wrong, "form", certificate.error().message});
  }
  const bool good = all_good(checks);
  const auto done =
      print(*format == "json" ? as_json(checks, good) : as_table(checks, good));
  if (!done) return done.error();
  return Finished{good ? 0 : 1};
}

Result<Finished> run_explain(const Arguments& arguments) {
  const auto format = chosen_format(arguments, {"text", "html"});
  if (!format) return format.error();
  std::optional<OutputFile> out;
  if (const auto path = arguments.value("--out")) {
    if (same_file(*path, arguments.operand()))
      return Error{ErrorKind::invalid_request,
                   "--out is the certificate itself; name another file"};
    auto file = OutputFile::open(*path);
    if (!file) return file.error();
    out.emplace(*std::move(file));
  }
  const auto certificate = read_certificate(arguments.operand());
  if (!certificate) return certificate.error();
  const auto checks = verify::check_certificate(*certificate);
  if (!all_good(checks))
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
  const Explanation page = explain(*certificate, checked, not_known);
  const std::string text =
      *format == "html"
          ? explanation_html(page)
          : explanation_text(page, static_cast<std::size_t>(out ? 80 : stdout_width()),
                             out || unicode_wanted() ? Script::unicode : Script::ascii);
  const auto done = out ? out->commit(text) : print(text);
  if (!done) return done.error();
  return Finished{};
}

}  // namespace

Verb verify_verb() {
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

Verb explain_verb() {
  return {
      .command = {.name = "explain",
                  .summary = "page one of a certificate, for a review board",
                  .operand = "certificate",
                  .options = {{"--format", "WORD", "text or html (as FILE ends)"},
                              {"--out", "FILE",
                               "write there instead of to the screen"}},
                  .guarantee = "a certificate that does not verify is not explained.",
                  .example = {"selvage explain salaries.cert --out salaries.html"}},
      .run = run_explain};
}

}  // namespace selvage::tool
