#!/bin/sh
# replay_alike.sh <ballast> <log>: ways to say the same must give the same. Runs in a folder of its own.
set -eu
ballast=$1
log=$2
replay() { "$ballast" replay --rule standard --schedule constant:0.25 --lambda 0.5 --projection none "$@"; }
same() {
  cmp "$1" "$2" || { echo "$3"; exit 1; }
}
replay "$log" --out expected.csv
test "$(wc -l < expected.csv)" -eq 65

# --- the same log, given otherwise -----------------------------------------------------------------------------------
replay "$log" > out.csv
same expected.csv out.csv "standard output"
replay - --out out.csv < "$log"
same expected.csv out.csv "standard input"
(cat "$log"; sleep 1) | replay - --out out.csv
same expected.csv out.csv "a pipe that closes late"
dd if="$log" bs=13 2> dd_errors | replay - --out out.csv
same expected.csv out.csv "in small pieces"
sed 's/$/\r/' "$log" > crlf.csv
replay crlf.csv --out out.csv
same expected.csv out.csv "CRLF"
printf %s "$(cat "$log")" > no_end.csv
replay no_end.csv --out out.csv
same expected.csv out.csv "no line end at the end"
printf %s "$(cat crlf.csv)" > no_end.csv
replay no_end.csv --out out.csv
same expected.csv out.csv "CRLF, no line end at the end"
awk -F, -v OFS=, 'BEGIN { zeros = "0"; for (i = 0; i < 16; ++i) zeros = zeros zeros }
  $1 % 9 == 2 { for (i = 0; i <= $1; ++i) $3 = $3 zeros } 1' "$log" > long_lines.csv
test "$(wc -c < long_lines.csv)" -gt 12000000
replay long_lines.csv --out out.csv
same expected.csv out.csv "lines of up to four megabytes"
rm long_lines.csv
awk -F, -v OFS=, '$1 == 64 { $2 = 7 } 1' "$log" > last_reward.csv
replay last_reward.csv --out out.csv
same expected.csv out.csv "the reward of the last row is not used"

(printf '\357\273\277'; cat "$log") > bom.csv
replay bom.csv --out out.csv
same expected.csv out.csv "a byte order mark"
(cat "$log"; printf '\n\r\n\n') > blank_end.csv
replay blank_end.csv --out out.csv
same expected.csv out.csv "blank lines at the end"
(printf '\357\273\277# firmware 1.2\n#\n'; awk '{ print } NR % 7 == 1 { print "# 1,2,3" }' "$log"; printf '\n# end\n\n#') > comments.csv
replay comments.csv --out out.csv
same expected.csv out.csv "comments"
awk -F, -v OFS=, 'NR > 1 { for (i = 2; i <= NF; ++i) if ($i ~ /^[0-9.]/) $i = "+" $i } 1' "$log" > plus.csv
test "$(grep -c ',+' plus.csv)" -gt 30
replay plus.csv --out out.csv
same expected.csv out.csv "plus signs"
sed 's/\([,-]\)0[.]/\1./g; s/,[.]/,+./g' "$log" > no_zero.csv
grep -q ',+[.][0-9]' no_zero.csv
grep -q ',-[.][0-9]' no_zero.csv
replay no_zero.csv --out out.csv
same expected.csv out.csv "numbers that begin with a point"

# Other columns, wherever they are and whatever is in them.
awk -F, -v OFS=, 'NR == 1 { print "date", $1, "temp", $2, $3, "note", "temp", $4, $5, "battery" }
  NR > 1 { print "5 May", $1, NR, $2, $3, "a \"note\"", "", $4, $5, "nan" }' "$log" > columns.csv
replay columns.csv --ignore date,temp --ignore note,battery --out out.csv
same expected.csv out.csv "columns that are ignored"

# The configuration in the log, all of it or a part; a comment that says nothing to the tool; the same said twice.
(echo "# ballast: rule=standard schedule=constant:0.25 lambda=0.5"; echo "# firmware=1.2"
 echo "# ballast: projection=none seed=7 ratio=0.05 scalar=float"; cat "$log") > said.csv
