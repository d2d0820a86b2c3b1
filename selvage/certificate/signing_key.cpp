#include "selvage/certificate/signing_key.hpp"

#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/new_file.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kKeyFormat = "selvage key 1";
constexpr const char* kCipher = "argon2id xsalsa20poly1305";
constexpr std::size_t kLongestFile = 4096;
// libsodium's "moderate": 256 MiB, so that guessing is dear.
constexpr std::uint64_t kOperations = 3, kMemory = std::uint64_t{256} << 20;

Error no_key(const std::string& path) {
  return unreadable(fmt::format("'{}' is not a key of selvage", path));
}

std::string_view view(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}
const unsigned char* raw(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

Outcome write_new(const std::string& path, const std::string& text, unsigned mode) {
  const int code = write_new_file(path, text, mode);
  if (code == 0) return Done{};
  if (code == EEXIST)
    return wrong(fmt::format(
        "there is a file '{}' already, and a key never replaces one", path));
  return unreadable(fmt::format("cannot write '{}': {}", path, std::strerror(code)));
}

Result<std::string> read_small(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
    return no_key(path);
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return unreadable(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
  std::string text(kLongestFile + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > kLongestFile) return no_key(path);
  return text;
}

// Only the owner may read a secret.
Outcome check_permissions(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0)
    return unreadable(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
  if (!S_ISREG(status.st_mode)) return no_key(path);
  if ((status.st_mode & 077) != 0)
    return wrong(
        fmt::format("the key '{}' is open to others than its owner; run: chmod 600 {}",
                    path, path));
  return Done{};
}

struct KeyFile {
  PublicKey public_key;
  std::string secret;  // the seed, or the box around it
  bool locked = false;
  std::string salt, nonce;
};

std::optional<std::string> hex_field(const Json& json, const char* name,
                                     std::size_t bytes) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_string()) return std::nullopt;
  auto value = bytes_of_hex(found->get<std::string>());
  if (value && value->size() != bytes) return std::nullopt;
  return value;
}

Result<KeyFile> read_key_file(const std::string& path) {
  const auto text = read_small(path);
  if (!text) return text.error();
  const Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object() || json.value("format", Json()) != Json(kKeyFormat))
    return no_key(path);
  KeyFile key;
  const auto cipher = json.find("cipher");
  key.locked = cipher != json.end() && !cipher->is_null();
  if (key.locked && *cipher != Json(kCipher)) return no_key(path);
  const auto public_key = public_key_of(
      hex_text(hex_field(json, "public_key", 32).value_or(std::string())));
  const auto secret =
      hex_field(json, "secret",
                crypto_sign_SEEDBYTES + (key.locked ? crypto_secretbox_MACBYTES : 0));
  const auto salt = hex_field(json, "salt", crypto_pwhash_SALTBYTES);
  const auto nonce = hex_field(json, "nonce", crypto_secretbox_NONCEBYTES);
  if (!public_key || !secret || (key.locked && (!salt || !nonce))) return no_key(path);
  key.public_key = *public_key;
  key.secret = *secret;
  if (key.locked) {
    key.salt = *salt;
    key.nonce = *nonce;
  }
  return key;
}

// The key of the box, from the passphrase.
Result<std::string> box_key(const std::string& passphrase, const std::string& salt) {
  std::string key(crypto_secretbox_KEYBYTES, '\0');
  if (crypto_pwhash(reinterpret_cast<unsigned char*>(key.data()), key.size(),
                    passphrase.data(), passphrase.size(), raw(salt), kOperations,
                    kMemory, crypto_pwhash_ALG_ARGON2ID13) != 0)
    return unreadable("there is not enough memory to open a key with a passphrase");
  return key;
}

std::string random_bytes(std::size_t size) {
  std::string bytes(size, '\0');
  randombytes_buf(bytes.data(), size);
  return bytes;
}

}  // namespace

std::string PublicKey::text() const {
  return hex_text(view(bytes.data(), bytes.size()));
}

std::string PublicKey::fingerprint() const {
  const std::string digest = digest_of(view(bytes.data(), bytes.size()));
  return fmt::format("{} {} {} {}", digest.substr(0, 4), digest.substr(4, 4),
                     digest.substr(8, 4), digest.substr(12, 4));
}

std::optional<PublicKey> public_key_of(std::string_view text) {
  PublicKey key;
  const auto bytes = bytes_of_hex(text);
  if (!bytes || bytes->size() != key.bytes.size()) return std::nullopt;
  std::memcpy(key.bytes.data(), bytes->data(), bytes->size());
  return key;
}

Result<PublicKey> read_public_key(const std::string& path) {
  auto text = read_small(path);
  if (!text) return text.error();
  while (!text->empty() && text->back() == '\n') text->pop_back();
  const auto key = public_key_of(*text);
  if (!key)
    return unreadable(fmt::format(
        "'{}' is not a public key: that is one line of 64 hexadecimal digits", path));
  return *key;
}

