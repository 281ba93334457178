#!/bin/sh
# tune.sh BALLAST WELL_FORMED: what `ballast tune` writes, and what it refuses.
set -eu
ballast=$1
well_formed=$2
rm -f new* ./*.csv ./*.svg ./*.txt

# refuse <message> <argument>...: exit code 2, nothing on standard output, and no output file.
refuse() {
  expected=$1
  shift
  code=0
  "$ballast" tune "$@" --out new.csv --plot new.svg --code new.hpp > out.txt 2> errors.txt || code=$?
  if [ $code -ne 2 ] || [ -s out.txt ] || ls new* > found.txt 2> /dev/null || ! tail -n 1 errors.txt | grep -q -- "^ballast: $expected"; then
    echo "ballast tune $*: exit code $code, expected 2 and '$expected'"
    cat out.txt errors.txt
    exit 1
  fi
}

"$ballast" simulate boyan --steps 3000 --seed 4 --features --out log.csv

# --- the same bytes whatever the number of threads --------------------------------------------------------------------
tune() {
  jobs=$1
  shift
  "$ballast" tune log.csv --jobs "$jobs" --out "all_$jobs.csv" --code "code_$jobs.txt" "$@" > "table_$jobs.txt" 2> "errors_$jobs.txt"
}
for search in "--lambda=0,0.5" "--random=30 --seed=5"; do
  for jobs in 1 2 7; do tune "$jobs" $search; done
  for jobs in 2 7; do
    for file in all_%.csv code_%.txt table_%.txt; do
      cmp "$(echo $file | sed s/%/1/)" "$(echo $file | sed s/%/$jobs/)"
    done
  done
  [ ! -s errors_1.txt ]  # no progress bar outside a terminal
done
cp all_1.csv random_5.csv
tune 1 --random 30 --seed 6
if cmp -s all_1.csv random_5.csv; then echo "another seed, the same settings"; exit 1; fi
[ "$(wc -l < all_1.csv)" -eq 31 ]

# --- the table --------------------------------------------------------------------------------------------------------
"$ballast" tune log.csv --best 3 --lambda 0.5 --step-size 0.1,0.2 --ratio 0.1 --schedule constant,polynomial:4,0.5,10 \
  --out all.csv --plot plot.svg > table.txt
grep -q "^4 settings, each learned from 3000 transitions; 32 copies frozen in the last 1500, judged on the last 2700$" table.txt
[ "$(grep -c '^  *[1-9] ' table.txt)" -eq 3 ]
[ "$(wc -l < all.csv)" -eq 5 ]
cut -d, -f2 all.csv | tail -n 4 > measures.txt
sort -g measures.txt | cmp - measures.txt
"$well_formed" plot.svg
"$ballast" tune log.csv --random 20 --plot points.svg > out.txt
"$well_formed" points.svg
# `replay` with the options that tune prints ends where tune ended.
options=$(sed -n 's/^  --rule/--rule/p' table.txt)
"$ballast" replay log.csv $options --out trace.csv
omega=$(tail -n 1 trace.csv | cut -d, -f8)
[ "$(printf '%.6f' "$omega")" = "$(printf '%.6f' "$(sed -n 2p all.csv | cut -d, -f6)")" ]

# --- what the log says about its learner -----------------------------------------------------------------------------
small="--lambda 0.5 --step-size 0.1 --ratio 0.1 --schedule constant"
{ echo "# ballast: rule=standard projection=separate:5,50 scalar=double constant_direction=ones"; cat log.csv; } > said.csv
"$ballast" tune said.csv $small > table.txt
grep -q -- "--rule standard .* --projection separate:5,50 --constant-direction ones$" table.txt
grep -q "(add --scalar double; for these rows without" table.txt
"$ballast" tune said.csv $small --rule implicit --scalar float > table.txt
grep -q -- "--rule implicit .* --projection separate:5,50" table.txt
grep -q "(add --scalar float; for these rows without" table.txt
"$ballast" tune said.csv $small --rule implicit-differential --scalar float > table.txt
grep -q -- "--rule implicit-differential .* --projection separate:5,50" table.txt
grep -q "ballast::ImplicitDifferential" table.txt
# A binary log is the same rows, and says the same.
"$ballast" log convert said.csv --lambda 0.5 --ratio 0.1 --schedule constant:0.1 --out said.blfr 2> errors.txt
"$ballast" tune said.csv $small > csv.txt
"$ballast" tune said.blfr $small > binary.txt
cmp csv.txt binary.txt

# --- settings that overflow come last ---------------------------------------------------------------------------------
"$ballast" tune log.csv --rule standard --projection none --lambda 0 --step-size 0.1,1000 --ratio 1 --schedule constant \
  --out all.csv > table.txt
grep -q "^1 setting overflowed.$" table.txt
grep -q "^2,.*,0,1,constant,1000,,,$" all.csv
refuse "log.csv: every setting overflowed" log.csv --rule standard --projection none --step-size 1000 --ratio 1 \
  --schedule constant

# --- gaps and bad numbers ---------------------------------------------------------------------------------------------
sed 's/^2500,[^,]*/2500,nan/; /^100,/d' log.csv > bad.csv
refuse "bad.csv:2502:6: the reward is not finite ('--on-bad skip' continues without it)" bad.csv
"$ballast" tune bad.csv --on-bad skip --lambda 0 --ratio 1 > out.txt 2> errors.txt
cat > expected.txt << 'END'
ballast: bad.csv:103:1: t goes from 99 to 101: nothing is learned across the gap
ballast: bad.csv:2502:6: the reward is not finite
ballast: bad.csv: 2997 transitions usable, 1 refused, 1 lost in gaps
END
cmp expected.txt errors.txt