"$ballast" replay said.csv --out out.csv 2> said_errors
same expected.csv out.csv "the configuration in the log"
test ! -s said_errors
replay said.csv --out out.csv
same expected.csv out.csv "the configuration in the log and in options"
"$ballast" replay said.csv --lambda 0.50 --schedule constant:2.5e-1 --out out.csv
same expected.csv out.csv "the same numbers in other digits"
(echo "# ballast: scalar=double omega0=0.5 constant_direction=ones"; cat "$log") > said.csv
replay said.csv --out out.csv
replay "$log" --scalar double --omega0 0.5 --constant-direction ones --out other.csv
same other.csv out.csv "a part of the configuration in the log"
"$ballast" replay "$log" --scalar double --save said.snapshot --out out.csv 2> said_errors
code=0
"$ballast" replay said.csv --from said.snapshot --out never.csv 2> said_errors || code=$?
test $code -eq 2 && test ! -e never.csv
grep -q '^ballast: said.csv:1:37: constant_direction=ones: said.snapshot has none$' said_errors || { cat said_errors; exit 1; }

# Two time-scales: with two equal schedules the same as with one; the differential rules are others than the rest.
two="--average-reward-schedule constant:0.25"
replay "$log" $two --ratio 0.05 --out out.csv
same expected.csv out.csv "two equal schedules"
for rule in implicit differential implicit-differential; do
  (echo "# ballast: rule=$rule lambda=0.5 ratio=0.5 schedule=constant:0.25"
   echo "# ballast: projection=none scalar=float average_reward_schedule=polynomial:1,1,0.6,5"; cat "$log") > said.csv
  "$ballast" replay said.csv --save said.snapshot --out $rule.csv 2> said_errors
  test ! -s said_errors
  "$ballast" replay "$log" --rule $rule --lambda 0.5 --ratio 0.5 --schedule constant:0.25 --projection none \
    --scalar float --average-reward-schedule polynomial:1,1,0.6,5 --out out.csv
  same $rule.csv out.csv "two schedules in the log"
  # Half of the log, and the other half from there.
  head -34 said.csv > first.csv
  { sed -n 1,3p said.csv; sed -n '34,$p' said.csv; } > second.csv
  "$ballast" replay first.csv --save half.snapshot --out first_out.csv
  "$ballast" replay second.csv --from half.snapshot --save end.snapshot --out second_out.csv
  same said.snapshot end.snapshot "$rule, from half of the log"
done
test "$(tail -qn 1 implicit.csv differential.csv implicit-differential.csv | sort -u | wc -l)" -eq 3

# The fingerprint of the features is in what is saved, and must be that of an option or a snapshot.
(echo "# ballast: fingerprint=0x1234"; cat "$log") > said.csv
replay said.csv --save said.snapshot --out out.csv
replay "$log" --fingerprint 4660 --save other.snapshot --out out.csv
same said.snapshot other.snapshot "the fingerprint in the log"
(echo "# ballast: fingerprint=7"; cat "$log") > other.csv
for contradiction in "said.csv --fingerprint 7" "other.csv --from said.snapshot"; do
  code=0
  replay $contradiction --out never.csv 2> said_errors || code=$?
  test $code -eq 2 && test ! -e never.csv && grep -q '0x00001234' said_errors || { cat said_errors; exit 1; }
done

# --- rows that are skipped ------------------------------------------------------------------------------------------
# A bad row is worth as much as a missing one: nothing is learned to it or from it, and the trace is empty behind it.
awk -F, -v OFS=, '$1 == 20 { $4 = "nan" } 1' "$log" > bad.csv
replay bad.csv --on-bad skip --out bad_out.csv 2> bad_errors
awk -F, '$1 != 20' "$log" > gap.csv
replay gap.csv --out gap_out.csv 2> gap_errors
same bad_out.csv gap_out.csv "a bad row and a missing one"
test "$(wc -l < bad_out.csv)" -eq 63
grep -q '^ballast: bad.csv:22:[0-9]*: phi_1 is not finite; next_feature_not_finite: no update from t = 19 to 20$' bad_errors
grep -q '^ballast: bad.csv:22:[0-9]*: phi_1 is not finite; feature_not_finite: no update from t = 20 to 21$' bad_errors
grep -q '^ballast: bad.csv: 62 transitions learned, 2 refused, 0 lost in gaps$' bad_errors
grep -q '^ballast: gap.csv:22:1: t goes from 19 to 21: nothing is learned across the gap$' gap_errors
grep -q '^ballast: gap.csv: 62 transitions learned, 0 refused, 1 lost in gaps$' gap_errors

# One is not several.
awk -F, '$1 < 2 || $1 == 20 || $1 == "t"' "$log" > one.csv
replay one.csv --out one_out.csv 2> one_errors
grep -q '^ballast: one.csv: 1 transition learned, 0 refused, 1 lost in gaps$' one_errors

