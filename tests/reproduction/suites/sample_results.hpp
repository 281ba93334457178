#pragma once
/// Made-up results: every kind of thing that `ballast reproduce` may find, with awkward cases that a real
/// run may lack (overflow in some trials, a single trial, markup in a text). For tests of what shows results.

#include <reproduction/figures/results.hpp>

/// What is unlikely in a name, and must come out as it went in.
constexpr const char* awkward_text = "<b>&amp;\"it's\" 5 < 6 \xe2\x89\xa0 7</b>";

ballast::reproduction::Results sample_results();

/// A topic of the theory part: a chart with few places, one with many, a table, and a claim of each source.
ballast::reproduction::TopicResult sample_topic();

/// The sample with this topic.
ballast::reproduction::Results sample_with_theory();
