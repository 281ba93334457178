#pragma once
/* Unity writes through the board, so that no image needs the C library's stdio and its allocator. */
#include <board/console.h>

#define UNITY_OUTPUT_CHAR(c) board_putchar(c)
#define UNITY_SUPPORT_64
#define UNITY_EXCLUDE_FLOAT
#define UNITY_EXCLUDE_DETAILS