# The trace behind both is phi alone.
awk -F, 'NR == FNR { if ($1 == 21) x = $3 * $3 + $4 * $4 + $5 * $5; next }
  $1 == 21 { d = $5 - x; found = 1; if (d > 1e-6 || d < -1e-6) exit 1 } END { if (!found) exit 1 }' "$log" bad_out.csv

# A bad reward loses the transition that starts there: as a gap behind that row would. (Other t behind the gap.)
awk -F, -v OFS=, '$1 == 20 { $2 = "-inf" } 1' "$log" > bad.csv
replay bad.csv --on-bad skip --out bad_out.csv 2> bad_errors
awk -F, -v OFS=, '$1 ~ /^[0-9]/ && $1 > 20 { $1 += 100 } 1' "$log" > gap.csv
replay gap.csv --out gap_out.csv 2> gap_errors
cut -d, -f2- bad_out.csv > bad_numbers
cut -d, -f2- gap_out.csv > gap_numbers
same bad_numbers gap_numbers "a bad reward and a gap behind it"
grep -q '^ballast: bad.csv:22:4: the reward is not finite; reward_not_finite: no update from t = 20 to 21$' bad_errors
grep -q '^ballast: gap.csv:23:1: t goes from 20 to 121: nothing is learned across the gap$' gap_errors

awk -F, '$1 != "t" && $1 < 20' expected.csv > before
awk -F, '$1 != "t" && $1 < 20' bad_out.csv > before_bad
same before before_bad "nothing changes before the bad row"

# Every bad row is named, also beside another one, at the end, and before a gap.
awk -F, -v OFS=, '$1 == 20 { $4 = "inf" } $1 == 21 { $3 = "nan" } $1 == 63 { $3 = "1e99" } $1 == 64 { $5 = "nan" } 1' \
  "$log" > bad.csv
replay bad.csv --on-bad skip --out bad_out.csv 2> bad_errors
for place in "22:[0-9]*: phi_1" "23:[0-9]*: phi_0" "65:[0-9]*: phi_0" "66:[0-9]*: phi_2"; do
  grep -q "^ballast: bad.csv:$place is not finite" bad_errors || { echo "not told: $place"; cat bad_errors; exit 1; }
done
test "$(wc -l < bad_out.csv)" -eq 60
awk -F, -v OFS=, '$1 == 0 { $4 = "nan" } $1 == 1 { $3 = "nan" } 1' "$log" > bad.csv
replay bad.csv --on-bad skip --out bad_out.csv 2> bad_errors
grep -q "^ballast: bad.csv:2:[0-9]*: phi_1 is not finite" bad_errors
grep -q "^ballast: bad.csv:3:[0-9]*: phi_0 is not finite" bad_errors

# What overflows is skipped as well: 1e30 is a float, its square is not.
awk -F, -v OFS=, '$1 == 20 { $3 = "1e30" } 1' "$log" > bad.csv
replay bad.csv --on-bad skip --out bad_out.csv 2> bad_errors
grep -q '^ballast: bad.csv:22:1: a result would not be finite, or too large to be safe: .*; overflow: no update from t = 20 to 21$' bad_errors
"$ballast" replay bad.csv --scalar double --out double.csv 2> double_errors
test "$(cat double_errors)" = "ballast: bad.csv: assumed --rule implicit --lambda 0.25 --ratio 0.05 --schedule constant:0.2 \
--projection joint:1000 (no option and no line '# ballast:' says otherwise)"

# --- defaults, and what they stand for ------------------------------------------------------------------------------
"$ballast" replay "$log" --out out.csv
"$ballast" replay "$log" --rule implicit --lambda 0.25 --ratio 0.05 --schedule constant:0.2 --projection joint:1000 \
  --omega0 0 --scalar float --on-bad stop --out other.csv
same out.csv other.csv "the defaults"
printf 'dir_0,dir_1,dir_2\n2,2,2\n' > ones.csv
replay "$log" --constant-direction ones --scalar double | tail -1 | cut -d, -f9- > out.csv
replay "$log" --constant-direction ones.csv --scalar double | tail -1 | cut -d, -f9- > other.csv
awk -F, 'NR == FNR { for (i = 1; i <= 3; ++i) x[i] = $i; next }
  { for (i = 1; i <= 3; ++i) { d = $i - x[i]; if (d > 1e-12 || d < -1e-12) exit 1 } }' out.csv other.csv
