#pragma once
/// Numbers into bytes and back, little-endian on every machine, piece by piece, with a checksum. One function,
/// `exchange`, writes a word or reads it: what a snapshot contains is said once (access.hpp), and writing and reading
/// cannot differ.

#include <ballast/detail/crc32.hpp>
#include <ballast/detail/little_endian.hpp>
#include <ballast/detail/snapshot/format.hpp>
#include <ballast/fixed/number.hpp>
#include <ballast/math/ieee754.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {
namespace detail {

/// What is done with each word. Nothing is stored before all of it was found and checked.
enum class Pass : uint8_t {
  write,    ///< into the medium
  compare,  ///< with what is in the medium
  find,     ///< read: is there a snapshot, all of it?
  check,    ///< read: is it one of this type, and every number valid?
  store,    ///< read
};

/// A medium has `bool read(uint32_t offset, uint8_t* bytes, size_t count)` and `bool write(uint32_t offset, const
/// uint8_t* bytes, size_t count)`, called with `piece` bytes each, fewer at the end. One that cannot do either says so.
template <class Medium>
class Archive {
 public:
  static constexpr uint32_t piece = Medium::piece;
  static_assert(piece >= 16 && piece % 4 == 0, "a piece is some whole words");

  Archive(Medium& medium, Pass pass) noexcept : medium_(medium), pass_(pass) {}

  /// Whether the numbers come from the learner, not from the medium.
  bool is_saving() const noexcept { return pass_ <= Pass::compare; }
  bool is_storing() const noexcept { return Medium::can_read && pass_ == Pass::store; }

  /// Writes `x`, or reads a word. Returns what is in the snapshot.
  [[gnu::noinline]] uint32_t exchange(uint32_t x) noexcept {
    uint8_t* const bytes = next_word();
    if (is_writing()) {
      put_word(bytes, x);
      return x;
    }
    const uint32_t word = get_word(bytes);
    if (is_comparing() && word != x) { status_ = Status::snapshot_damaged; }
    return word;
  }
  /// Reads words that are of no interest.
  [[gnu::always_inline]] void skip(uint32_t words) noexcept {
    for (; words > 0 && is_good(); --words) { (void)next_word(); }
  }

  /// A word; stored in the last pass only.
  void operator()(uint32_t& x) noexcept { store(x, exchange(x)); }
  void operator()(uint64_t& x) noexcept { store(x, exchange_long(x)); }
  void operator()(float& x) noexcept { store(x, number(x)); }
  void operator()(double& x) noexcept { store(x, number(x)); }
  /// Many finite numbers: without a call for each, and not much in their loops.
  template <class T>
  [[gnu::always_inline]] void numbers(T* x, size_t n) noexcept {
    const T* const end = x + n;
    if (is_writing()) {
      for (; x != end; ++x) { put_number(to_bits(*x)); }
      return;
    }
    const bool is_kept = is_storing();
    const bool is_compared = is_comparing();
    for (; x != end; ++x) {
      const T value = from_bits<T>(get_number<T>());
      if (is_kept) { *x = value; }
      const bool is_right = is_compared ? to_bits(*x) == to_bits(value) : is_finite(value);
      if (!is_right) { fail(Status::snapshot_damaged); }
    }
  }

  /// The same in fixed point, where every pattern of bits is a number. (Only in the arrays of numbers below do two of
  /// 16 bits share a word.)
  template <class Int, int Fraction>
  void operator()(FixedNumber<Int, Fraction>& x) noexcept {
    store(x, number(x));
  }
  template <class Int, int Fraction>
  void take(FixedNumber<Int, Fraction>& x) noexcept {
    x = number(x);
  }
  template <class Int, int Fraction>
  FixedNumber<Int, Fraction> number(FixedNumber<Int, Fraction> x) noexcept {
    const uint32_t word = exchange(static_cast<uint32_t>(x.raw()));
    const Int raw = static_cast<Int>(word);
    require(static_cast<uint32_t>(raw) == word);
    return FixedNumber<Int, Fraction>::from_raw(raw);
  }
  template <class Int, int Fraction>
  void numbers(FixedNumber<Int, Fraction>* x, size_t n) noexcept {
    using Number = FixedNumber<Int, Fraction>;
    each_number<Number>(
        n, [x](size_t i) { return x[i]; }, [x](size_t i, Number value) { x[i] = value; });
  }
  /// The i-th is get(i); set(i, number) is called if they are stored, and see(number) for each that is in the snapshot.
  template <class Number, class Get, class Set, class See>
  void each_number(size_t n, Get get, Set set, See& see) noexcept {
    using Raw = typename Number::Raw;
    using Bits = etl::make_unsigned_t<Raw>;
    constexpr size_t in_a_word = 4 / sizeof(Raw);
    for (size_t from = 0; from < n; from += in_a_word) {
      const size_t count = n - from < in_a_word ? n - from : in_a_word;
      uint32_t word = 0;
      for (size_t i = 0; i < count; ++i) {
        word |= static_cast<uint32_t>(static_cast<Bits>(get(from + i).raw())) << (8 * sizeof(Raw) * i);
      }
      word = exchange(word);
      for (size_t i = 0; i < count; ++i) {
        const auto value = Number::from_raw(static_cast<Raw>(static_cast<Bits>(word >> (8 * sizeof(Raw) * i))));
        see(value);
        if (is_storing()) { set(from + i, value); }
      }
    }
  }
  template <class Number, class Get, class Set>
  void each_number(size_t n, Get get, Set set) noexcept {
    const auto see_nothing = [](Number) {};
    each_number<Number>(n, get, set, see_nothing);
  }

