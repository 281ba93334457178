#pragma once
/// Includes everything, for sketches. The Arduino IDE finds a library only by a header that lies at the top of its src
/// folder, and its headers only once it has been found: include this one first, single headers of Ballast after it.
/// (Its name is not ballast.h, which is the C interface.)

// The same for ETL. The package of ETL that PlatformIO installs has no such header, and needs none.
#if !defined(PLATFORMIO) || __has_include(<Embedded_Template_Library.h>)
#include <Embedded_Template_Library.h>
#endif

#include <ballast/ballast.hpp>
