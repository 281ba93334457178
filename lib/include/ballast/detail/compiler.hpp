#pragma once
/// Refuses old compilers, in one message. Every header includes this one first. Including a header that does not exist
/// is the only way to stop a compiler after #error: otherwise pages of errors would follow.

#if !defined(__cplusplus) || __cplusplus < 201703L
#error "Ballast needs C++17: compile with -std=c++17 or a later standard"
#include <ballast/see_the_error_above>
#elif !(defined(__clang__) ? __clang_major__ >= 9 : (defined(__GNUC__) && __GNUC__ >= 11))
#error "Ballast needs GCC 11 or clang 9, or a later version of either: they have __builtin_bit_cast"
#include <ballast/see_the_error_above>
#elif defined(__AVR__) && !(defined(__STDC_LIMIT_MACROS) && defined(__WCHAR_MIN__))
#error "ETL needs two definitions on AVR: -D__STDC_LIMIT_MACROS '-D__WCHAR_MIN__=(-__WCHAR_MAX__-1)'"
#include <ballast/see_the_error_above>
#endif
