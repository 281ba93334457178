# experiment_results.sh <ballast>: summary.csv and differences.csv are what trials.csv says, whatever the number of
# threads is, and a run that is repeated, interrupted or sharded gives the same bytes.
set -eu
rm -rf one three shards merged other

cat > mine.json << 'END'
{"title": "Mine", "model": {"simulator": "boyan"}, "steps": 300, "trials": 3,
 "projections": ["none", {"theta": 5}],
 "panels": [
  {"name": "steps", "step_size": {"from": 0.5, "to": 6, "step": 0.5}, "x": "step_size"},
  {"name": "lambdas", "lambda": [0, 0.5, 0.9], "step_size": [0.25, 0.5], "x": "lambda"},
  {"name": "course", "step_size": 0.25, "x": "time", "every": 100}]}
END
"$1" experiment mine.json --jobs 1 --no-plots --out one > one.txt 2> /dev/null
"$1" experiment mine.json --jobs 3 --no-plots --out three > three.txt 2> /dev/null
diff -r one three
sed 's/^three/one/' three.txt | cmp - one.txt

# --- means and counts, from the trials
awk -F, '
  FNR == 1 { next }
  NR == FNR {
    key = $1 FS $3 FS $8 FS $9 FS $17 FS $18
    if ($22 == 1) { if ($21 != "") { print "a value of an overflow: " $0; exit 1 } lost[key]++ } else { sum[key] += $21 }
    count[key]++
    next
  }
  {
    key = $1 FS $3 FS $8 FS $9 FS $17 FS $18
    if (count[key] == 0) { if ($1 == "course") { next } print "no trials: " $0; exit 1 }
    if (count[key] != $21 || lost[key] + 0 != $22) { print "counts: " $0; exit 1 }
    if (lost[key] > 0) { if ($19 != "") { print "a mean of an overflow: " $0; exit 1 } overflows++; next }
    error = sum[key] / count[key] - $19
    if (error > 1e-12 * $19 || -error > 1e-12 * $19) { print "mean: " $0 ", not " sum[key] / count[key]; exit 1 }
    means++
  }
  END { if (means < 80 || overflows < 2) { print means " means, " overflows " overflows"; exit 1 } }' one/trials.csv one/summary.csv

# --- differences, from the trials: with three of them the quantiles of Student are known in closed form
awk -F, '
  function student(level,  p) { p = (1 + level) / 2; return (2 * p - 1) * sqrt(2 / (4 * p * (1 - p))) }
  function is_near(a, b) { return a - b <= 1e-9 * (a < 0 ? -a : a) + 1e-15 && b - a <= 1e-9 * (a < 0 ? -a : a) + 1e-15 }
  FNR == 1 { next }
  NR == FNR {
    x = $1 == "lambdas" ? $8 : $1 == "course" ? $18 : $9
    value[$1, $17, $3, x, $19] = $21
    lost[$1, $17, $3, x] += $22 || ($17 == "loss" && $21 > 1e6)  # such a loss counts as an overflow
    next
  }
  {
    rows++
    first = lost[$1, $2, $3, $6] > 0
    second = lost[$1, $2, $4, $6] > 0
    if (first || second) {
      expected = first && second ? "" : first ? "inf" : "-inf"
      standing = first && second ? "undecided" : first ? "worse" : "better"
      if ($7 != expected || $11 != standing) { print "overflow: " $0 ", not " expected " " standing; exit 1 }
      overflows++
      next
    }
    mean = 0
    for (i = 0; i < 3; ++i) { mean += (value[$1, $2, $3, $6, i] - value[$1, $2, $4, $6, i]) / 3 }
    squares = 0
    for (i = 0; i < 3; ++i) { squares += (value[$1, $2, $3, $6, i] - value[$1, $2, $4, $6, i] - mean) ^ 2 }
    unit = sqrt(squares / 2 / 3)
    corrected = unit * student(1 - 0.05 / $10)
    size = mean < 0 ? -mean : mean
    standing = size <= corrected ? "undecided" : mean < 0 ? "better" : "worse"
    if (!is_near(mean, $7) || !is_near(unit * student(0.95), $8) || !is_near(corrected, $9) || $11 != standing) {
      print $0 ": expected " mean " " unit * student(0.95) " " corrected " " standing
      exit 1
    }
    decided += standing != "undecided"
  }
  END { if (rows < 100 || overflows < 2 || decided < 1) { print rows, overflows, decided; exit 1 } }' \
  one/trials.csv one/differences.csv

