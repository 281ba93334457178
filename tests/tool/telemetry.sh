#!/bin/sh
# telemetry.sh BALLAST TELEMETRY_RECORDS WELL_FORMED: what `ballast telemetry` writes, what it skips and what it refuses.
set -eu
ballast=$1
rm -rf telemetry && mkdir telemetry && cd telemetry
"$2" .

# refuse <message> <argument>...: exit code 2, nothing on standard output, and no file `new` or `new.svg`.
refuse() {
  expected=$1
  shift
  code=0
  "$ballast" telemetry "$@" > out.txt 2> errors.txt || code=$?
  if [ $code -ne 2 ] || [ -s out.txt ] || [ -e new ] || [ -e new.svg ] || ! tail -n 1 errors.txt | grep -q -- "^ballast: $expected"; then
    echo "ballast telemetry $*: exit code $code, expected 2 and '$expected'"
    cat out.txt errors.txt
    exit 1
  fi
}
# say <line>: is in errors.txt, where everything but the table goes.
say() {
  grep -qxF -- "$1" errors.txt || { echo "no '$1' in:"; cat errors.txt; exit 1; }
}

# --- the table --------------------------------------------------------------------------------------------------------
cat > expected.csv << 'END'
device,time,verdict,agent,evaluating,handed_over,rolled_back,scale_warnings,updates,rejections,projections,skipped,restarts,average_reward,td_error,td_error_size,reward_deviation,weights_norm,weights_radius,small_updates,longest_unused,explained,norm_per_radius
1,10,starting,0,0,0,0,0,100,0,0,0,0,0.1,-0.25,0.5,2,3,4,0,0,0.9375,0.75
2,10,learning,0,0,0,0,0,5,0,0,0,0,0.1,-0.25,0.5,2,3,4,0,0,0.9375,0.75
1,20,settled,0,0,0,0,0,200,0,0,0,0,0.1,-0.25,0.5,2,3,4,0,0,0.9375,0.75
1,20,settled,0,0,0,0,0,7,0,0,0,1,0.1,-0.25,0.5,2,3,4,0,0,0.9375,0.75
1,5,stalled,0,0,0,0,0,8,0,0,0,1,0.1,-0.25,0.5,2,3,4,0,0,0.9375,0.75
4294967295,30,blind,1,1,1,1,7,4294967295,1,2,3,0,-3.4028235e+38,-0.25,0.5,0,3,0,1,9,,
END
"$ballast" telemetry devices --out devices.csv > out.txt 2> errors.txt
cmp expected.csv devices.csv
[ ! -s out.txt ]
cat > expected.txt << 'END'
ballast: devices: at byte 0: 6 bytes skipped: no record
ballast: devices: at byte 70: 37 bytes skipped: no record
ballast: devices: at byte 235: 70 bytes skipped: no record
ballast: devices: at byte 561: 63 bytes skipped: no record
ballast: devices: 1 record of a later version skipped: this tool knows version 1
6 records of 3 devices, time 5 to 30, 1 restart, 1 repeated time, 1 time earlier than the one before
device 1: 4 records, time 5 to 20, 1 restart, 1 repeated time, 1 time earlier than the one before: stalled
device 2: 1 record, time 10 to 10: learning
device 4294967295: 1 record, time 30 to 30: blind, evaluating, handed over to the fallback
END
cmp expected.txt errors.txt

"$ballast" telemetry - < devices > from_input.csv 2> errors.txt
cmp expected.csv from_input.csv
say "ballast: standard input: at byte 0: 6 bytes skipped: no record"
cat devices | "$ballast" telemetry - --out - > from_pipe.csv 2> errors.txt
cmp expected.csv from_pipe.csv

# Byte by byte, as from a serial line.
for i in $(seq 0 20 623); do dd if=devices bs=1 skip="$i" count=20 2> dd.txt; done | "$ballast" telemetry - > slow.csv 2> errors.txt
cmp expected.csv slow.csv

# Chosen devices, and several files in their order.
"$ballast" telemetry devices --device 2,4294967295 --out chosen.csv 2> errors.txt
{ head -n 1 expected.csv; grep '^2,\|^4294967295,' expected.csv; } | cmp - chosen.csv
"$ballast" telemetry fleet empty devices --device 2 --device 1 --out both.csv 2> errors.txt
test "$(wc -l < both.csv)" -eq 206
tail -n 1 both.csv | grep -q '^1,5,stalled'
say "ballast: empty: no record in 0 bytes"

