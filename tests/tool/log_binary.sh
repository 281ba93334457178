#!/bin/sh
# log_binary.sh BALLAST SAMPLES: `ballast log show`, `cut` and `convert`. SAMPLES writes the logs. Runs in a folder of
# its own.
set -eu
ballast=$1
"$2"

fail() { echo "$1"; cat out.txt; test ! -e errors.txt || cat errors.txt; exit 1; }
# refuse <message> <argument>...: exit code 2, nothing on standard output, and no file `new`.
refuse() {
  expected=$1
  shift
  code=0
  "$ballast" "$@" > out.txt 2> errors.txt || code=$?
  if [ $code -ne 2 ] || [ -s out.txt ] || [ -e new ] || ! grep -q -- "^ballast: $expected" errors.txt; then
    fail "ballast $*: exit code $code, expected 2 and '$expected'"
  fi
}
# say <text>: is in out.txt.
say() { grep -qF -- "$1" out.txt || fail "no '$1' in:"; }
# replays <log> <last line> [option]...: and ends in the snapshot of the sample.
replays() {
  replayed=$1
  expected=$2
  shift 2
  rm -f end
  "$ballast" replay "$replayed" --save end "$@" > out.txt 2> errors.txt || fail "replay $replayed"
  test "$(tail -1 out.txt)" = "$expected" || fail "$replayed: not '$expected'"
}
same() { cmp "$1" "$2" || { echo "$3"; exit 1; }; }

# --- show ------------------------------------------------------------------------------------------------------------
"$ballast" log show table.log > out.txt
say "type            an agent with a SparseLearner<float, 44>"
say "configuration   --rule implicit --lambda 0.25 "
say "agent           2 actions, epsilon 0.05"
say "ticks           300, from 0 to 299; "
say "snapshots       1 start, 0 states, 9 checkpoints"
say "gaps            0, with 0 ticks missing; blocks are missing in 0 places"
"$ballast" log show - --records < gap.log > out.txt
say "gap       of 9 ticks"
say "ticks           250, from 0 to 258; "
test "$(grep -c ' action ' out.txt)" -eq 250
"$ballast" simulate boyan --steps 20 --seed 7 --features --out boyan.csv
"$ballast" log show boyan.csv > out.txt
say "rows            21, t from 0 to 20"
say "environment=boyan seed=7 steps=20 features=6"
"$ballast" log check table.log > out.txt
say "22 features"

# --- check: what is missing, and what is not ---------------------------------------------------------------------------
"$ballast" log check plain.log > out.txt
say "gaps            none"
if grep -q interrupted out.txt; then fail "interrupted, in a log without an event"; fi
for log in reset jump start; do
  "$ballast" log check $log.log > out.txt
  say "gaps            none"
  say "interrupted     1: "
  say "transitions     60"
  if grep -q 'reset_trace()\|Drain' out.txt; then fail "$log: advice for a gap"; fi
done
"$ballast" log check reset.log > out.txt
say "reset.log: 61 rows of "  # a state in which the trace was reset is one row
"$ballast" log check state.log > out.txt
say "gaps            none"
"$ballast" log check small_gap.log > out.txt
say "gaps            1, 0 rows lost; first small_gap.log: tick 30: t goes from 30 to 30"
say "- Drain the recorder more often, or give it a larger ring: ticks are missing at 1 place, the first before small_gap.log: tick 30 (RECORDER.md"
"$ballast" log check gap.log > out.txt
say "gaps            1, 10 rows lost; first gap.log: tick 109: t goes from 98 to 109"
say "interrupted     "
say "bad numbers     10 in 10 rows; first gap.log: tick 10: the reward is inf"
"$ballast" log check gap.log --json > out.txt
say '"first": {"tick":109}'
"$ballast" log check joined.log > out.txt
say "gaps            none"
for command in "log check" tune; do
  refuse "forged.log: block 0 (at byte 0): 8053063680 weights, and 16777216 are the most" $command forged.log
done

# --- convert: the same bytes -----------------------------------------------------------------------------------------
for log in sparse table tiles array gap nans empty_active; do
  "$ballast" log convert $log.log --out $log.csv
  head -1 $log.csv | grep -q '^# ballast: records features='
  "$ballast" log convert $log.csv --out again.log
  same $log.log again.log "$log: converted and back"