# Names of places and of the settings; a setting that does not change along x is said once.
later=joint_radius,without,alpha_schedule,alpha_power,alpha_offset,alpha_hold,alpha_hold_at,alpha_factor
test "$(head -1 one/trials.csv | cut -d, -f17-)" = measure,t,trial,seed,value,overflowed,$later
test "$(head -1 one/summary.csv | cut -d, -f17-)" = measure,t,mean,ci95,trials,overflowed,projections,$later
test "$(awk -F, '{ print NF }' one/trials.csv one/summary.csv | sort -u | tr '\n' ' ')" = '30 31 '
test -z "$(cut -d, -f1-20 one/trials.csv | sort | uniq -d)"

# Along the radius, a method without a projection has one cell.
printf '%s' '{"model": {"simulator": "boyan"}, "steps": 50, "trials": 2, "measures": "loss", "rules": "implicit",
 "projections": ["none", {"theta": [0.1, 1, 10]}]}' > radius.json
"$1" experiment radius.json --no-plots --out other > /dev/null 2>&1
test "$(grep -c ',implicit,implicit,,,' other/trials.csv)" -eq 2
test "$(grep -c ',implicit_projected,implicit,1,' other/trials.csv)" -eq 6
test -z "$(cut -d, -f1-20 other/trials.csv | sort | uniq -d)"
test "$(grep -c ',implicit_projected,implicit,radius,' other/differences.csv)" -eq 3

# LSTD has neither step-size nor ratio: one cell, without either, and one line.
printf '%s' '{"model": {"simulator": "boyan"}, "steps": 50, "trials": 2, "measures": "loss", "step_size": [0.1, 0.2, 0.3],
 "ratio": [0.5, 1], "average_reward_schedule": {"kind": "polynomial", "power": 0.6},
 "methods": [{"rule": "differential", "projection": {"joint": 10, "without": "constant"}}, "lstd"]}' > lstd.json
"$1" experiment lstd.json --no-plots --out other > lstd.txt 2> /dev/null
test "$(grep -c ',lstd,lstd,,,model,0.25,,,,,,,,,loss,50,.*,,,,,,,,$' other/trials.csv)" -eq 2
joint=differential_joint10_without_constant
test "$(grep -c ",${joint}_c0.5,differential,,,.*,0,10,constant,polynomial,0.6,1,0,first,1$" other/trials.csv)" -eq 6
test "$(grep -c ",lstd,${joint}_c0.5,step_size," other/differences.csv)" -eq 3
test "$(grep -c against lstd.txt)" -eq 1

# Methods with the same numbers are one sentence, as they are one line.
printf '%s' '{"model": {"simulator": "boyan"}, "steps": 50, "trials": 2, "step_size": [0.1, 0.2], "measures": "loss",
 "methods": ["standard", "implicit", {"rule": "implicit", "projection": {"theta": [1000, 5000]}}]}' > same.json
"$1" experiment same.json --no-plots --out other > same.txt 2> /dev/null
test "$(grep -c against same.txt)" -eq 1
grep -q '^panel_1: implicit, with or without R = 1000, 5000 against standard: better at ' same.txt
test "$(wc -l < other/differences.csv)" -eq 7

# Shards, also in float.
for scalar in double float; do
  rm -rf shards whole merged
  for shard in 1 2; do
    "$1" experiment mine.json --scalar $scalar --no-plots --shard $shard/2 --out shards > /dev/null 2>&1
  done
  "$1" merge shards --out merged --no-plots > /dev/null 2>&1
  "$1" experiment mine.json --scalar $scalar --no-plots --out whole > /dev/null 2>&1
  diff -r whole merged
done
