#include "experiments/runner/trial_file.hpp"

#include <etl/crc32.h>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "experiments/files/error.hpp"
#include "experiments/runner/outcome_bytes.hpp"

namespace ballast::experiments {
namespace {

/// The last digit is the version of the format.
constexpr std::string_view magic = "BALTRIA1";

/// The length and the CRC-32 of a body.
constexpr std::size_t frame_size = 8;

constexpr const char* no_header = ": not a file of trials of this version of Ballast, or its header is damaged";

std::uint32_t crc_of(const std::string& bytes) {
  return etl::crc32(bytes.begin(), bytes.end()).value();
}

/// A body after its length and its CRC-32.
std::string framed(const std::string& body) {
  OutcomeWriter frame;
  frame.put(static_cast<std::uint32_t>(body.size()));
  frame.put(crc_of(body));
  return frame.bytes() + body;
}

/// Up to `count` bytes at `place`: fewer at the end of the file.
std::string bytes_at(int file, std::uint64_t place, std::size_t count) {
  std::string bytes(count, '\0');
  std::size_t done = 0;
  while (done < count) {
    const ssize_t got = ::pread(file, bytes.data() + done, count - done, static_cast<off_t>(place + done));
    if (got < 0 && errno == EINTR) { continue; }
    if (got <= 0) { break; }
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

std::uint64_t size_of(int file) {
  struct stat status = {};
  return ::fstat(file, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

/// Whether the open file still has its name: another process may have finished with it and removed it.
bool is_still_at(int file, const std::string& path) {
  struct stat open = {};
  struct stat named = {};
  return ::fstat(file, &open) == 0 && ::stat(path.c_str(), &named) == 0 && open.st_ino == named.st_ino &&
         open.st_dev == named.st_dev;
}

std::string bytes_of(const TrialsHeader& header) {
  OutcomeWriter out;
  out.put(header.identity.kind);
  out.put(header.identity.version);
  out.put(header.identity.text);
  out.put(header.identity.command);
  out.put(header.shard.number);
  out.put(header.shard.count);
  return out.bytes();
}

TrialsHeader header_in(const std::string& bytes) {
  TrialsHeader header;
  OutcomeReader in(bytes);
  in.get(header.identity.kind);
  in.get(header.identity.version);
  in.get(header.identity.text);
  in.get(header.identity.command);
  in.get(header.shard.number);
  in.get(header.shard.count);
  OutcomeReader::require(header.shard.number >= 1 && header.shard.number <= header.shard.count);
  return header;
}

}  // namespace

void FileDescriptor::reset(int number) {
  if (number_ >= 0) { ::close(number_); }
  number_ = number;
}

// --- open and close -------------------------------------------------------------------------------------------------

TrialFile::TrialFile(const std::string& path) : path_(path), file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (file_.get() < 0) { fail("cannot be read"); }
  if (!read_header()) { throw InputError(path + no_header); }
  read_records();
}

TrialFile::TrialFile(const std::string& path, const TrialsHeader& header) : path_(path) {
  lock();
  if (!read_header()) { begin(header); }
  refuse_other_run(header);
  read_records();
  if (size_of(file_.get()) > end_ && ::ftruncate(file_.get(), static_cast<off_t>(end_)) != 0) {
    fail("writing failed");
  }
  is_writable_ = true;
}

void TrialFile::fail(const char* what) const {
  throw InputError(fmt::format("{}: {}: {}", path_, what, std::strerror(errno)));
}

/// Opens the file so that no other process can, as long as this one lives.
void TrialFile::lock() {
  do {
    file_.reset(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (file_.get() < 0) { fail("cannot be written"); }
    // A file system without locks has another error: there nothing is refused.
    if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      throw InputError(
          fmt::format("{}: another process is writing this file; wait until it ends, or give another --out", path_));
    }
  } while (!is_still_at(file_.get(), path_));
}

/// Whether there is a valid one.
bool TrialFile::read_header() {
  std::string body;
  if (bytes_at(file_.get(), 0, magic.size()) != magic || !read_body(magic.size(), body)) { return false; }
  header_ = header_in(body);
  end_ = magic.size() + frame_size + body.size();
  return true;
}

/// Writes the header, unless there is more in the file than a header that was not written to its end.
void TrialFile::begin(const TrialsHeader& header) {
  const std::string start = std::string(magic) + framed(bytes_of(header));
  const std::uint64_t size = size_of(file_.get());
  if (size >= start.size() || bytes_at(file_.get(), 0, start.size()) != start.substr(0, size)) {
    throw InputError(path_ + no_header + ". Delete it, or give another --out");
  }
  header_ = header;
  write(start);
  (void)::fsync(file_.get());
}

void TrialFile::refuse_other_run(const TrialsHeader& header) {
  std::string other = difference(header_.identity, header.identity);
  if (other.empty() && text_of(header_.shard) != text_of(header.shard)) {
    other = fmt::format("another shard: {} and {}", text_of(header_.shard), text_of(header.shard));
  }
  if (other.empty()) { return; }
  throw InputError(
      fmt::format("{}: has the trials of another run ({}): {}. Finish that run, give another --out, or "
                  "delete the file",
                  path_, other, header_.identity.command));
}

// --- bytes ----------------------------------------------------------------------------------------------------------

/// Whether a whole and undamaged one is there. (A body of no bytes is none: 0 is the CRC-32 of nothing, and a file
/// system may leave zeros at the end after a power loss.)
bool TrialFile::read_body(std::uint64_t place, std::string& body) const {
  const std::string frame = bytes_at(file_.get(), place, frame_size);
  if (frame.size() < frame_size) { return false; }
  OutcomeReader in(frame);
  std::uint32_t length = 0;
  std::uint32_t crc = 0;
  in.get(length);
  in.get(crc);
  if (length == 0 || length > size_of(file_.get()) - place - frame_size) { return false; }
  body = bytes_at(file_.get(), place + frame_size, length);
  return body.size() == length && crc_of(body) == crc;
}

void TrialFile::read_records() {
  std::string body;
  while (read_body(end_, body)) {
    TrialRecord record{"", 0, 0, 0};
    OutcomeReader in(body);
    in.get(record.experiment);
    in.get(record.trial);
    record.length = static_cast<std::uint32_t>(in.rest().size());
    end_ += frame_size + body.size();
    record.place = end_ - record.length;
    records_.push_back(record);
  }
  size_ = records_.size();
}

std::string TrialFile::read(const TrialRecord& record) const {
  std::string bytes = bytes_at(file_.get(), record.place, record.length);
  if (bytes.size() != record.length) { throw InputError(fmt::format("{}: has become shorter", path_)); }
  return bytes;
}

void TrialFile::append(const std::string& experiment, std::uint32_t trial, const std::string& outcomes) {
  OutcomeWriter start;
  start.put(experiment);
  start.put(trial);
  write(framed(start.bytes() + outcomes));
  ++size_;
}

void TrialFile::write(const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count =
        ::pwrite(file_.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(end_ + done));
    if (count < 0 && errno == EINTR) { continue; }
    if (count <= 0) { fail("writing failed"); }
    done += static_cast<std::size_t>(count);
  }
  end_ += bytes.size();
}

void TrialFile::remove() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
  is_writable_ = false;
}

}  // namespace ballast::experiments
