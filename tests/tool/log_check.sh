#!/bin/sh
# log_check.sh BALLAST: what `ballast log check` says about logs with one defect each, and what it refuses.
set -eu
ballast=$1
rm -rf log_check && mkdir log_check && cd log_check

# make <rows> <features> <awk statements>: writes log.csv. A row has t = i, a reward r in [-1, 1] and features p[0], ..
# in [0, 0.65], unless the statements change them; u() is a random number in [0, 1].
make() {
  awk -v rows="$1" -v d="$2" '
    function u() { state = (state * 16807) % 2147483647; return state / 2147483647 }
    BEGIN {
      state = 42
      printf "t,reward"
      for (j = 0; j < d; j++) { printf ",phi_" j }
      print ""
      for (i = 0; i < rows; i++) {
        t = i
        r = 2 * u() - 1
        for (j = 0; j < d; j++) { p[j] = 0.65 * u() }
        '"$3"'
        printf "%d,%s", t, r
        for (j = 0; j < d; j++) { printf ",%s", p[j] }
        print ""
      }
    }' > log.csv
}
fail() {
  echo "$1, in:"
  cat out.txt
  exit 1
}
say() {
  grep -qF -- "$1" out.txt || fail "no '$1'"
}
check() {
  "$ballast" log check "$@" > out.txt
}
# suggest <text>...: these suggestions, and no other.
suggest() {
  check log.csv
  count=$(grep -c '^- ' out.txt || true)
  [ "$count" -eq $# ] || fail "$count suggestions instead of $#"
  for text; do say "- $text"; done
}

# --- nothing is wrong -------------------------------------------------------------------------------------------------
make 600 2 ''
suggest
say "log.csv: 600 rows of 2 features, dense"
say "transitions     599"
say "gaps            none"
say "bad numbers     none"
say "Nothing is wrong: a learner can use this log as it is."
say "  Learner  "
say "  step-size 0.2                 with lambda 0.25, beta ||z||^2 is at most 0.356"
say "  ratio 0.05 "
say "  radius 1000 "
cp out.txt from_file.txt
"$ballast" log check - < log.csv | sed 's/^standard input/log.csv/; s/standard input:/log.csv:/' > out.txt
cmp out.txt from_file.txt
check log.csv --lambda 0.9
say "  step-size 0.1                 with lambda 0.9, beta ||z||^2 is at most 10 "
say "  ratio 0.1 "
check --json log.csv
say '"rows": 600,'
say '"suggestions": [],'

# --- rows -------------------------------------------------------------------------------------------------------------
make 600 2 'if (i > 100) { t = i + 7 } if (i > 300) { t = i - 200 }'
suggest 'Call reset_trace() on the device at each gap, as a replay does: t does not count up by one at 2 places, the first at log.csv:103 (REPLAY.md, "The log").'
say "transitions     597"
say "gaps            2, 7 rows lost, 1 backwards; first log.csv:103: t goes from 100 to 108"
# A bad reward costs one transition, a bad feature two; two in a row of the log count as two numbers.
make 600 2 'if (i == 50) { r = "nan" } if (i == 90) { p[0] = "inf"; p[1] = "-inf" }'
suggest 'Find out where bad numbers come from, and replay with --on-bad skip: a learner refuses 3 of 599 transitions (CHOOSING.md, "Start here", rejections()).'
say "transitions     599, 596 of them usable"
say "bad numbers     3 in 2 rows; first log.csv:52:4: the reward is nan"
make 600 2 'if (i == 90) { p[1] = "4e38" }'
suggest "Find out where bad numbers come from"
say "bad numbers     1 in 1 row; first log.csv:92: phi_1 is 4e+38, too large for a float"
make 600 2 'if (i == 90) { r = 0; p[0] = 0.25; p[1] = "nan" }'
check log.csv
say "first log.csv:92:11: phi_1 is nan"
make 90 2 ''
suggest "Record more, or take fewer features: 89 usable transitions for 2 features; at least 100, and 10 a feature, are 100 ("
make 200 30 'for (j = 0; j < d; j++) { p[j] /= 4 }'
suggest "Record more, or take fewer features: 199 usable transitions for 30 features; at least 100, and 10 a feature, are 300 ("

# --- reward -----------------------------------------------------------------------------------------------------------
make 600 2 'r = 0.5'
suggest "Check what the device logs as its reward: there is nothing to learn from it: it is 0.5 in all rows ("
make 600 2 'r *= 100'
suggest "Divide rewards by 128, as Scale does: they are up to 99."
make 600 2 'r /= 100'
suggest "Multiply rewards by 64, as Scale does: they are up to 0.009"
make 600 2 'r += 20'
suggest "Subtract 19.98 from rewards, or start with this average reward: the mean is 33.9"
make 600 2 'r = r / 4 + (i < 300 ? -0.5 : 0.5)'
suggest 'Use a constant step-size, which follows change: the mean reward is -0.'

# --- features ---------------------------------------------------------------------------------------------------------
make 600 2 'p[1] = 40 * u()'
suggest 'Bring raw readings to 0 .. 1 by their InputRange, with Scale or a TileCoder: phi_1 (0.'
make 600 2 'p[0] *= 2.5; p[1] *= 2.5'
suggest 'Divide features by 2.2'
make 600 2 'p[0] /= 10; p[1] /= 10'
suggest 'Multiply features by 11'
make 600 2 'p[1] = 0.5'
suggest 'Leave out phi_1: it is 0.5 in all rows: a bias learns nothing, and its weight drifts (CHOOSING.md, "Features").'
say "constant        1: phi_1"
make 600 2 'p[1] = 0.5 + p[1] / 20'
suggest 'Subtract what phi_1 always has at least: phi_1 (0.5'
make 600 6 'for (j = 1; j < d; j++) { p[j] = 0 }'
suggest 'Leave out phi_1, phi_2, phi_3 and 2 more, or make the range smaller: 5 of 6 features are 0 in all rows'
make 600 3 'for (j = 0; j < d; j++) { p[j] /= 2 } p[2] = -3 * p[0]'
suggest 'Leave out phi_0 or phi_2: one is -3 times the other, with a cosine of -1.000000 (CHOOSING.md, "Radius R").'
say "parallel        1 pair, first phi_0 and phi_2"

# One-hot features that all occur, and of which some do not; two tilings.
one_hot='for (j = 0; j < d; j++) { p[j] = 0 }'
make 600 16 "$one_hot p[int(16 * u())] = 1"
suggest 'Use WithoutOnes<JointBall<float>> if every feature occurs in the field too: the features add up to 1 in all rows (CHOOSING.md, "The constant direction").'
say "  SparseLearner                 1 of 16 features active"
say "  WithoutOnes<JointBall<float>> every feature occurs"
say "  radius 800                    2 sqrt(d) V, V = 99."
say "states          16"
make 600 16 "$one_hot p[int(15 * u())] = 1"
suggest "Leave out phi_15, or make" \
  'Choose a large radius, or give WithoutDirection 1 for the features that occur and 0 for the others: the features'
say "  JointBall<float>              the default"
say "  radius 10000 "
make 600 16 "$one_hot p[int(7 * u())] = 0.70710678; p[8 + int(8 * u())] = 0.70710678"
suggest "Leave out phi_7, or make" "Choose a large radius; WithoutOnes needs every feature to occur: the features add up to 1.414 "

# --- states -----------------------------------------------------------------------------------------------------------
make 600 2 'p[0] = 0.5; p[1] = 0.25'
suggest "Check what the device logs as features: there is nothing to learn from them: they are the same in all rows ("
make 600 2 'if (i >= 200 && i < 270) { p[0] = 0.5; p[1] = 0.25 }'
suggest 'Check that no sensor was stuck: all features are the same in 70 rows from log.csv:202 (t = 200) on (FIELD.md, "Scale").'
say "states          531"
say "repeated        69 rows like the row before; longest run 70 rows from log.csv:202 (t = 200) on"
make 5000 2 'if (i >= 200 && i < 4400) { p[1] = 0.25 }'
suggest 'Check the sensor of phi_1: phi_1 is the same in 4200 rows from log.csv:202 (t = 200) on (FIELD.md, "Scale").'
say "states          more than 4,096"
make 600 2 'if (i % 5 != 0) { p[0] = a; p[1] = b } a = p[0]; b = p[1]'
suggest "Make ticks longer, or features finer: 480 of 600 rows have the features of the row before ("

# --- what is no log ---------------------------------------------------------------------------------------------------
refuse() {
  expected=$1
  shift
  code=0
  "$ballast" log check "$@" > out.txt 2>&1 || code=$?
  [ $code -eq 2 ] || fail "log check $*: exit code $code"
  [ "$(cat out.txt)" = "ballast: $expected" ] || fail "not '$expected'"
}
header="t,reward,phi_0"
printf '%s\n0,1,1\n' $header > bad.csv
refuse "bad.csv: no transition: a log needs at least two rows" bad.csv
printf '%s\n0,1,1\n2,1,0\n4,nan,1\n5,,0\n' $header > bad.csv
refuse "bad.csv: no usable transition: in none do two rows with finite numbers follow each other, with t counting up by one" bad.csv
printf '%s\n0,1,1\n# here\n1,,0\n# and there\n2,1,0\n' $header > bad.csv
refuse "bad.csv:4:3: the reward is missing: only the last row may omit it" bad.csv
printf '%s\n0,1,1\n1,x,0\n' $header > bad.csv
refuse "bad.csv:3:3: the reward is 'x', not a number" bad.csv
refuse "nowhere.csv: cannot be read: No such file or directory" nowhere.csv
refuse "--lambda 1: must be at least 0 and below 1" log.csv --lambda 1
