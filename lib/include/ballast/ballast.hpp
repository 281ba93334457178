#pragma once
/// Everything. Include the single headers instead where compile time matters.

#include <ballast/arithmetic.hpp>
#include <ballast/ieee754.hpp>
#include <ballast/learner.hpp>
#include <ballast/logarithm.hpp>
#include <ballast/normal.hpp>
#include <ballast/normalise.hpp>
#include <ballast/pow.hpp>
#include <ballast/product.hpp>
#include <ballast/projection.hpp>
#include <ballast/random.hpp>
#include <ballast/random_fourier.hpp>
#include <ballast/report.hpp>
#include <ballast/rule.hpp>
#include <ballast/schedule.hpp>
#include <ballast/sine.hpp>
#include <ballast/square_root.hpp>
#include <ballast/status.hpp>
#include <ballast/version.hpp>