  /// Into a temporary, in every pass.
  void take(uint32_t& x) noexcept { x = exchange(x); }
  [[gnu::always_inline]] void take(float& x) noexcept { x = exchange_number(x); }
  [[gnu::always_inline]] void take(double& x) noexcept { x = exchange_number(x); }

  /// A finite number: writes `x`, or reads it.
  template <class T>
  [[gnu::always_inline]] T number(T x) noexcept {
    const T value = exchange_number(x);
    require(is_finite(value));
    return value;
  }
  /// A number above zero.
  template <class T>
  void positive(T& x) noexcept {
    const T value = number(x);
    require(value > T{0});
    store(x, value);
  }
  /// An integer below `limit`. One that is not is never stored, even if it was right when it was checked: where an
  /// index leads must not depend on what a source does.
  template <class T>
  uint32_t below(T& x, uint32_t limit) noexcept {
    const uint32_t value = exchange(static_cast<uint32_t>(x));
    const bool is_valid = value < limit;
    require(is_valid);
    if (is_valid) { store(x, static_cast<T>(value)); }
    return value;
  }
  /// Integers of one or two bytes, several to a word; those that are not used are written as zero. `is_valid(value)` is
  /// asked for each; as below.
  template <class T, class IsValid>
  void packed(T* x, size_t n, size_t used, IsValid is_valid) noexcept {
    constexpr size_t in_a_word = 4 / sizeof(T);
    for (size_t from = 0; from < n; from += in_a_word) {
      const size_t count = n - from < in_a_word ? n - from : in_a_word;
      uint32_t word = 0;
      for (size_t i = 0; i < count && from + i < used; ++i) {
        word |= static_cast<uint32_t>(x[from + i]) << (8 * sizeof(T) * i);
      }
      word = exchange(word);
      for (size_t i = 0; i < count; ++i) {
        const T value = static_cast<T>(word >> (8 * sizeof(T) * i));
        const bool is_right = is_valid(value);
        require(is_right);
        if (is_right) { store(x[from + i], value); }
      }
    }
  }

  /// Begins a section, or finds it, past others that may be skipped.
  void section(Section section, uint32_t bytes) noexcept { require(open(section, bytes) == bytes); }

  /// The same, and returns its length.
  [[gnu::always_inline]] uint32_t open(Section section, uint32_t bytes) noexcept {
    const uint32_t head = static_cast<uint32_t>(section);
    while (is_good()) {
      const uint32_t seen = exchange(head);
      const uint32_t length = exchange(bytes);
      if (seen == head) { return length; }
      pass_over(seen, length);
    }
    return bytes;
  }

  /// Past a section that is not known here, if that is allowed.
  [[gnu::always_inline]] void pass_over(uint32_t head, uint32_t length) noexcept {
    if ((head & section_may_be_skipped) == 0) { fail(Status::snapshot_of_later_version); }
    skip(length / 4);
  }

  /// Goes to a section past all others, and returns its length.
  uint32_t seek(Section section) noexcept {
    while (is_good()) {
      const uint32_t head = exchange(0);
      const uint32_t length = exchange(0);
      const uint32_t seen = head & 0xFFFFU;
      if (seen == static_cast<uint32_t>(section)) { return length; }
      require(seen != static_cast<uint32_t>(Section::end));
      const bool is_known = seen <= static_cast<uint32_t>(Section::agent);
      if (!is_known && (head & section_may_be_skipped) == 0) { fail(Status::snapshot_of_later_version); }
      skip(length / 4);
    }
    return 0;
  }

  /// The first words of a snapshot, the same in all versions. Returns the revision.
  uint32_t preamble(uint32_t length, uint32_t revision) noexcept {
    require(exchange(snapshot_magic) == snapshot_magic);
    if (exchange(snapshot_version) != snapshot_version && pass_ != Pass::find) {
      fail(Status::snapshot_of_later_version);
    }
    length_ = exchange(length);
    require(length_ % 4 == 0 && length_ >= snapshot_header_bytes + snapshot_checksum_bytes);
    return exchange(revision);
  }
  uint32_t length() const noexcept { return length_; }

