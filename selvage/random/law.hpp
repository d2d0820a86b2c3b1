// A law of integers that a mechanism brings to the one door to randomness: how it is
// drawn, and what the outcome tree of outcome/ must know of it. There may be a law for
// each input, P(output | input), and then an input is replaced by an output for it; a
// law without inputs pays no heed to what it replaces.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "selvage/random/weight.hpp"

namespace selvage {

// Fair words, each served once.
class WordStream {
 public:
  virtual ~WordStream() = default;
  virtual std::uint64_t operator()() = 0;
  virtual void fill(std::span<std::uint64_t> out) = 0;  // the same words, many at once
};

class Law {
 public:
  virtual ~Law() = default;

  // The family and every parameter, exactly. Laws of the same text are the same law.
  const std::string& text() const { return text_; }
  bool operator==(const Law& other) const {
    return this == &other || text_ == other.text_;
  }

  // Draws for one source, exactly. What it has set up, it may keep for later draws.
  class Sampler {
   public:
    virtual ~Sampler() = default;
    virtual void draw(std::span<std::int64_t> in_out, WordStream& words) = 0;
  };
  // Does not outlive the law.
  virtual std::unique_ptr<Sampler> sampler() const = 0;

  // The outputs that can come for an input, in a fixed order, the likely ones early:
  // how many there are where that is finite, and the one at a place with its exact
  // weight. Requires index < size(input) where finite, as all below.
  virtual std::optional<std::uint64_t> size(std::int64_t input) const = 0;
  virtual std::int64_t value(std::int64_t input, std::uint64_t index) const = 0;
  virtual Weight weight(std::int64_t input, std::uint64_t index) const = 0;
  // P(none of the first `count` of them).
  virtual Interval rest(std::int64_t input, std::uint64_t count) const = 0;

 protected:
  explicit Law(std::string text) : text_(std::move(text)) {}

 private:
  std::string text_;
};

}  // namespace selvage
