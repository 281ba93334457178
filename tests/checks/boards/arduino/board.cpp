#include "board.hpp"

namespace {

unsigned long now = 0;

size_t write(const std::string& text) {
  if (now >= usb_connects_at) { printed.add(text); }
  return text.size();
}

}  // namespace

int full_scale = 4096;
unsigned long usb_connects_at = 0;

void analogReadResolution(int bits) {
  full_scale = 1 << bits;
}

unsigned long millis() {
  return now;
}

void run_sketch(unsigned long milliseconds, unsigned long step) {
  for (unsigned long t = 0; t < milliseconds; t += step) {
    now += step;
    loop();
  }
}

HardwareSerial Serial;
void HardwareSerial::begin(unsigned long) {}
HardwareSerial::operator bool() {
  now += 10;
  require(now < 60000 || now > usb_connects_at, "it does not wait for a PC for ever");
  return now >= usb_connects_at;
}
size_t HardwareSerial::print(const __FlashStringHelper* text) {
  return write(reinterpret_cast<const char*>(text));
}
size_t HardwareSerial::print(int number, int) {
  return write(std::to_string(number));
}
size_t HardwareSerial::print(unsigned int number, int) {
  return write(std::to_string(number));
}
size_t HardwareSerial::print(long number, int) {
  return write(std::to_string(number));
}
size_t HardwareSerial::print(unsigned long number, int) {
  return write(std::to_string(number));
}
size_t HardwareSerial::print(double number, int digits) {
  char text[32];
  snprintf(text, sizeof text, "%.*f", digits, number);
  return write(text);
}
size_t HardwareSerial::println(const __FlashStringHelper* text) {
  return print(text) + write("\n");
}
size_t HardwareSerial::println(int number, int base) {
  return print(number, base) + write("\n");
}
size_t HardwareSerial::println(unsigned int number, int base) {
  return print(number, base) + write("\n");
}
size_t HardwareSerial::println(long number, int base) {
  return print(number, base) + write("\n");
}
size_t HardwareSerial::println(unsigned long number, int base) {
  return print(number, base) + write("\n");
}
size_t HardwareSerial::println(double number, int digits) {
  return print(number, digits) + write("\n");
}
