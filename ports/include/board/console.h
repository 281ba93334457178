#pragma once
/* A place to write text: what a port supplies to our examples and tests besides start-up. The library itself
   never writes anything. C, because Unity is. */

#ifdef __cplusplus
extern "C" {
#endif

void board_putchar(int character);

/* Writes the text as it is, without a line end. */
void board_write(const char* text);

#ifdef __cplusplus
}
#endif
