// Sparse learners with few active features of many, beside a list of live traces, a loop over all features, and the
// floor.

#include <ballast/sparse_learner.hpp>

#include <string>
#include <vector>

#include "add_learner.hpp"
#include "agreement.hpp"
#include "list_learner.hpp"
#include "sparse_streams.hpp"

namespace bench {
namespace {

template <std::size_t Dimension>
using Free = ballast::SparseLearner<float, Dimension, ballast::Implicit, ballast::NoProjection<float>>;
template <std::size_t Dimension>
using InABall = ballast::SparseLearner<float, Dimension>;

// --- contenders ----------------------------------------------------------------------------------------------------

template <int Percent>
struct Lambda : ListSettings {
  static constexpr float lambda = Percent / 100.0F;
};

template <std::size_t Dimension, int LambdaPercent>
class List : public ListLearner<Dimension, Lambda<LambdaPercent>> {
 public:
  using Value = float;

  template <class Features>
  int update(const Features& phi, float reward, const Features& next) {
    ListLearner<Dimension, Lambda<LambdaPercent>>::update(phi, reward, next);
    return 0;
  }
};

/// All traces and all weights in every update.
template <std::size_t Dimension>
class AllFeatures {
 public:
  using Value = float;

  template <class Features>
  int update(const Features& phi, float reward, const Features& next) {
    using Settings = ListSettings;
    const float error = reward - average_reward_;
    const float td_error = error + value(next) - value(phi);
    for (float& z : trace_) { z *= Settings::lambda; }
    for (std::size_t k = 0; k < phi.size(); ++k) { trace_[phi.index(k)] += phi.value(); }
    float norm2 = 0.0F;
    for (const float z : trace_) { norm2 += z * z; }
    const float step = Settings::step_size / (1.0F + Settings::step_size * norm2) * td_error;
    for (std::size_t i = 0; i < Dimension; ++i) { weights_[i] += step * trace_[i]; }
    constexpr float rate = Settings::ratio * Settings::step_size;
    average_reward_ += rate / (1.0F + rate) * error;
    return 0;
  }

  float weight(std::size_t i) const { return weights_[i]; }

 private:
  template <class Features>
  float value(const Features& phi) const {
    float sum = 0.0F;
    for (std::size_t k = 0; k < phi.size(); ++k) { sum += weights_[phi.index(k)] * phi.value(); }
    return sum;
  }

  float average_reward_ = 0.0F;
  std::vector<float> weights_ = std::vector<float>(Dimension);
  std::vector<float> trace_ = std::vector<float>(Dimension);
};

/// The least that an update loads and stores, with exclusive or instead of arithmetic: the weights of both states, and
/// weights and traces of the one that is left. All that depends on lambda is missing.
template <std::size_t Dimension>
class SparseFloor {
 public:
  using Value = float;

  template <class Features>
  int update(const Features& phi, float /*reward*/, const Features& next) {
    uint32_t mixed = 0;
    for (std::size_t k = 0; k < next.size(); ++k) { mixed ^= weights_[next.index(k)]; }
    for (std::size_t k = 0; k < phi.size(); ++k) { mixed ^= weights_[phi.index(k)] ^ trace_[phi.index(k)]; }
    for (std::size_t k = 0; k < phi.size(); ++k) {
      weights_[phi.index(k)] ^= mixed;
      trace_[phi.index(k)] = mixed;
    }
    return 0;
  }

 private:
  std::vector<uint32_t> weights_ = std::vector<uint32_t>(Dimension);
  std::vector<uint32_t> trace_ = std::vector<uint32_t>(Dimension);
};

// --- cases ---------------------------------------------------------------------------------------------------------

template <class Contender, class Features, class Begin>
void add_contender(const std::string& of_case, const char* name, const Stream<Features>& stream, Begin begin) {
  add_updates<Contender>(of_case, name, begin, stream, stream_length);
}

template <class Features, int LambdaPercent>
void add_case(const std::string& of_case, const Stream<Features>& stream) {
  constexpr std::size_t dimension = Features::dimension;
  constexpr double lambda = LambdaPercent / 100.0;
  const auto begin = [](auto& learner) { start(learner, lambda); };
  add_contender<Free<dimension>>(of_case, "ballast_none", stream, begin);
  add_contender<InABall<dimension>>(of_case, "ballast_joint", stream, begin);
  add_contender<List<dimension, LambdaPercent>>(of_case, "list", stream, [](auto&) {});
  add_contender<SparseFloor<dimension>>(of_case, "floor", stream, [](auto&) {});
  check_agreement<Free<dimension>, List<dimension, LambdaPercent>>(of_case, stream, 64, dimension, lambda);
}

template <std::size_t Dimension, std::size_t Active>
using Features = ballast::ActiveFeatures<float, Dimension, Active>;

/// Until the program ends: what is timed refers to it.
template <class Features>
const Stream<Features>& kept(const Stream<Features>& stream) {
  return *new Stream<Features>(stream);
}

template <class Features>
std::string sparse_case(const char* lambda) {
  return "sparse/" + std::to_string(Features::dimension) + "/" + std::to_string(Features::capacity) + "/" + lambda;
}

/// Among the first 1024 features: how many more there are must not matter, and it would if each were in a page of its
/// own.
constexpr std::size_t range = 1024;

template <std::size_t Dimension, std::size_t Active>
void add_lambdas() {
  const auto& stream = kept(random_stream<Features<Dimension, Active>>(range));
  add_case<Features<Dimension, Active>, 0>(sparse_case<Features<Dimension, Active>>("0"), stream);
  add_case<Features<Dimension, Active>, 25>(sparse_case<Features<Dimension, Active>>("0.25"), stream);
  add_case<Features<Dimension, Active>, 90>(sparse_case<Features<Dimension, Active>>("0.9"), stream);
}

template <std::size_t Dimension>
void add_dimension() {
  using Eight = Features<Dimension, 8>;
  add_case<Eight, 25>(sparse_case<Eight>("0.25"), kept(random_stream<Eight>(range)));
}

void add_all_features() {
  using Eight = Features<1024, 8>;
  const auto& stream = kept(random_stream<Eight>(range));
  add_contender<AllFeatures<1024>>(sparse_case<Eight>("0.25"), "vector", stream, [](auto&) {});
  check_agreement<Free<1024>, AllFeatures<1024>>("sparse", stream, 64, 1024);
}

bool add_sparse() {
  add_lambdas<1024, 1>();
  add_lambdas<1024, 8>();
  add_lambdas<1024, 32>();
  add_lambdas<1048576, 1>();
  add_lambdas<1048576, 8>();
  add_lambdas<1048576, 32>();
  add_dimension<16384>();
  add_dimension<131072>();
  add_all_features();
  add_case<Features<1048576, 8>, 25>("anywhere/1048576/8/0.25", kept(random_stream<Features<1048576, 8>>(1048576)));
  add_case<WalkFeatures, 25>("walk/random", kept(random_stream<WalkFeatures>(4096)));
  add_case<WalkFeatures, 25>("walk/slow", kept(walk(0.6)));
  add_case<WalkFeatures, 25>("walk/very_slow", kept(walk(0.1)));
  return true;
}

const bool is_added = add_sparse();

}  // namespace
}  // namespace bench