  /// From the preamble to the end, whatever it is.
  void rest() noexcept {
    skip((length_ - snapshot_checksum_bytes) / 4 - 4);
    finish();
  }

  /// Writes the checksum, or reads and compares it.
  void finish() noexcept {
    if (at_ == piece) { next_piece(); }
    sum_up();
    const uint32_t checksum = Crc32::final(checksum_);
    require(exchange(checksum) == checksum && offset_ + at_ == length_);
    flush();
    if constexpr (Medium::has_code) { exchange_code(); }
  }

  void require(bool condition) noexcept {
    if (!condition) { fail(Status::snapshot_damaged); }
  }
  /// The first failure counts.
  [[gnu::noinline]] void fail(Status status) noexcept {
    if (is_good()) { status_ = status; }
  }
  bool is_good() const noexcept { return status_ == Status::ok; }
  Status status() const noexcept { return status_; }

 private:
  bool is_comparing() const noexcept { return Medium::can_write && pass_ == Pass::compare; }
  bool is_writing() const noexcept { return Medium::can_write && (!Medium::can_read || pass_ == Pass::write); }

  /// What authenticates it, in a medium that does.
  void exchange_code() noexcept {
    if (!is_good()) { return; }
    const bool is_right = is_writing() ? medium_.write_code(length_) : medium_.check_code(length_);
    if (!is_right) { fail(is_writing() ? Status::storage_failed : Status::snapshot_damaged); }
  }

  uint64_t exchange_long(uint64_t x) noexcept {
    const uint64_t low = exchange(static_cast<uint32_t>(x));
    return low | static_cast<uint64_t>(exchange(static_cast<uint32_t>(x >> 32))) << 32;
  }
  template <class T>
  void store(T& x, T value) noexcept {
    if (is_storing()) { x = value; }
  }

  template <class T>
  [[gnu::always_inline]] T exchange_number(T x) noexcept {
    if constexpr (sizeof(T) > 4) {
      return from_bits<T>(exchange_long(to_bits(x)));
    } else {
      return from_bits<T>(exchange(to_bits(x)));
    }
  }
  template <class Word>
  [[gnu::always_inline]] void put_number(Word bits) noexcept {
    put_word(next_word(), static_cast<uint32_t>(bits));
    if constexpr (sizeof(Word) > 4) { put_word(next_word(), static_cast<uint32_t>(bits >> 32)); }
  }
  template <class T>
  [[gnu::always_inline]] typename Ieee754<T>::Word get_number() noexcept {
    typename Ieee754<T>::Word bits = get_word(next_word());
    if constexpr (sizeof(T) > 4) { bits |= static_cast<uint64_t>(get_word(next_word())) << 32; }
    return bits;
  }

  /// Where it is in the buffer.
  [[gnu::always_inline]] uint8_t* next_word() noexcept {
    if (at_ == piece) { next_piece(); }
    uint8_t* const bytes = buffer_ + at_;
    at_ += 4;
    return bytes;
  }
  [[gnu::noinline]] void next_piece() noexcept {
    if (offset_ != before) {
      sum_up();
      flush();
    }
    offset_ += piece;
    at_ = 0;
    fill();
  }
  [[gnu::noinline]] void sum_up() noexcept {
    if (at_ == 0) { return; }
    uint32_t checksum = checksum_;  // in a register: a byte could be part of the other for all the compiler knows
    const uint8_t* byte = buffer_;
    const uint8_t* const end = buffer_ + at_;
    do { checksum = Crc32::add(checksum, *byte++); } while (byte != end);
    checksum_ = checksum;
  }
  [[gnu::always_inline]] void flush() noexcept {
    if constexpr (Medium::can_write) {
      if (!is_writing() || !is_good()) { return; }
      if (!medium_.write(offset_, buffer_, static_cast<size_t>(at_))) { fail(Status::storage_failed); }
    }
  }
  void fill() noexcept {
    if constexpr (Medium::can_read) {
      if (is_writing()) { return; }
      if (offset_ >= length_) { return fail(Status::snapshot_damaged); }
      if (!is_good()) { return; }
      const uint32_t left = length_ - offset_;
      const auto count = static_cast<size_t>(left < piece ? left : piece);
      if (!medium_.read(offset_, buffer_, count)) { fail(Status::storage_failed); }
    }
  }

  static constexpr uint32_t before = 0U - piece;  // the first piece

  alignas(4) uint8_t buffer_[piece]{};
  Medium& medium_;
  uint32_t checksum_ = Crc32::initial();
  uint32_t offset_ = before;                                                         // of the piece
  uint32_t length_ = piece < snapshot_header_bytes ? snapshot_header_bytes : piece;  // until it is known
  uint32_t at_ = piece;                                                              // in the piece
  Pass pass_;
  Status status_ = Status::ok;
};

}  // namespace detail
}  // namespace ballast