done
"$ballast" log convert dense.log --records | "$ballast" log convert - --out again.log
same dense.log again.log "dense: records and back"
grep -q '^0,observe,,0x[12],[01],[01],0,,,[0-9]*:1$' table.csv
sed 's/^\(5,tick,\)[^,]*,/\1x,/' table.csv > wrong.csv
refuse "wrong.csv:[0-9]*:8: 'x' is not a number" log convert wrong.csv --out new
sed 's/^5,tick,/5,tock,/' table.csv > wrong.csv
refuse "wrong.csv:[0-9]*:3: 'tock' is not a kind of record" log convert wrong.csv --out new
sed 's/ kind=records / kind=record /' table.csv > wrong.csv
refuse "wrong.csv:[0-9]*:1: kind='record' is unknown" log convert wrong.csv --out new

grep -q ',nan(0xffc00000),' nans.csv
grep -q ',value=0.25$' empty_active.csv
sed 's/nan(0xffc00000)/nan(0x3f800000)/' nans.csv > wrong.csv
refuse "wrong.csv:[0-9]*:[0-9]*: 'nan(0x3f800000)' is not a number" log convert wrong.csv --out new
sed 's/^5,tick,/6,tick,/' table.csv > wrong.csv
refuse "wrong.csv:[0-9]*:1: t is '6', and by the rows before it is tick 5" log convert wrong.csv --out new
sed 's/^7,skip,/7,skip,0.5/' table.csv > wrong.csv
refuse "wrong.csv:[0-9]*:8: '0.5' is not empty: the record has no reward" log convert wrong.csv --out new
sed '/^5,tick,/s/:1$/:2/' table.csv > wrong.csv
refuse "wrong.csv:[0-9]*:[0-9]*: '[0-9]*:2' is not a feature with the value 1" log convert wrong.csv --out new
sed '/^5,tick,/s/:0.[0-9]*$/:2/' tiles.csv > wrong.csv
refuse "wrong.csv:[0-9]*:[0-9]*: '[0-9:. ]*2' is not a list of features with the same value" log convert wrong.csv --out new

for command in replay "log show" "log cut" "log check"; do
  refuse "table.csv: records as text: 'ballast log convert' makes a binary log of them" $command table.csv
done

# --- convert: rows ---------------------------------------------------------------------------------------------------
"$ballast" log convert plain.log --out plain.csv 2> errors.txt
test ! -s errors.txt
head -2 plain.csv | tail -1 | grep -q '^t,reward,phi_0,phi_1,phi_2$'
head -1 plain.csv | grep -q '^# ballast: scalar=float rule=implicit lambda=0.8 ratio=0.05 schedule=constant:0.2 '
"$ballast" replay plain.csv --save end --fingerprint 0xFEED1234 --out trace.csv 2> errors.txt
test ! -s errors.txt
same plain.snapshot end "a binary log as rows"
"$ballast" log convert plain.csv --out again.log
replays again.log "all 60 updates as recorded"
same plain.snapshot end "and back, with its fingerprint"
sed 's/fingerprint=0x/fingerprint=x/' plain.csv > wrong.csv
refuse "wrong.csv:1:[0-9]*: fingerprint 'xFEED1234' is not a number" log convert wrong.csv --out new
# A pipe is read once.
cat plain.log | "$ballast" log convert /dev/stdin | "$ballast" log convert - --out again.log
same plain.log again.log "plain: from a pipe"
# Records, if rows would not replay to the same bits.
for log in "dense:a refused update at tick 11" "refusal:a refused update at tick 30" "reset:a reset at tick 30" \
  "jump:a jump to another state at tick 30" "state:a state at tick 30" "start:another start at tick 30" \
  "small_gap:a gap at tick 30"; do
  name=${log%%:*}
  "$ballast" log convert $name.log --out rows.csv 2> errors.txt
  grep -qx "ballast: $name.log: records, because rows would not replay to the same bits: ${log#*:}" errors.txt ||
    fail "$name: as rows"
  "$ballast" log convert rows.csv --out again.log
  same $name.log again.log "$name: converted and back"
