#pragma once
/// A linked program as objdump and nm tell it: its functions, whom they call, what they push on the stack.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace footprint {

struct Call {
  std::string callee;
  uint64_t return_address;
};

/// From one label to the next: a function, or a part of one that has several entries, as in libgcc. Parts never
/// overlap.
struct Function {
  uint64_t address = 0;
  uint64_t size = 0;
  uint64_t pushed = 0;      // by all its instructions together: an upper bound of its frame
  std::vector<Call> calls;  // and jumps into other functions, and what it runs on into
};

inline std::string output_of(const std::string& command) {
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) { throw std::runtime_error("cannot run " + command); }
  std::string output;
  char buffer[65536];
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) { output.append(buffer, n); }
  if (pclose(pipe) != 0) { throw std::runtime_error("failed: " + command); }
  return output;
}

inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  size_t begin = 0;
  for (size_t end; (end = text.find(separator, begin)) != std::string::npos; begin = end + 1) {
    parts.push_back(text.substr(begin, end - begin));
  }
  if (begin < text.size()) { parts.push_back(text.substr(begin)); }
  return parts;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
inline bool begins_with(const std::string& text, const std::string& part) {
  return text.compare(0, part.size(), part) == 0;
}

// --- instructions ---------------------------------------------------------------------------------------------------

struct Instruction {
  uint64_t address;
  std::string name;
  std::string operands;
};

/// The register list {r4, r5, lr} or {d8-d10}.
inline uint64_t registers_in(const std::string& operands) {
  const size_t open = operands.find('{');
  const std::string list = operands.substr(open + 1, operands.find('}') - open - 1);
  uint64_t count = 0;
  for (const std::string& item : split(list, ',')) {
    const size_t dash = item.find('-');
    count += dash == std::string::npos
                 ? 1
                 : 1 + std::stoul(item.substr(dash + 2)) - std::stoul(item.substr(item.find_first_of("ds") + 1));
  }
  return count;
}

/// The number behind the last of a mark.
inline uint64_t number_after(const std::string& operands, const std::string& mark) {
  const size_t at = operands.rfind(mark);
  return at == std::string::npos ? 0 : std::stoul(operands.substr(at + mark.size()));
}

/// What an instruction of Arm or RISC-V takes from the stack.
inline uint64_t pushed_by(const Instruction& instruction) {
  const std::string& name = instruction.name;
  const std::string& operands = instruction.operands;
  const bool is_double = contains(operands, "{d");
  if (begins_with(name, "push") || begins_with(name, "vpush") ||
      (begins_with(name, "stmdb") && begins_with(operands, "sp!"))) {
    return registers_in(operands) * (is_double ? 8 : 4);
  }
  if (begins_with(name, "str") && contains(operands, "[sp, #-")) { return number_after(operands, "[sp, #-"); }
  if (begins_with(name, "sub") && begins_with(operands, "sp, ") && contains(operands, "#")) {
    return number_after(operands, "#");
  }
  if (begins_with(name, "add") && begins_with(operands, "sp,sp,-")) { return number_after(operands, "sp,sp,-"); }
  return 0;
}

inline bool is_jump(const std::string& name) {
  return (name[0] == 'b' && name != "bic" && name != "bics" && !begins_with(name, "bf") && name != "bkpt") ||
         name[0] == 'j' || begins_with(name, "cb");
}

/// Nothing after it runs, unless something jumps there.
inline bool is_end(const Instruction& instruction) {
  const std::string& name = instruction.name;
  return name == "b" || name == "b.n" || name == "b.w" || name == "bx" || name == "j" || name == "jr" ||
         name == "ret" ||
         ((begins_with(name, "pop") || begins_with(name, "ldm")) && contains(instruction.operands, "pc")) ||
         (begins_with(name, "ldr") && begins_with(instruction.operands, "pc")) || name[0] == '.';
}

/// The address that a jump leads to, 0 if that is not known. (Not the name beside it: it may be that of a constant.)
inline uint64_t target_of(const std::string& operands) {
  const size_t open = operands.find(" <");
  if (open == std::string::npos) { return 0; }
  const size_t begin = operands.find_last_of(" ,", open - 1);
  return std::stoull(operands.substr(begin == std::string::npos ? 0 : begin + 1), nullptr, 16);
}

// --- a program ------------------------------------------------------------------------------------------------------

class Image {
 public:
  /// `tools` is the prefix of objdump and nm.
  Image(const std::string& path, const std::string& tools) {
    read_sizes(output_of(tools + "nm --print-size " + path));
    const std::vector<std::string> lines = split(output_of(tools + "objdump -d --no-show-raw-insn " + path), '\n');
    find_functions(lines);
    read_instructions(lines);
  }

  const std::map<std::string, Function>& functions() const { return functions_; }
  const Function& function(const std::string& name) const { return functions_.at(name); }
  uint64_t size_of(const std::string& symbol) const { return sizes_.at(symbol); }
  const std::map<std::string, uint64_t>& sizes() const { return sizes_; }

