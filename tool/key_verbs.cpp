// selvage key create|show FILE: the key with which an officer signs certificates.
#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/certificate/signing_key.hpp"
#include "tool/commands.hpp"
#include "tool/file_place.hpp"
#include "tool/output.hpp"
#include "tool/passphrase.hpp"
#include "tool/style.hpp"

namespace selvage::tool {
namespace {

std::string about(const PublicKey& key) {
  return fmt::format("public key   {}\nfingerprint  {}\n", key.text(),
                     key.fingerprint());
}

Result<std::optional<std::string>> new_passphrase(const Arguments& arguments) {
  const std::string file = arguments.value_or("--passphrase-file", "");
  if (!arguments.has("--passphrase") && file.empty())
    return std::optional<std::string>();
  auto first = ask_passphrase(file, "Passphrase for the new key: ");
  if (!first) return first.error();
  if (file.empty()) {
    const auto second = ask_passphrase(file, "Once more: ");
    if (!second) return second.error();
    if (*first != *second)
      return wrong("the two passphrases differ; nothing was written");
  }
  return std::optional(*std::move(first));
}

Result<Finished> create_key(const Arguments& arguments) {
  if (arguments.operand().ends_with(".pub"))
    return wrong(
        "a name that ends in .pub is that of a public key; name the secret one "
        "otherwise, for example officer.key");
  const std::string& path = arguments.operand();
  for (const std::string& file : {path, path + ".pub"})
    if (const auto may = may_make(file, files_of_options(arguments)); !may)
      return may.error();
  const auto passphrase = new_passphrase(arguments);
  if (!passphrase) return passphrase.error();
  const auto key = SigningKey::generate();
  if (!key) return key.error();
  if (const auto done = key->write(path, *passphrase); !done) return done.error();
  const auto done = print(
      about(key->public_key()) + "\n" +
      wrapped(fmt::format("Keep {0} secret, and safe. Give {0}.pub to everybody who "
                          "checks your certificates.",
                          path)));
  if (!done) return done.error();
  return Finished{};
}

Result<Finished> show_key(const Arguments& arguments) {
  const std::string& path = arguments.operand();
  const auto key = path.ends_with(".pub") ? read_public_key(path) : public_half(path);
  if (!key) return key.error();
  if (const auto done = print(about(*key)); !done) return done.error();
  return Finished{};
}

}  // namespace

std::vector<Action> key_verbs() {
  return {
      {.command =
           {.name = "key create",
            .summary = "a key to sign certificates with",
            .operand = "file",
            .options = {{"--passphrase", "",
                         "lock the key with a passphrase, typed twice"},
                        {"--passphrase-file", "FILE",
                         "the same, from the first line of FILE"}},
            .guarantee =
                "Ed25519; FILE can be read by its owner alone, FILE.pub by everybody.",
            .example = {"selvage key create officer.key"}},
       .run = create_key},
      {.command = {.name = "key show",
                   .summary = "the public half of a key",
                   .operand = "file",
                   .options = {},
                   .guarantee = "the secret half is not opened.",
                   .example = {"selvage key show officer.key"}},
       .run = show_key}};
}

}  // namespace selvage::tool