done
# All that it is made of, and so the same replay.
"$ballast" replay boyan.csv --scalar double --schedule constant:0.5 --save expected --out expected.csv 2> errors.txt
"$ballast" log convert boyan.csv --scalar double --schedule constant:0.5 --out boyan.log 2> errors.txt
replays boyan.log "all 20 updates as recorded" --out trace.csv
same expected end "rows as a binary log: the end"
same expected.csv trace.csv "rows as a binary log: the trace"
"$ballast" log convert boyan.log --out boyan_again.csv
"$ballast" replay boyan_again.csv --out trace.csv 2> errors.txt
same expected.csv trace.csv "and back"
test ! -s errors.txt
# Each block can be read without those before it: its first record is the state that the next update leaves.
"$ballast" simulate boyan --steps 400 --features | "$ballast" log convert - --out boyan.log 2> errors.txt
"$ballast" log convert boyan.log --records |
  awk '/kind=records/ { ++blocks; begins = 1; next } begins { begins = 0; if ($0 !~ /^[0-9]+,from,/) exit 1 }
       END { exit !(blocks >= 3) }' || { echo "a block does not begin with 'from'"; exit 1; }
grep -v '^7,' boyan.csv > boyan_gap.csv
"$ballast" replay boyan_gap.csv --save expected --out /dev/null 2> errors.txt
"$ballast" log convert boyan_gap.csv --out boyan.log 2> errors.txt
grep -q "1 transition is in a gap" errors.txt
replays boyan.log "all 18 updates as recorded"
same expected end "rows with a gap"

# --- cut -------------------------------------------------------------------------------------------------------------
for log in sparse table tiles array; do
  "$ballast" log cut $log.log --from 123 --out part.log
  case $log in sparse) what=updates ;; *) what=decisions ;; esac
  replays part.log "all 177 $what as recorded"
  same $log.snapshot end "$log: cut"
  "$ballast" log cut part.log --from 200 --to 209 --out part_of_part.log
  replays part_of_part.log "all 10 $what as recorded"
done
"$ballast" log cut dense.log --from 7 --to 9 | "$ballast" replay - > out.txt
say "all 3 updates as recorded"
"$ballast" log cut gap.log --from 50 --out part.log 2> errors.txt
replays gap.log "all 219 decisions as recorded"
replays part.log "all 169 decisions as recorded"
same gap.snapshot end "gap: cut"
"$ballast" log cut boyan.csv --from 5 --to 8 > out.txt
test "$(wc -l < out.txt)" -eq 6
test "$(head -1 out.txt)" = "# ballast: environment=boyan seed=7 features=6"
test "$(tail -4 out.txt)" = "$(grep '^[5-8],' boyan.csv)"
# Where logs were joined, ticks begin again.
"$ballast" log cut joined.log --from 50 --out part.log
replays part.log "all 150 decisions as recorded"
same joined.snapshot end "joined: cut"
"$ballast" log cut joined.log --from 50 --to 59 | "$ballast" replay - > out.txt
say "all 10 decisions as recorded"
# After a gap, a checkpoint is what one goes on from: the cut has it as a state.
"$ballast" log cut checkpoint_after_gap.log --from 3 --out part.log 2> errors.txt
replays checkpoint_after_gap.log "all 49 updates as recorded"
replays part.log "all 46 updates as recorded"
same checkpoint_after_gap.snapshot end "a checkpoint after a gap: cut"
# A part that could not be replayed is refused.
replays_own() { "$ballast" replay "$1" > out.txt && say "$2"; }
replays_own own.log "all 20 decisions as recorded"
"$ballast" log cut own.log --to 9 --out part.log
replays_own part.log "all 10 decisions as recorded"
refuse "own.log: block 1 (at byte [0-9]*), tick 5: the last features of the agent are of a type of its own" log cut own.log --from 5 --out new
# Nothing is computed: no file.
tail -c +$(($(grep -abo BLFR plain.log | sed -n 2p | cut -d: -f1) + 1)) plain.log > headless.log
refuse "headless.log: no state to start from, so no tick can be computed$" log cut headless.log --from 3 --out new
refuse "plain.log: no tick from 60 to 70 can be computed" log cut plain.log --from 60 --to 70 --out new
refuse "state_at_end.log: no tick from 25 to the end can be computed" log cut state_at_end.log --from 25 --out new
# Rows are checked, also those that are left out.
sed 's/^3,/3,x/' boyan.csv > wrong.csv
refuse "wrong.csv:6:3: the reward is 'x" log cut wrong.csv --from 5 --out new
sed 's/features=6/features=7/' boyan.csv > wrong.csv
refuse "wrong.csv:1:[0-9]*: features=7, but the header has 6" log cut wrong.csv --from 5 --out new
sed 's/^\([^#][^,]*\)/\1,\1/; s/^t,t/t,other/' boyan.csv > columns.csv
refuse "columns.csv:2:3: the header has 'other' where it must have 'reward'; --ignore" log cut columns.csv --out new
"$ballast" log cut columns.csv --ignore other --from 5 > out.txt
say "5,5,"
refuse "--ignore other: plain.log is a binary log, which has no columns" log cut plain.log --ignore other --out new
"$ballast" log cut --help > out.txt
say "the end if not given"
refuse "table.log: no tick from 900 to 950 can be computed" log cut table.log --from 900 --to 950 --out new
refuse "boyan.csv: no row has t from 900 to 950" log cut boyan.csv --from 900 --to 950 --out new
refuse "--from 9 --to 8: the end is before the beginning" log cut boyan.csv --from 9 --to 8 --out new

