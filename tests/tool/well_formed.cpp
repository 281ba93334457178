// well_formed <file>...: 0 if each is XML as far as an SVG needs it: elements are nested, attributes are quoted and
// occur once, & begins an entity, no id occurs twice, and what is referred to is there.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

[[noreturn]] void fail(const std::string& file, const std::string& what) {
  std::printf("%s: %s\n", file.c_str(), what.c_str());
  std::exit(1);
}

class Document {
 public:
  Document(const std::string& file, const std::string& text) : file_(file) {
    std::size_t at = 0;
    for (std::size_t open = 0; (open = text.find('<', at)) != std::string::npos;) {
      check_text(text.substr(at, open - at));
      const std::size_t close = text.find('>', open);
      if (close == std::string::npos) { fail(file_, "a tag does not end"); }
      tag(text.substr(open + 1, close - open - 1));
      at = close + 1;
    }
    check_text(text.substr(at));
    if (!open_.empty() || elements_ == 0) { fail(file_, "elements are open at the end, or there is none"); }
    for (const std::string& id : references_) {
      if (ids_.count(id) == 0) { fail(file_, "no element has the id " + id); }
    }
  }

 private:
  void check_text(const std::string& text) const {
    static const std::regex entities("&(amp|lt|gt|quot|#[0-9]+);");
    const std::string rest = std::regex_replace(text, entities, "");
    if (rest.find_first_of("&>") != std::string::npos) { fail(file_, "'" + text + "' is not escaped"); }
    if (open_.empty() && text.find_first_not_of(" \r\n\t") != std::string::npos) { fail(file_, "text outside"); }
  }

  void tag(const std::string& tag) {
    if (tag.front() == '?') { return; }
    if (tag.front() == '/') {
      if (open_.empty() || open_.back() != tag.substr(1)) {
        fail(file_, "</" + tag.substr(1) + "> where it is not open");
      }
      open_.pop_back();
      return;
    }
    const bool is_empty = tag.back() == '/';
    const std::string inside = is_empty ? tag.substr(0, tag.size() - 1) : tag;
    const std::string name = inside.substr(0, inside.find_first_of(" \r\n\t"));
    attributes(inside.substr(name.size()));
    ++elements_;
    if (!is_empty) { open_.push_back(name); }
  }

  void attributes(const std::string& text) {
    static const std::regex attribute("\\s+([A-Za-z][A-Za-z0-9:_-]*)\\s*=\\s*(\"[^\"]*\"|'[^']*')");
    if (std::regex_replace(text, attribute, "").find_first_not_of(" \r\n\t") != std::string::npos) {
      fail(file_, "attributes: " + text);
    }
    std::set<std::string> names;
    for (std::sregex_iterator found(text.begin(), text.end(), attribute), end; found != end; ++found) {
      const std::string name = (*found)[1];
      const std::string quoted = (*found)[2];
      const std::string value = quoted.substr(1, quoted.size() - 2);
      if (!names.insert(name).second) { fail(file_, name + " twice"); }
      if (name == "id" && !ids_.insert(value).second) { fail(file_, "the id " + value + " twice"); }
      if (name == "xlink:href" && value.front() == '#') { references_.insert(value.substr(1)); }
    }
  }

  std::string file_;
  std::vector<std::string> open_;
  std::set<std::string> ids_;
  std::set<std::string> references_;
  std::size_t elements_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  try {
    for (int i = 1; i < argc; ++i) {
      std::ifstream file(argv[i]);
      const Document document(argv[i], std::string(std::istreambuf_iterator<char>(file), {}));
    }
  } catch (const std::exception& error) {
    std::puts(error.what());
    return 3;
  }
  return argc > 1 ? 0 : 2;
}
