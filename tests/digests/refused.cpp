// What this machine is refused: one of these, by a macro.

#if defined(REFUSED_published)
#include <ballast/published.hpp>
ballast::Published<long> refused;
#elif defined(REFUSED_recorder)
#include <ballast/field/recorder.hpp>
static uint8_t memory[2048];
ballast::Recorder<ballast::Learner<float, 4> > refused(memory);
#elif defined(REFUSED_weights)
#include <ballast/features/action_block.hpp>
#include <ballast/features/tile_coder.hpp>
constexpr size_t refused =
    ballast::ActionBlock<ballast::TileCoder<float, 8, 40, 52>::Features, 4>::dimension;  // 66,560
#else
#include <ballast/math/product.hpp>  // with -mrelaxed-simd
#endif
