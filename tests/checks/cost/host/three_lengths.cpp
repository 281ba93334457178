// One learner, or three of different lengths (code_size.cmake).

#include <ballast/learner.hpp>

#if !defined(LENGTHS)
#define LENGTHS 1
#endif

template <size_t Dimension>
using Learner = ballast::Learner<float, Dimension>;

template <size_t Dimension>
ballast::Status updated(Learner<Dimension>& learner, const typename Learner<Dimension>::Features& phi, float reward,
                        const typename Learner<Dimension>::Features& next) {
  return learner.update(phi, reward, next).status;
}

template ballast::Status updated(Learner<100>&, const Learner<100>::Features&, float, const Learner<100>::Features&);
#if LENGTHS == 3
template ballast::Status updated(Learner<201>&, const Learner<201>::Features&, float, const Learner<201>::Features&);
template ballast::Status updated(Learner<1000>&, const Learner<1000>::Features&, float, const Learner<1000>::Features&);
#endif
