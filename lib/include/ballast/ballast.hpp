#pragma once
/// Everything. Include the single headers instead where compile time matters.

#include <ballast/ieee754.hpp>
#include <ballast/pow.hpp>
#include <ballast/product.hpp>
#include <ballast/schedule.hpp>
#include <ballast/status.hpp>
#include <ballast/version.hpp>
