#include "tool/issuer.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/utc_time.hpp"
#include "tool/passphrase.hpp"
#include "tool/terminal.hpp"

namespace selvage::tool {

Result<Issuer> issuer_of(const Arguments& arguments) {
  Issuer issuer;
  const auto path = arguments.value("--key");
  if (!arguments.has("--certificate")) {
    if (path) return wrong("--key signs a certificate; add --certificate FILE");
    return issuer;
  }
  auto program = this_program();
  if (!program) return program.error();
  issuer.program = *std::move(program);
  if (!path) return issuer;
  auto key = SigningKey::read(*path, [&] {
    return ask_passphrase(arguments.value_or("--passphrase-file", ""),
                          fmt::format("Passphrase of {}: ", safe_text(*path)));
  });
  if (!key) return key.error();
  issuer.key.emplace(*std::move(key));
  return issuer;
}

std::string Issuer::certificate_of(const Answered& answered) const {
  return certificate_text(answered.release, answered.record, *program, utc_time(),
                          key ? &*key : nullptr);
}

}  // namespace selvage::tool
