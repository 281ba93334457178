#pragma once
/// Features of every kind to try: drawn at random, and as the array that they stand for.

#include <ballast/array.hpp>
#include <ballast/features/active_features.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/run.hpp>
#include <ballast/features/sparse_features.hpp>

#include <stddef.h>

#include "noise.hpp"

template <class T, size_t Dimension>
void draw(ballast::OneHot<T, Dimension>& features, Noise& random) {
  features = ballast::OneHot<T, Dimension>(random.word() % Dimension);
}

template <class T, size_t Dimension, size_t Capacity>
void draw(ballast::ActiveFeatures<T, Dimension, Capacity>& features, Noise& random) {
  features.clear();
  for (size_t k = 0; k < Capacity; ++k) { (void)features.add(random.word() % Dimension); }  // some are there already
}

template <class T, size_t Dimension, size_t Capacity>
void draw(ballast::SparseFeatures<T, Dimension, Capacity>& features, Noise& random) {
  features.clear();
  for (size_t k = 0; k < Capacity; ++k) {
    const size_t index = random.word() % Dimension;  // first: the order of arguments is anybody's
    (void)features.add(index, random.number<T>());
  }
}

template <template <class, size_t> class Array, class T, size_t Dimension>
void draw(Array<T, Dimension>& features, Noise& random) {
  for (T& x : features) { x = random.number<T>() * static_cast<T>(0.25); }
}

template <class Kind>
ballast::ArrayOf<typename ballast::RunsOf<Kind>::Feature, ballast::RunsOf<Kind>::dimension> as_array(const Kind& kind) {
  using Runs = ballast::RunsOf<Kind>;
  ballast::ArrayOf<typename Runs::Feature, Runs::dimension> all{};
  for (size_t k = 0; k < Runs::count(kind); ++k) {
    const auto run = Runs::get(kind, k);
    for (size_t i = 0; i < run.length; ++i) { all[run.first + i] = run.values[i]; }
  }
  return all;
}
