#pragma once

extern "C" void printk(const char* format, ...) __attribute__((format(__printf__, 1, 2)));
