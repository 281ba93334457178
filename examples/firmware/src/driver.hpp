#pragma once
/// What this firmware wants of the hardware: a heater with a temperature sensor, a nozzle held at 200 degrees.

/// In degrees Celsius; NaN if the sensor does not answer.
float read_sensor();

void set_heater(bool on);