bool signature_holds(const PublicKey& key, std::string_view text,
                     std::string_view signature) {
  const auto bytes = bytes_of_hex(signature);
  return bytes && bytes->size() == crypto_sign_BYTES &&
         crypto_sign_verify_detached(raw(*bytes), raw(text), text.size(),
                                     key.bytes.data()) == 0;
}

SigningKey::SigningKey(const Seed& seed) : seed_(seed) {
  std::array<unsigned char, crypto_sign_SECRETKEYBYTES> secret{};
  crypto_sign_seed_keypair(public_key_.bytes.data(), secret.data(), seed_.data());
  sodium_memzero(secret.data(), secret.size());
}

SigningKey::~SigningKey() { sodium_memzero(seed_.data(), seed_.size()); }

SigningKey::SigningKey(SigningKey&& other) noexcept
    : seed_(other.seed_), public_key_(other.public_key_) {
  sodium_memzero(other.seed_.data(), other.seed_.size());
}

Result<SigningKey> SigningKey::generate() {
  if (sodium_init() < 0) return unreadable("this machine gives no random numbers");
  Seed seed{};
  randombytes_buf(seed.data(), seed.size());
  SigningKey key(seed);
  sodium_memzero(seed.data(), seed.size());
  return key;
}

std::string SigningKey::sign(std::string_view text) const {
  std::array<unsigned char, crypto_sign_SECRETKEYBYTES> secret{};
  std::array<unsigned char, 32> ignored{};
  crypto_sign_seed_keypair(ignored.data(), secret.data(), seed_.data());
  std::array<unsigned char, crypto_sign_BYTES> signature{};
  crypto_sign_detached(signature.data(), nullptr, raw(text), text.size(),
                       secret.data());
  sodium_memzero(secret.data(), secret.size());
  return hex_text(view(signature.data(), signature.size()));
}

Outcome SigningKey::write(const std::string& path,
                          const std::optional<std::string>& passphrase) const {
  Json json = {{"format", kKeyFormat}, {"public_key", public_key_.text()}};
  std::string secret(view(seed_.data(), seed_.size()));
  if (passphrase) {
    const std::string salt = random_bytes(crypto_pwhash_SALTBYTES);
    const std::string nonce = random_bytes(crypto_secretbox_NONCEBYTES);
    auto key = box_key(*passphrase, salt);
    if (!key) return key.error();
    std::string box(secret.size() + crypto_secretbox_MACBYTES, '\0');
    crypto_secretbox_easy(reinterpret_cast<unsigned char*>(box.data()), raw(secret),
                          secret.size(), raw(nonce), raw(*key));
    sodium_memzero(key->data(), key->size());
    sodium_memzero(secret.data(), secret.size());
    secret = box;
    json["cipher"] = kCipher;
    json["salt"] = hex_text(salt);
    json["nonce"] = hex_text(nonce);
  }
  json["secret"] = hex_text(secret);
  // Both or none: the secret goes last.
  const std::string open_half = path + ".pub";
  if (auto done = write_new(open_half, public_key_.text() + "\n", 0666); !done)
    return done;
  auto done = write_new(path, canonical_json(json) + "\n", 0600);
  if (!done) ::unlink(open_half.c_str());
  return done;
}

Result<SigningKey> SigningKey::read(const std::string& path, const AskPassphrase& ask) {
  if (sodium_init() < 0) return unreadable("this machine gives no random numbers");
  if (const auto ok = check_permissions(path); !ok) return ok.error();
  auto file = read_key_file(path);
  if (!file) return file.error();
  std::string secret = file->secret;
  if (file->locked) {
    auto passphrase = ask();
    if (!passphrase) return passphrase.error();
    auto key = box_key(*passphrase, file->salt);
    sodium_memzero(passphrase->data(), passphrase->size());
    if (!key) return key.error();
    secret.resize(crypto_sign_SEEDBYTES);
    const bool opened =
        crypto_secretbox_open_easy(reinterpret_cast<unsigned char*>(secret.data()),
                                   raw(file->secret), file->secret.size(),
                                   raw(file->nonce), raw(*key)) == 0;
    sodium_memzero(key->data(), key->size());
    if (!opened)
      return wrong(fmt::format("this is not the passphrase of the key '{}'", path));
  }
  Seed seed{};
  std::memcpy(seed.data(), secret.data(), seed.size());
  SigningKey key(seed);
  sodium_memzero(seed.data(), seed.size());
  sodium_memzero(secret.data(), secret.size());
  if (key.public_key() != file->public_key)
    return unreadable(fmt::format("the key '{}' is damaged", path));
  return key;
}

Result<PublicKey> public_half(const std::string& path) {
  const auto file = read_key_file(path);
  if (!file) return file.error();
  return file->public_key;
}

}  // namespace selvage
