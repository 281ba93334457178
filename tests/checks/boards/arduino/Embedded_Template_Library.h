#pragma once
/// Stands in for the header by which the Arduino IDE finds ETL. The real one defines the name of the board alone.