# --- nothing is ignored ----------------------------------------------------------------------------------------------
refuse "--ignore x: plain.log is a binary log, which has no columns" log show plain.log --ignore x
refuse "--ignore x: only a CSV of rows has other columns" log convert plain.log --ignore x --out new
refuse "--ignore x: only a CSV of rows has other columns" log convert table.csv --ignore x --out new
refuse "--lambda: plain.log has the configuration of its learner" log convert plain.log --lambda 0.9 --out new
refuse "--scalar: table.csv has the configuration of its learner" log convert table.csv --scalar float --out new
refuse "--records: boyan.csv is a CSV" log convert boyan.csv --records --out new
refuse "--on-bad skip: boyan.csv is a CSV, which has no blocks" log show boyan.csv --on-bad skip
for command in replay "log show" "log check" "log cut" "log convert" tune; do
  sed 's/seed=/sead=/' boyan.csv > wrong.csv
  refuse "wrong.csv:1:[0-9]*: the key 'sead' is unknown" $command wrong.csv
  sed 's/features=6/features=7/' boyan.csv > wrong.csv
  refuse "wrong.csv:1:[0-9]*: features=7, but the header has 6" $command wrong.csv
  (cat boyan.csv; echo '# ballast: lambda=0.5') > wrong.csv
  refuse "wrong.csv:24:1: a line '# ballast:' after the header: it must be before it" $command wrong.csv
  (cat boyan.csv; echo; echo '# ballast: lambda=0.5') > wrong.csv
  refuse "wrong.csv:25:1: a line '# ballast:' after the header: it must be before it" $command wrong.csv
done
"$ballast" log show boyan.csv --records > out.txt
grep -q '^        20  - ' out.txt || fail "the last row has no reward"

# --- what is damaged -------------------------------------------------------------------------------------------------
(head -c 700 table.log; printf '\377'; tail -c +702 table.log) > damaged.log
refuse "damaged.log: block [0-9]* (at byte [0-9]*): the checksum is 0x" log show damaged.log
refuse "damaged.log: block [0-9]* (at byte [0-9]*): the checksum is 0x" log cut damaged.log --out new
refuse "damaged.log: block [0-9]* (at byte [0-9]*): the checksum is 0x" log convert damaged.log --out new
refuse "damaged.log: block [0-9]* (at byte [0-9]*): the checksum is 0x" replay damaged.log --out new
refuse "damaged.log: block [0-9]* (at byte [0-9]*): the checksum is 0x" log check damaged.log
"$ballast" log show damaged.log --on-bad skip > out.txt 2> errors.txt
say "blocks are missing in 1 place"
head -c 5000 table.log > torn.log
"$ballast" log show torn.log > out.txt 2> errors.txt
say " more of a torn end"
grep -q "^ballast: torn.log: block [0-9]* (at byte [0-9]*): the file ends inside of it; [0-9]* bytes are left out$" errors.txt
