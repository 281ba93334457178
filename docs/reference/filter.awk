# awk -f filter.awk <header>: a header as Doxygen should read it. Every line stays a line, so that the numbers in
# Doxygen's messages are right.
#
# - The comment at the top of a header describes the file, not whatever is declared first.
# - An indented block in a comment is code.
# - What is in a namespace `detail` is left out, except in the headers of detail/ that build.cmake names.
# - A type alias needs no comment: its name and what it stands for say enough. (Doxygen has no setting for that, so that
#   an empty comment is added.) An alias template needs one.
# - `enum class [[nodiscard]] Status` is not understood by Doxygen 1.9.4.

{ line[NR] = $0 }

function is_comment(i) { return line[i] ~ /^ *\/\/\// }
function is_indented(i) { return line[i] ~ /^ *\/\/\/   / }
function is_item(i) { return line[i] ~ /^ *\/\/\/ - / }

# From the first line of a comment to its last.
function mark_code(first, last,    i, in_item) {
  in_item = 0
  for (i = first; i <= last; ++i) {
    if (is_item(i)) { in_item = 1 } else if (!is_indented(i)) { in_item = 0 }
    if (!in_item && is_indented(i) && i > first) {
      if (!is_indented(i - 1)) { line[i - 1] = line[i - 1] " @code{.cpp}" }
      if (i == last || !is_indented(i + 1)) { line[i] = line[i] " @endcode" }
    }
  }
}

END {
  in_detail = FILENAME ~ /\/detail\//
  for (i = 1; i <= NR; ++i) {
    if (!is_comment(i)) { continue }
    for (last = i; is_comment(last + 1); ++last) { }
    mark_code(i, last)
    i = last
  }
  for (i = 1; i <= NR; ++i) {
    text = line[i]
    if (i == 1 && text == "#pragma once" && is_comment(2)) { text = "/// @file" }
    if (!in_detail && text == "namespace detail {") { text = text " /** @cond */" }
    if (!in_detail && text == "}  // namespace detail") { text = "/** @endcond */ " text }
    is_template = line[i - 1] ~ /^ *template </
    if (text ~ /^ *using [A-Za-z0-9_]+ =/ && text !~ /\/\/\/< / && !is_comment(i - 1) && !is_template) {
      sub(/using/, "/** \\&nbsp; */ using", text)
    }
    if (text ~ /^enum class \[\[nodiscard\]\] /) { sub(/\[\[nodiscard\]\] /, "", text) }
    print text
  }
}