  /// A function and all it may call.
  std::set<std::string> reachable_from(const std::string& name) const {
    std::set<std::string> found;
    std::vector<std::string> waiting{name};
    while (!waiting.empty()) {
      const std::string next = waiting.back();
      waiting.pop_back();
      if (functions_.count(next) == 0 || !found.insert(next).second) { continue; }
      for (const Call& call : functions_.at(next).calls) { waiting.push_back(call.callee); }
    }
    return found;
  }

  /// The most that a function and what it calls have on the stack. `frames` are those the compiler has told; others are
  /// taken from the code.
  uint64_t stack_of(const std::string& name, const std::map<std::string, uint64_t>& frames) const {
    std::set<std::string> path;
    return stack_of(name, frames, path);
  }

 private:
  uint64_t stack_of(const std::string& name, const std::map<std::string, uint64_t>& frames,
                    std::set<std::string>& path) const {
    if (functions_.count(name) == 0 || !path.insert(name).second) { return 0; }
    const Function& function = functions_.at(name);
    uint64_t deepest = 0;
    for (const Call& call : function.calls) { deepest = std::max(deepest, stack_of(call.callee, frames, path)); }
    path.erase(name);
    const auto known = frames.find(name);
    return deepest + (known != frames.end() ? known->second : function.pushed);
  }

  void read_sizes(const std::string& text) {
    for (const std::string& line : split(text, '\n')) {
      const std::vector<std::string> fields = split(line, ' ');
      if (fields.size() == 4) { sizes_[fields[3]] = std::stoull(fields[1], nullptr, 16); }
    }
  }

  static bool is_label(const std::string& line) {
    return line.size() > 2 && line.compare(line.size() - 2, 2, ">:") == 0;
  }
  static std::string name_in(const std::string& label) {
    return label.substr(label.find('<') + 1, label.size() - label.find('<') - 3);
  }

  /// Up to the next label, but no further than the symbol says: what follows is padding or data.
  void find_functions(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
      if (is_label(line)) { labels_[std::stoull(line, nullptr, 16)] = name_in(line); }
    }
    for (auto label = labels_.begin(); label != labels_.end(); ++label) {
      const auto next = std::next(label);
      const auto told = sizes_.find(label->second);
      uint64_t size = next != labels_.end() ? next->first - label->first : 0;
      if (told != sizes_.end() && (told->second < size || size == 0)) { size = told->second; }
      functions_[label->second].address = label->first;
      functions_[label->second].size = size;
    }
  }

  /// Which function an address is in; empty if in none.
  std::string function_at(uint64_t address) const {
    auto label = labels_.upper_bound(address);
    if (label == labels_.begin()) { return ""; }
    --label;
    const Function& function = functions_.at(label->second);
    return address < function.address + function.size ? label->second : "";
  }

  void read_instructions(const std::vector<std::string>& lines) {
    std::string name;
    Instruction last{0, ".", ""};
    for (const std::string& line : lines) {
      if (is_label(line)) {
        run_on(name, last);
        name = name_in(line);
      } else if (!name.empty() && contains(line, ":\t")) {
        read_instruction(line, functions_[name], last);
      }
    }
  }

  /// Where the last instruction is not an end, what follows is part of it.
  void run_on(const std::string& name, const Instruction& last) {
    if (name.empty() || is_end(last)) { return; }
    Function& function = functions_[name];
    const auto next = labels_.find(function.address + function.size);
    if (next != labels_.end()) { function.calls.push_back({next->second, 0}); }
  }

  void read_instruction(const std::string& line, Function& function, Instruction& last) {
    const std::vector<std::string> fields = split(line, '\t');
    const uint64_t address = std::stoull(fields[0], nullptr, 16);
    if (fields.size() < 2 || address >= function.address + function.size) { return; }
    if (!function.calls.empty() && function.calls.back().return_address == 0) {
      function.calls.back().return_address = address;
    }
    if (begins_with(fields[1], "nop")) { return; }  // padding, often
    last = {address, fields[1], fields.size() > 2 ? fields[2] : ""};
    function.pushed += pushed_by(last);
    if (!is_jump(last.name)) { return; }
    const uint64_t target = target_of(last.operands);
    const std::string callee = target != 0 ? function_at(target) : "";
    if (!callee.empty() && functions_.at(callee).address != function.address) { function.calls.push_back({callee, 0}); }
  }

  std::map<uint64_t, std::string> labels_;
  std::map<std::string, Function> functions_;
  std::map<std::string, uint64_t> sizes_;
};

/// What -fcallgraph-info=su has told of the frames of functions.
inline std::map<std::string, uint64_t> frames_in(const std::string& path) {
  std::ifstream file(path);
  if (!file) { throw std::runtime_error("cannot read " + path); }
  std::map<std::string, uint64_t> frames;
  const std::string title = "node: { title: \"";
  for (std::string line; std::getline(file, line);) {
    const size_t bytes = line.find(" bytes (");
    if (!begins_with(line, title) || bytes == std::string::npos) { continue; }
    if (line.compare(bytes, 15, " bytes (static)") != 0) { throw std::runtime_error("a frame is not static: " + line); }
    const size_t number = line.rfind("\\n", bytes) + 2;
    const std::string name = line.substr(title.size(), line.find('"', title.size()) - title.size());
    frames[name.substr(name.rfind(':') + 1)] = std::stoull(line.substr(number));  // local ones have a path before it
  }
  return frames;
}

}  // namespace footprint
