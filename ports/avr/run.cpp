// What happens before and after main. The start-up of avr-libc sets the stack, the variables and the constructors,
// calls main and then exit().
//
// There is one stack and nothing guards it, so it is painted, and in the end every program says how much of the RAM it
// has used: variables and the deepest stack.

#include <avr/io.h>

#include <stdint.h>

#include "usart.hpp"

extern "C" {
extern uint8_t __data_start[];
extern uint8_t __bss_start[];
extern uint8_t _end[];  // of all variables: the stack comes down to here
int main();
}

namespace board {
namespace {

constexpr int crash_exit_code = 125;
constexpr int stack_overflow_exit_code = 126;
constexpr uint8_t paint = 0xC5;
constexpr uint16_t guard = 8;  // bytes above the variables that the stack must not have touched

uint16_t address_of(const volatile uint8_t* byte) {
  return static_cast<uint16_t>(reinterpret_cast<uintptr_t>(byte));
}

/// The lowest byte of RAM that the stack has ever been in. Volatile: it is the stack that writes there.
uint16_t deepest_stack() {
  const volatile uint8_t* byte = _end;
  while (*byte == paint) { ++byte; }
  return address_of(byte);
}

void write_number(uint16_t n) {
  if (n > 9) { write_number(n / 10); }
  send('0' + static_cast<char>(n % 10));
}

void write_part(const char* before, uint16_t bytes) {
  send(before);
  write_number(bytes);
}

void write_ram() {
  const uint16_t stack = RAMEND + 1 - deepest_stack();
  write_part("RAM ", address_of(_end) - address_of(__data_start) + stack);
  write_part(" of ", RAMEND + 1 - RAMSTART);
  write_part(" bytes: data ", address_of(__bss_start) - address_of(__data_start));
  write_part(", bss ", address_of(_end) - address_of(__bss_start));
  write_part(", deepest stack ", stack);
  send('\n');
}

/// There is no exit code: run_simavr.sh makes one of this line. To sleep with interrupts disabled ends simavr.
[[noreturn]] void end(int code) {
  write_part("EXIT ", static_cast<uint8_t>(code));
  send('\n');
  __asm__ volatile("cli");
  SMCR = 1 << SE;
  for (;;) { __asm__ volatile("sleep"); }
}

[[noreturn]] void fail(const char* why, int code) {
  end_line();
  send(why);
  end(code);
}

}  // namespace

void check_stack() {
  if (deepest_stack() < address_of(_end) + guard) { fail("STACK OVERFLOW\n", stack_overflow_exit_code); }
}

}  // namespace board

extern "C" {

/// Below the stack pointer nothing is in use yet.
__attribute__((used)) void board_paint_stack() {
  for (volatile uint8_t* byte = _end; board::address_of(byte) <= SP; ++byte) { *byte = board::paint; }
}

/// Part of the start-up code, which runs through its sections, and so does not return.
__attribute__((naked, used, section(".init5"))) void board_before_constructors() {
  __asm__ volatile("call board_paint_stack");
}

[[noreturn]] void exit(int code) {
  board::check_stack();
  board::end_line();
  board::write_ram();
  board::end(code);
}

/// Where every interrupt goes that has no handler. avr-libc would start the program again.
__attribute__((signal, used)) void __vector_default() {
  board::fail("INTERRUPT\n", board::crash_exit_code);
}
}
