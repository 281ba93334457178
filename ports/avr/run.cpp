// What happens before and after main. The start-up of avr-libc sets the stack, the variables and the constructors,
// calls main and then exit().
//
// There is one stack and nothing guards it, so it is painted, and in the end every program says how much of the RAM it
// has used: variables and the deepest stack.

#include <board/console.h>

#include <avr/io.h>

#include <stdint.h>

#include "usart.hpp"

extern "C" {
extern uint8_t __data_start[];
extern uint8_t __bss_start[];
extern uint8_t _end[];  // of all variables: the stack comes down to here
int main();
}

namespace {

constexpr int crash_exit_code = 125;
constexpr int stack_overflow_exit_code = 126;
constexpr uint8_t paint = 0xC5;
constexpr uint16_t guard = 8;  // bytes above the variables that the stack must not have touched

void write_number(uint16_t n) {
  if (n > 9) { write_number(n / 10); }
  board_putchar('0' + static_cast<char>(n % 10));
}

void write_part(const char* before, uintptr_t bytes) {
  board_write(before);
  write_number(static_cast<uint16_t>(bytes));
}

uint16_t address_of(const uint8_t* byte) {
  return static_cast<uint16_t>(reinterpret_cast<uintptr_t>(byte));
}

/// The lowest byte of RAM that the stack has ever been in. Volatile: nobody else tells the compiler that it changes.
uint16_t deepest_stack() {
  const volatile uint8_t* byte = _end;
  while (*byte == paint) { ++byte; }
  return static_cast<uint16_t>(reinterpret_cast<uintptr_t>(byte));
}

void write_ram(uint16_t deepest) {
  const uint16_t stack = static_cast<uint16_t>(RAMEND + 1 - deepest);
  const uint16_t variables = address_of(_end) - address_of(__data_start);
  write_part("RAM ", variables + stack);
  write_part(" of ", RAMEND + 1 - RAMSTART);
  write_part(" bytes: data ", address_of(__bss_start) - address_of(__data_start));
  write_part(", bss ", address_of(_end) - address_of(__bss_start));
  write_part(", deepest stack ", stack);
  board_putchar('\n');
}

/// There is no exit code: run_simavr.sh makes one of this line. To sleep with interrupts disabled ends simavr.
[[noreturn]] void end(int code) {
  write_part("EXIT ", static_cast<uint8_t>(code));
  board_putchar('\n');
  __asm__ volatile("cli");
  SMCR = 1 << SE;
  for (;;) { __asm__ volatile("sleep"); }
}

}  // namespace

extern "C" {

/// Below the stack pointer nothing is in use yet.
__attribute__((used)) void board_paint_stack() {
  for (volatile uint8_t* byte = _end; reinterpret_cast<uintptr_t>(byte) <= SP; ++byte) { *byte = paint; }
}

/// Part of the start-up code, which runs through its sections, and so does not return.
__attribute__((naked, used, section(".init5"))) void board_before_constructors() {
  __asm__ volatile("call board_paint_stack");
}

[[noreturn]] void exit(int code) {
  if (board::is_line_open) { board_putchar('\n'); }
  const uint16_t deepest = deepest_stack();
  write_ram(deepest);
  if (deepest < address_of(_end) + guard) {
    board_write("STACK OVERFLOW\n");
    end(stack_overflow_exit_code);
  }
  end(code);
}

/// Where every interrupt goes that has no handler. avr-libc would start the program again.
__attribute__((signal, used)) void __vector_default() {
  board_write(board::is_line_open ? "\nINTERRUPT\n" : "INTERRUPT\n");
  end(crash_exit_code);
}
}
