// The officer's key: Ed25519 [RFC 8032], in a file that only its owner may read, with a
// passphrase if wanted. Whoever has the public half can tell that a text was signed
// with the secret half, and that not a byte of it was changed since.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "selvage/base/digest.hpp"
#include "selvage/base/result.hpp"

namespace selvage {

struct PublicKey {
  std::array<unsigned char, 32> bytes{};
  std::string text() const;  // 64 hexadecimal digits
  // Short enough to be read out: the first 16 digits of the digest, in groups of four.
  std::string fingerprint() const;
  bool operator==(const PublicKey&) const = default;
};
std::optional<PublicKey> public_key_of(std::string_view text);
// From FILE.pub, as SigningKey::write made it.
Result<PublicKey> read_public_key(const std::string& path);

// `signature`: 128 hexadecimal digits.
bool signature_holds(const PublicKey& key, std::string_view text,
                     std::string_view signature);

// Asked for only where the file needs it.
using AskPassphrase = std::function<Result<std::string>()>;

class SigningKey {
 public:
  static Result<SigningKey> generate();
  // Refuses a file that others may read.
  static Result<SigningKey> read(const std::string& path, const AskPassphrase& ask);
  ~SigningKey();  // wipes the secret
  SigningKey(SigningKey&& other) noexcept;
  SigningKey& operator=(SigningKey&&) = delete;

  const PublicKey& public_key() const { return public_key_; }
  std::string sign(std::string_view text) const;  // 128 hexadecimal digits

  // PATH for its owner alone, and PATH.pub for everybody; never over another file.
  Outcome write(const std::string& path,
                const std::optional<std::string>& passphrase) const;

 private:
  using Seed = std::array<unsigned char, 32>;
  explicit SigningKey(const Seed& seed);
  Seed seed_{};
  PublicKey public_key_;
};

// The public half of a key file; the secret is not opened.
Result<PublicKey> public_half(const std::string& path);

}  // namespace selvage
