#pragma once
/// Everything. Include the single headers instead where compile time matters.

#include <ballast/arithmetic.hpp>
#include <ballast/config.hpp>
#include <ballast/dense_arrays.hpp>
#include <ballast/features/action_block.hpp>
#include <ballast/features/active_features.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/run.hpp>
#include <ballast/features/sorted_indices.hpp>
#include <ballast/features/sparse_features.hpp>
#include <ballast/features/tile_coder.hpp>
#include <ballast/ieee754.hpp>
#include <ballast/learner.hpp>
#include <ballast/learner_base.hpp>
#include <ballast/pow.hpp>
#include <ballast/product.hpp>
#include <ballast/projection.hpp>
#include <ballast/random.hpp>
#include <ballast/report.hpp>
#include <ballast/rule.hpp>
#include <ballast/run_arrays.hpp>
#include <ballast/schedule.hpp>
#include <ballast/sine.hpp>
#include <ballast/square_root.hpp>
#include <ballast/status.hpp>
#include <ballast/version.hpp>
