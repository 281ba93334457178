#pragma once
/// Stands in for the Arduino core, to compile and run sketches in the tests: what the sketches use, and the macros of
/// the real one that break other people's headers.

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifndef ETL_NO_STL
#include <algorithm>
#include <cmath>
#endif

// --- macros that clash with names in libraries ---

#define PI 3.1415926535897932384626433832795
#define HALF_PI 1.5707963267948966192313216916398
#define TWO_PI 6.283185307179586476925286766559
#define DEG_TO_RAD 0.017453292519943295769236907684886
#define RAD_TO_DEG 57.295779513082320876798154814105
#define EULER 2.718281828459045235360287471352

#define HIGH 0x1
#define LOW 0x0
#define INPUT 0x0
#define OUTPUT 0x1
#define INPUT_PULLUP 0x2
#define SERIAL 0x0
#define DISPLAY 0x1
#define LSBFIRST 0
#define MSBFIRST 1
#define CHANGE 1
#define FALLING 2
#define RISING 3
#define DEFAULT 1
#define EXTERNAL 0
#define INTERNAL 3
#define DEC 10
#define HEX 16
#define OCT 8
#define BIN 2
#define B0 0
#define B1 1
#define B00 0
#define B01 1
#define B10 2
#define B11 3
#define F_CPU 16000000UL

// The core of the AVR defines min and max as macros, and has no C++ standard library; the other cores have functions.
#ifdef ETL_NO_STL
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#else
using std::max;
using std::min;
#endif
#undef abs
#undef round
#define abs(x) ((x) > 0 ? (x) : -(x))
#define round(x) ((x) >= 0 ? (long)((x) + 0.5) : (long)((x)-0.5))
#define constrain(x, low, high) ((x) < (low) ? (low) : ((x) > (high) ? (high) : (x)))
#define radians(x) ((x)*DEG_TO_RAD)
#define degrees(x) ((x)*RAD_TO_DEG)
#define sq(x) ((x) * (x))
#define lowByte(x) ((uint8_t)((x)&0xff))
#define highByte(x) ((uint8_t)((x) >> 8))
#define bit(b) (1UL << (b))
#define bitRead(x, b) (((x) >> (b)) & 0x01)
#define bitSet(x, b) ((x) |= (1UL << (b)))
#define bitClear(x, b) ((x) &= ~(1UL << (b)))
#define bitToggle(x, b) ((x) ^= (1UL << (b)))
#define bitWrite(x, b, value) ((value) ? bitSet(x, b) : bitClear(x, b))
#define word(...) makeWord(__VA_ARGS__)
#define _BV(b) (1 << (b))
#define interrupts() sei()
#define noInterrupts() cli()
#define clockCyclesPerMicrosecond() (F_CPU / 1000000L)
#define digitalPinToInterrupt(pin) (pin)
#define NOT_A_PIN 0
#define NOT_A_PORT 0
#define NOT_AN_INTERRUPT -1

// --- what the sketches call ---

class __FlashStringHelper;
#define PROGMEM
#define PSTR(text) (text)
#define F(text) (reinterpret_cast<const __FlashStringHelper*>(PSTR(text)))

typedef uint8_t byte;
typedef bool boolean;

constexpr uint8_t A0 = 14;
#ifdef ARDUINO_ARCH_ESP32
constexpr uint8_t A3 = 17;  // and no A1, as on many an ESP32
#else
constexpr uint8_t A1 = 15;
#endif

extern "C" {
unsigned long millis();
void pinMode(uint8_t pin, uint8_t mode);
int digitalRead(uint8_t pin);
void digitalWrite(uint8_t pin, uint8_t value);
int analogRead(uint8_t pin);
void analogWrite(uint8_t pin, int value);
#ifndef __AVR__
void analogReadResolution(int bits);
#endif
#ifdef ARDUINO_ARCH_ESP32
uint32_t analogReadMilliVolts(uint8_t pin);
#endif
}

/// The members of Print that the sketches use, each as in the real one.
class HardwareSerial {
 public:
  void begin(unsigned long baud);
  operator bool();  // whether USB is connected
  size_t print(const __FlashStringHelper* text);
  size_t print(int number, int base = DEC);
  size_t print(unsigned int number, int base = DEC);
  size_t print(long number, int base = DEC);
  size_t print(unsigned long number, int base = DEC);
  size_t print(double number, int digits = 2);
  size_t println(const __FlashStringHelper* text);
  size_t println(int number, int base = DEC);
  size_t println(unsigned int number, int base = DEC);
  size_t println(long number, int base = DEC);
  size_t println(unsigned long number, int base = DEC);
  size_t println(double number, int digits = 2);
};
extern HardwareSerial Serial;

void setup();
void loop();