# --- nothing to learn -------------------------------------------------------------------------------------------------
sed '/^[0-9]/s/,[^,]*/,0.5/' log.csv > same.csv
"$ballast" tune same.csv --lambda 0 --ratio 1 > out.txt 2> errors.txt
grep -q "^ballast: same.csv: all rewards are the same: there is nothing to learn" errors.txt

# --- what is refused --------------------------------------------------------------------------------------------------
head -n 108 log.csv > short.csv
printf '' > empty.csv
sed 's/^2000,0.5/2000,x/; s/^2000,1,/2000,x,/' log.csv > text.csv
refuse "short.csv: too short: of its 105 usable transitions 95 are after --judge-from, and 100 are needed" short.csv
refuse "log.csv: too short: of its 3000 usable transitions 3 are after --freeze-from, and 32 are needed" log.csv --freeze-from 0.999
refuse "empty.csv:1:1: the file is empty" empty.csv
refuse "text.csv:2003:6: the reward is 'x', not a number" text.csv
refuse "nowhere.csv: .*cannot be read" nowhere.csv
refuse "standard input: tune reads its log twice" -
refuse "--lambda 1: it must be at least 0 and below 1" log.csv --lambda 0,1
refuse "--lambda: 'x' is not a number" log.csv --lambda x
refuse "--step-size 0: it must be finite and above 0" log.csv --step-size 0.1,0
refuse "--ratio -1: it must be finite and above 0" log.csv --ratio=-1
refuse "--schedule: 'linear' is not constant or polynomial" log.csv --schedule linear
refuse "--schedule: 'polynomial:1,0.5' is not constant or polynomial" log.csv --schedule polynomial:1,0.5
refuse "--schedule polynomial:1,2,3: OFFSET must be at least 1" log.csv --schedule polynomial:1,2,3
refuse "--judge-from 1: it must be at least 0 and below 1" log.csv --judge-from 1
refuse "--judge-lambda 1: it must be at least 0 and below 1" log.csv --judge-lambda 1
refuse "--rule: 'fast' is not standard, implicit, differential or implicit-differential" log.csv --rule fast
refuse "--projection joint:0: a radius must be" log.csv --projection joint:0
code=0
"$ballast" tune log.csv --out log.csv > out.txt 2> errors.txt || code=$?
[ $code -eq 2 ] && [ "$(wc -l < log.csv)" -eq 3003 ]