# Twenty places are enough to see what is wrong.
"$ballast" telemetry torn --out torn.csv 2> errors.txt
test "$(grep -c '1 byte skipped: no record' errors.txt)" -eq 20
say "ballast: torn: 25 bytes skipped in 25 places, of which the first 20 are listed"
test "$(wc -l < torn.csv)" -eq 26

# --- what is refused --------------------------------------------------------------------------------------------------
refuse "empty: no record in 0 bytes" empty --out new
refuse "noise: no record in 155 bytes" noise --out new --plot new.svg
refuse "later: no record in 128 bytes" later --out new
say "ballast: later: 2 records of a later version skipped: this tool knows version 1"
refuse "all files: no record in 155 bytes" noise empty --out new
refuse "nowhere: cannot be read: No such file" nowhere --out new
refuse "[.]: cannot be read: Is a directory" . --out new
refuse "--device 3: there is no record of it, but of 1, 2, 4294967295" devices --device 1,3 --out new
refuse "--device: '-1' is not a number from 0 to 4294967295" devices --device=-1 --out new
refuse "--device: '4294967296' is not a number" devices --device 4294967296 --out new
refuse "--out devices and the records devices are the same file" devices --out devices
refuse "--plot ./devices and the records devices are the same file" few devices --plot ./devices
refuse "--plot new and --out new are the same file" devices --out new --plot new
refuse "nowhere/new: cannot be written" devices --out nowhere/new
refuse "nowhere/new.svg: cannot be written" devices --out new --plot nowhere/new.svg
code=0
"$ballast" telemetry > out.txt 2> errors.txt || code=$?
[ $code -eq 2 ]

# --- the plot ---------------------------------------------------------------------------------------------------------
for file in devices few fleet torn; do
  "$ballast" telemetry $file --plot $file.svg > out.txt 2> errors.txt
  [ ! -s out.txt ]  # no table, unless it is asked for
  "$3" $file.svg
  "$ballast" telemetry $file --plot again.svg --out again.csv 2> errors.txt
  cmp $file.svg again.svg
done
# drawn <file> <text>; missing <file> <text>
drawn() {
  grep -qF -- "$2" "$1" || { echo "$1: no '$2'"; exit 1; }
}
missing() {
  if grep -qF -- "$2" "$1"; then
    echo "$1: '$2'"
    exit 1
  fi
}
for text in '>Average reward<' '>TD error and deviation of the rewards<' '>Size of the weights<' '>Verdict<'; do
  drawn few.svg "$text"
  drawn fleet.svg "$text"
done
drawn few.svg '>device 2<'
missing few.svg 'median'
drawn few.svg '>diverging<'
missing few.svg '>learning<'
drawn few.svg 'time since 1,700,000,000'
drawn few.svg '300 records of 3 devices.'
drawn fleet.svg '>median of the devices<'
missing fleet.svg '>device 2<'
drawn fleet.svg '>share of the devices<'
drawn fleet.svg '800 records of 8 devices. Lines: median of the devices; bands: from 10 to 90 % of them.'
say "25 records of 1 device, time 10 to 10, 24 repeated times"
drawn torn.svg 'Lines: mean in intervals of 1; bands: from the lowest to the highest.'
"$ballast" telemetry fleet --out fleet.csv 2> errors.txt
say "diverging: 4 devices (4, 5, 6, 7)"
say "settled: 4 devices (0, 1, 2, 3)"

# Without gnuplot, at once and without any file.
code=0
env PATH=nowhere "$ballast" telemetry devices --out new --plot new.svg > out.txt 2> errors.txt || code=$?
[ $code -eq 2 ] && [ ! -e new ] && [ ! -e new.svg ]
say "ballast: --plot: gnuplot, which draws the plots, cannot be run: No such file or directory; 'toolchains/setup.sh host' installs it; without --plot the table is written"
env PATH=nowhere "$ballast" telemetry devices --out without.csv 2> errors.txt
cmp expected.csv without.csv
