#!/bin/sh
# snapshot_fixed.sh BALLAST SNAPSHOT_FIXED: what `ballast snapshot` says of snapshots in fixed point, which the second
# program saves, and what other commands say that do not know them.
set -eu
ballast=$1
rm -rf fixed_snapshots && mkdir fixed_snapshots && cd fixed_snapshots
"$2"

# say <text>: is in out.txt.
say() {
  grep -qF -- "$1" out.txt || { echo "no '$1' in:"; cat out.txt; exit 1; }
}
# refuse <message> <argument>...: exit code 2.
refuse() {
  expected=$1
  shift
  code=0
  "$ballast" "$@" > out.txt 2>&1 || code=$?
  [ $code -eq 2 ] || { echo "ballast $*: exit code $code"; cat out.txt; exit 1; }
  say "$expected"
}

"$ballast" snapshot show dense > out.txt
say "dense: FixedLearner<5>"
say "formats         18 bits after the point of a weight, 17 of the average reward; a trace has 16 bits, 14 after"
say "--rule implicit --lambda 0.25 --ratio 0.07 --schedule constant:0.3 --projection joint:1000"
say "100 updates"
say "saturations     0 numbers did not fit"
say "weights         5 of 5 not zero, from "
"$ballast" snapshot show sparse > out.txt
say "sparse: FixedSparseLearner<5>"
say "a trace has 32 bits"
"$ballast" snapshot show agent > out.txt
say "agent: an agent with a FixedSparseLearner<12>"
say "; its norm is shifted by 0"
say "epsilon         0.25"
say "means: TD error"

for file in dense sparse ones agent; do
  "$ballast" snapshot show $file --json | "$ballast" snapshot import - -o imported
  cmp $file imported
done

code=0
"$ballast" snapshot diff dense ones > out.txt || code=$?
[ $code -eq 1 ]
say "rule: implicit, standard"
"$ballast" snapshot diff dense dense

# The weights in float, by way of a CSV.
"$ballast" snapshot export dense --csv > weights.csv
"$ballast" snapshot import weights.csv --csv --schedule constant:0.3 --fingerprint 0xCAFE -o in_float
"$ballast" snapshot show in_float > out.txt
say "in_float: Learner<float, 5>"
"$ballast" snapshot export in_float --csv > again.csv
[ "$(cut -c 1-6 weights.csv | tail -1)" = "$(cut -c 1-6 again.csv | tail -1)" ]

# Converted: to float and back there is no difference, since a float has more digits; a device takes it.
"$ballast" snapshot convert dense --scalar float -o dense_float 2> out.txt
say "dense: weights differ by "
"$ballast" snapshot show dense_float --json | sed 's/"radius":1000.0/"radius":16.0/' |
  "$ballast" snapshot import - -o dense_float_16
"$ballast" snapshot convert dense_float_16 --scalar fixed --limits 0.9,20 -o dense_finer
"$ballast" snapshot convert agent --scalar float -o agent_float 2> out.txt
say "health and guard are left out"
"$ballast" snapshot convert agent_float --scalar fixed --limits 0.5,1000,1 -o agent_again
"$2" converted
"$ballast" snapshot convert dense --scalar double -o dense_double
refuse "dense_float: --projection: a radius of 1000: with a limit of 100 it is from 1.5625 to that" \
  snapshot convert dense_float --scalar fixed --limits 0.5,100 -o new
refuse "--scalar float: dense_float has that already" snapshot convert dense_float --scalar float -o new
"$ballast" snapshot convert dense --scalar fixed --limits 0.5,1000,unit -o other_limits
"$ballast" snapshot show other_limits > out.txt
say "formats         20 bits after the point of a weight"
refuse "--scalar double: agent is of an agent" snapshot convert agent --scalar double -o new
"$ballast" snapshot convert dense --scalar float -o narrow
"$ballast" snapshot show narrow --json | sed 's/"radius":1000.0/"radius":2.0/' > narrow.json
"$ballast" snapshot import narrow.json -o narrow
refuse "narrow: the weights have a norm of 2.51895, and with a limit of 2 it is" \
  snapshot convert narrow --scalar fixed --limits 0.5,2 -o new
"$ballast" snapshot show dense_float --json | sed 's/"average_reward": [-0-9.e]*/"average_reward": 2000.0/' |
  "$ballast" snapshot import - -o far
refuse "far: the average reward is 2000, and with a limit of 1000 it is" snapshot convert far --scalar fixed -o new
[ ! -e new ]

refuse "dense: of FixedLearner<5>: --header writes float and double" snapshot export dense --header
"$ballast" simulate boyan --steps 20 --seed 7 --features --out log.csv
refuse "dense: of a learner in fixed point, and this command knows float and double" \
  replay log.csv --from dense --out /dev/null
"$ballast" snapshot show dense --json | sed 's/"weight_bits": 18/"weight_bits": 31/' > formats.json
refuse "no learner in fixed point has these formats" snapshot import formats.json -o new
for code in 18 257; do
  "$ballast" snapshot show agent --json | sed "s/\"trace_norm_code\": 1/\"trace_norm_code\": $code/" > formats.json
  refuse "no learner in fixed point has these formats" snapshot import formats.json -o new
done
"$ballast" snapshot show dense --json | sed 's/"lambda": 0.25/"lambda": 1.5/' > lambda.json
refuse "the configuration is invalid (invalid_lambda)" snapshot import lambda.json -o new
