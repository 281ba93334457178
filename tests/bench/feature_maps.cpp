// Feature maps: from readings to features. Beside tiles the same arithmetic without checks, beside random Fourier
// features a loop over std::cos and Eigen's, beside one-hot features the array that has the same numbers.

#include <ballast/array.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/random_fourier.hpp>
#include <ballast/features/tile_coder.hpp>
#include <ballast/learner.hpp>

#include <Eigen/Core>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "add_learner.hpp"
#include "noise.hpp"

namespace bench {
namespace {

constexpr std::size_t inputs = 2;
constexpr std::size_t readings_in_all = 1024;
using Inputs = ballast::ArrayOf<float, inputs>;

const std::vector<Inputs>& readings() {
  static const std::vector<Inputs> all = [] {
    Noise random(3);
    std::vector<Inputs> drawn(readings_in_all);
    for (Inputs& x : drawn) { x = {random.number<float>(), random.number<float>()}; }
    return drawn;
  }();
  return all;
}

/// `map(inputs, features)`, in turns into the features of two states.
template <class Features, class Map>
void add_map(const char* of_case, const char* contender, Map map) {
  add(of_case, contender, [map](benchmark::State& state) {
    const Placed<Features> states[2];
    std::size_t t = 0;
    for (auto _ : state) {
      map(readings()[t % readings_in_all], *states[t % 2]);
      benchmark::DoNotOptimize(*states[t % 2]);
      ++t;
    }
  });
}

// --- tiles ---------------------------------------------------------------------------------------------------------

constexpr uint32_t tilings = 8;
using Coder = ballast::TileCoder<float, tilings, 10, 4>;
constexpr Coder coder{{{-1.0F, 1.0F}, {-1.0F, 1.0F}}};

[[gnu::noinline]] void ballast_tiles(const Inputs& x, Coder::Features& phi) {
  (void)coder.encode(x, phi);
}

[[gnu::noinline]] void plain_tiles(const Inputs& x, std::vector<uint32_t>& active) {
  const float column = (x[0] + 1.0F) / 2.0F * (9 * tilings + 1);
  const float row = (x[1] + 1.0F) / 2.0F * (3 * tilings + 1);
  active.clear();
  for (uint32_t k = 0; k < tilings; ++k) {
    const uint32_t i = (static_cast<uint32_t>(column) + k) / tilings;
    const uint32_t j = (static_cast<uint32_t>(row) + 3 * k % tilings) / tilings;
    active.push_back((k * 10 + i) * 4 + j);
  }
}

void check_tiles() {
  for (const Inputs& x : readings()) {
    Coder::Features phi;
    std::vector<uint32_t> active;
    ballast_tiles(x, phi);
    plain_tiles(x, active);
    for (std::size_t k = 0; k < tilings; ++k) {
      if (phi.index(k) != active[k]) { throw std::logic_error("map/tiles: contenders have other tiles"); }
    }
  }
}

// --- random Fourier features -----------------------------------------------------------------------------------------

constexpr std::size_t components = 100;
using Table = ballast::RandomFourierTable<float, inputs, components>;
using Fourier = ballast::ArrayOf<float, components>;

const Table& table() {
  static const Table drawn = [] {
    Table empty{};
    if (ballast::draw_random_fourier(empty, {1.0F}, 1) != ballast::Status::ok) { throw std::logic_error("no table"); }
    return empty;
  }();
  return drawn;
}

[[gnu::noinline]] void ballast_fourier(const Inputs& x, Fourier& phi) {
  (void)ballast::random_fourier(table(), x, phi);
}

[[gnu::noinline]] void plain_fourier(const Inputs& x, Fourier& phi) {
  for (std::size_t j = 0; j < components; ++j) {
    phi[j] = table().scale * std::cos(table().weights[j][0] * x[0] + table().weights[j][1] * x[1] + table().phases[j]);
  }
}

[[gnu::noinline]] void eigen_fourier(const Inputs& x, Fourier& phi) {
  using Weights = Eigen::Matrix<float, components, inputs, Eigen::RowMajor>;
  using Vector = Eigen::Matrix<float, components, 1>;
  const Eigen::Map<const Weights> w(&table().weights[0][0]);
  const Eigen::Map<const Vector> b(table().phases);
  const Eigen::Map<const Eigen::Matrix<float, inputs, 1>> reading(x.data());
  Eigen::Map<Vector>(phi.data()) = table().scale * (w * reading + b).array().cos();
}

void check_fourier() {
  for (const Inputs& x : readings()) {
    Fourier ours{};
    Fourier theirs{};
    Fourier eigens{};
    ballast_fourier(x, ours);
    plain_fourier(x, theirs);
    eigen_fourier(x, eigens);
    for (std::size_t j = 0; j < components; ++j) {
      if (std::fabs(ours[j] - theirs[j]) > 1e-5F || std::fabs(ours[j] - eigens[j]) > 1e-5F) {
        throw std::logic_error("map/fourier: contenders have other features");
      }
    }
  }
}

// --- one-hot features ------------------------------------------------------------------------------------------------

constexpr std::size_t states_of_table = 64;
constexpr std::size_t visits = 8;
using OneHot = ballast::OneHot<float, states_of_table>;
using Array = ballast::ArrayOf<float, states_of_table>;

/// Of a dense learner, whose updates are then those of an array with one 1 in it.
void add_one_hot() {
  using Learner = ballast::Learner<float, states_of_table>;
  auto& indices = *new std::vector<OneHot>();  // until the program ends: what is timed refers to them
  auto& arrays = *new std::vector<Array>();
  for (std::size_t t = 0; t <= visits; ++t) {
    indices.emplace_back(t * 7 % states_of_table);
    arrays.push_back({});
    arrays.back()[t * 7 % states_of_table] = 1.0F;
  }
  const auto begin = [](Learner& learner) { start(learner); };
  add_updates<Learner>("map/one_hot", "ballast", begin, indices, visits);
  add_updates<Learner>("map/one_hot", "array", begin, arrays, visits);
}

bool add_maps() {
  check_tiles();
  check_fourier();
  add_map<Coder::Features>("map/tiles", "ballast", ballast_tiles);
  add_map<std::vector<uint32_t>>("map/tiles", "vector", plain_tiles);
  add_map<Fourier>("map/fourier", "ballast", ballast_fourier);
  add_map<Fourier>("map/fourier", "vector", plain_fourier);
  add_map<Fourier>("map/fourier", "eigen", eigen_fourier);
  add_one_hot();
  return true;
}

const bool is_added = add_maps();

}  // namespace
}  // namespace bench
