#include "selvage/random/stream/cipher.hpp"

#include <sodium.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/random/stream/seeded_words.hpp"

namespace selvage {
namespace {

using Bytes = std::vector<unsigned char>;

Bytes from_hex(std::string_view text) {
  Bytes bytes(text.size() / 2);
  EXPECT_EQ(sodium_hex2bin(bytes.data(), bytes.size(), text.data(), text.size(),
                           nullptr, nullptr, nullptr),
            0);
  return bytes;
}

std::string to_hex(const unsigned char* bytes, std::size_t count) {
  std::string text(2 * count + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes, count);
  text.pop_back();
  return text;
}

Bytes seeded_bytes(SeededWords& words, std::size_t count) {
  Bytes bytes(count);
  for (auto& byte : bytes) byte = static_cast<unsigned char>(words());
  return bytes;
}

struct Stream {
  Bytes bytes, next;
};

Stream run(const AesKernel& kernel, const Bytes& key, const Bytes& counter,
           std::size_t bytes) {
  Stream stream{Bytes(bytes), Bytes(Cipher::kKeyBytes)};
  kernel.run(key.data(), counter.data(), stream.bytes.data(), bytes,
             stream.next.data());
  return stream;
}

Stream advance(const Cipher& cipher, Bytes key, std::size_t bytes) {
  Stream stream{Bytes(bytes), {}};
  cipher.advance(key.data(), stream.bytes.data(), bytes);
  stream.next = key;
  return stream;
}

// The tests of kernels speak of those that the processor can run: all of them if it has
// AES, else none.
TEST(AesKernels, AreThereIfTheProcessorHasAes) {
#if defined(__x86_64__)
  const bool has_aes = __builtin_cpu_supports("aes") != 0;
#else
  const bool has_aes = false;
#endif
  EXPECT_EQ(aes_kernels().empty(), !has_aes);
  for (const AesKernel& kernel : aes_kernels())
    EXPECT_TRUE(kernel.name == std::string("VAES") ||
                kernel.name == std::string("AES-NI"));
}

// The cipher itself: in counter mode the block that is encrypted is the counter.
TEST(AesKernels, EncryptTheExampleOfFips197) {
  const Bytes key =
      from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
  const Bytes plain = from_hex("00112233445566778899aabbccddeeff");
  for (const AesKernel& kernel : aes_kernels())  // C.3
    EXPECT_EQ(to_hex(run(kernel, key, plain, 512).bytes.data(), 16),
              "8ea2b7ca516745bfeafc49904b496089")
        << kernel.name;
}

TEST(AesKernels, GiveTheCiphertextOfSp800_38a) {  // F.5.5
  const Bytes key =
      from_hex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4");
  const Bytes counter = from_hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
  const Bytes plain = from_hex(
      "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
      "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710");
  for (const AesKernel& kernel : aes_kernels()) {
    Bytes cipher = run(kernel, key, counter, 512).bytes;
    for (std::size_t i = 0; i < plain.size(); ++i) cipher[i] ^= plain[i];
    EXPECT_EQ(to_hex(cipher.data(), plain.size()),
              "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5"
              "2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6")
        << kernel.name;
  }
}

// In GCM the text is encrypted from the counter block nonce, 2 on.
TEST(AesKernels, AgreeWithAes256GcmOfZeros) {
  ASSERT_GE(sodium_init(), 0);
  // The library and we have AES on the same processors.
  ASSERT_EQ(crypto_aead_aes256gcm_is_available() == 0, aes_kernels().empty());
  SeededWords words(20261);
  for (std::size_t size = 512; size <= 16384; size += 512) {
    const Bytes key = seeded_bytes(words, Cipher::kKeyBytes);
    Bytes counter = seeded_bytes(words, crypto_aead_aes256gcm_NPUBBYTES);
    const std::size_t all = size + Cipher::kKeyBytes;
    const Bytes nonce = counter, zeros(all);
    counter.insert(counter.end(), {0, 0, 0, 2});
    for (const AesKernel& kernel : aes_kernels()) {
      Bytes expected(all + crypto_aead_aes256gcm_ABYTES);
      crypto_aead_aes256gcm_encrypt(expected.data(), nullptr, zeros.data(), all,
                                    nullptr, 0, nullptr, nonce.data(), key.data());
      Stream stream = run(kernel, key, counter, size);
      stream.bytes.insert(stream.bytes.end(), stream.next.begin(), stream.next.end());
      EXPECT_TRUE(
          std::equal(stream.bytes.begin(), stream.bytes.end(), expected.begin()))
          << kernel.name << ", " << size << " bytes";
    }
  }
}

// The low eight bytes of a counter are one big-endian number, the others do not change.
// The blocks of one run are the first blocks of runs from each counter in turn.
TEST(AesKernels, CountersCarryThroughEightBytes) {
  SeededWords words(20262);
  const Bytes key = seeded_bytes(words, Cipher::kKeyBytes);
  const auto counter_at = [](std::uint64_t low) {
    Bytes counter = from_hex("ffffffffffffffff0000000000000000");
    for (int i = 0; i < 8; ++i)
      counter[static_cast<std::size_t>(15 - i)] =
          static_cast<unsigned char>(low >> 8 * i);
    return counter;
  };
  for (const AesKernel& kernel : aes_kernels())
    for (int carry = 8; carry < 64; carry += 8)
      for (const std::uint64_t before : {1u, 2u, 3u, 5u, 31u, 32u, 33u, 63u}) {
        const std::uint64_t from = (std::uint64_t{1} << carry) - before;
        const Stream stream = run(kernel, key, counter_at(from), 1024);
        for (std::size_t i = 0; i < 66; ++i) {
          const unsigned char* block = i < 64 ? stream.bytes.data() + 16 * i
                                              : stream.next.data() + 16 * (i - 64);
          const Stream alone = run(kernel, key, counter_at(from + i), 512);
          EXPECT_EQ(to_hex(block, 16), to_hex(alone.bytes.data(), 16))
              << kernel.name << ", block " << i << " from 2^" << carry << " - "
              << before;
        }
      }
}

TEST(AesKernels, WriteWhatIsAskedAndNothingElse) {
  SeededWords words(20263);
  const Bytes key = seeded_bytes(words, Cipher::kKeyBytes), counter(16);
  for (const AesKernel& kernel : aes_kernels())
    for (const std::size_t size : {512u, 1536u, 8192u})
      for (std::size_t shift = 1; shift < 64; ++shift) {  // at any address
        const Stream expected = run(kernel, key, counter, size);
        Bytes out(size + 128, 0xa5), at(96 + 64, 0xa5);
        std::copy(key.begin(), key.end(), at.begin() + static_cast<long>(shift));
        kernel.run(at.data() + shift, counter.data(), out.data() + shift, size,
                   at.data() + shift);
        Bytes wanted(size + 128, 0xa5), wanted_at(96 + 64, 0xa5);
        std::copy(expected.bytes.begin(), expected.bytes.end(),
                  wanted.begin() + static_cast<long>(shift));
        std::copy(expected.next.begin(), expected.next.end(),
                  wanted_at.begin() + static_cast<long>(shift));
        EXPECT_EQ(out, wanted) << kernel.name << ", " << size << ", " << shift;
        EXPECT_EQ(at, wanted_at) << kernel.name << ", " << size << ", " << shift;
      }
}

// A kernel that is wrong in one bit: a place in the 512 bytes and the key after them.
constexpr std::size_t kStreamBits = 8 * (512 + Cipher::kKeyBytes);
std::size_t g_wrong_bit = 0;
Aes256Ctr g_right = nullptr;

void wrong_in_one_bit(const unsigned char* key, const unsigned char* counter,
                      unsigned char* out, std::size_t bytes, unsigned char* next) {
  g_right(key, counter, out, bytes, next);
  unsigned char* byte =
      g_wrong_bit / 8 < 512 ? out + g_wrong_bit / 8 : next + (g_wrong_bit / 8 - 512);
  *byte = static_cast<unsigned char>(*byte ^ 1u << g_wrong_bit % 8);
}

TEST(AesKernels, OneWrongBitFailsTheSelfTest) {
  for (const AesKernel& kernel : aes_kernels()) {
    EXPECT_TRUE(passes_self_test(kernel)) << kernel.name;
    g_right = kernel.run;
    for (g_wrong_bit = 0; g_wrong_bit < kStreamBits; ++g_wrong_bit)
      EXPECT_FALSE(passes_self_test({"wrong", wrong_in_one_bit})) << g_wrong_bit;
  }
}

TEST(Ciphers, EndWithChaCha20AndAllPassTheirSelfTests) {
  ASSERT_EQ(ciphers().size(), aes_kernels().size() + 1);
  EXPECT_STREQ(ciphers().back().name, "ChaCha20");
  for (const Cipher& cipher : ciphers())
    EXPECT_TRUE(cipher.passes_self_test()) << cipher.name;
}

TEST(Ciphers, AnAesThatFailsIsNotACipherThatPasses) {
  g_wrong_bit = kStreamBits - 1;
  for (const AesKernel& kernel : aes_kernels()) {
    g_right = kernel.run;
    EXPECT_FALSE((Cipher{"wrong", wrong_in_one_bit}).passes_self_test());
  }
}

// Nonce zero, so that the RFC's form and the older one with a counter of 64 bits agree.
TEST(Ciphers, ChaCha20GivesTheVectorsOfRfc8439) {  // A.1
  const Cipher& chacha = ciphers().back();
  const struct {
    const char* key;
    std::size_t block;
    const char* expected;
  } vectors[] = {{"0000000000000000000000000000000000000000000000000000000000000000", 0,
                  "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
                  "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"},
                 {"0000000000000000000000000000000000000000000000000000000000000000", 1,
                  "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
                  "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"},
                 {"0000000000000000000000000000000000000000000000000000000000000001", 1,
                  "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
                  "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"},
                 {"00ff000000000000000000000000000000000000000000000000000000000000", 2,
                  "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
                  "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"}};
  for (const auto& vector : vectors) {
    const Stream stream = advance(chacha, from_hex(vector.key), 512);
    EXPECT_EQ(to_hex(stream.bytes.data() + 64 * vector.block, 64), vector.expected);
  }
}

TEST(Ciphers, AesCountsFromZero) {
  SeededWords words(20264);
  const Bytes key = seeded_bytes(words, Cipher::kKeyBytes);
  for (const Cipher& cipher : ciphers()) {
    if (cipher.aes == nullptr) continue;
    const Stream counted = run({cipher.name, cipher.aes}, key, Bytes(16), 2048);
    const Stream advanced = advance(cipher, key, 2048);
    EXPECT_EQ(advanced.bytes, counted.bytes) << cipher.name;
    EXPECT_EQ(advanced.next, counted.next) << cipher.name;
  }
}

TEST(Ciphers, TheNextKeyIsTheThirtyTwoBytesThatFollow) {
  SeededWords words(20265);
  for (const Cipher& cipher : ciphers())
    for (std::size_t size = 512; size <= 16384; size += 512) {
      const Bytes key = seeded_bytes(words, Cipher::kKeyBytes);
      const Stream shorter = advance(cipher, key, size);
      const Stream longer = advance(cipher, key, size + 512);
      EXPECT_TRUE(
          std::equal(shorter.bytes.begin(), shorter.bytes.end(), longer.bytes.begin()))
          << cipher.name << ", " << size;
      EXPECT_EQ(to_hex(shorter.next.data(), shorter.next.size()),
                to_hex(longer.bytes.data() + size, Cipher::kKeyBytes))
          << cipher.name << ", " << size;
    }
}

}  // namespace
}  // namespace selvage
