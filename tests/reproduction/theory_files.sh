# theory_files.sh <ballast>: what `reproduce --theory` writes, whatever the number of threads and machines.
set -eu
ballast=$1
rm -rf one three parts merged both figure single
topics=joint_ball,discrepancy,cost_per_step
run="reproduce --topic $topics --trials 2"
"$ballast" $run --jobs 1 --out one > one.txt 2> /dev/null
"$ballast" $run --jobs 3 --out three > /dev/null 2>&1
diff -r one three
test "$(tail -n 1 one.txt)" = one/report.html

# In two shards.
for k in 1 2; do "$ballast" $run --no-plots --shard $k/2 --out parts > /dev/null 2>&1; done
"$ballast" merge parts --out merged > /dev/null 2>&1
diff -r one merged

# Nothing but the theory part: each chart as CSV and SVG, each topic in the report, each claim in both files.
grep -q '"command": "ballast reproduce --topic cost_per_step,discrepancy,joint_ball --seed 1 --trials 2"' one/theory.json
grep -q '"theory_trials": 2' one/claims.json
test "$(cd one && ls | grep -v '^theory_.*[.]csv$\|^theory_.*[.]svg$' | tr '\n' ' ')" = 'claims.json report.html theory.json '
for csv in one/theory_*.csv; do
  test "$(head -n 1 "$csv")" = curve,x,y,low,high
  test -f "${csv%.csv}.svg"
done
for topic in $(echo $topics | tr , " "); do
  grep -q "\"name\": \"$topic\"" one/theory.json
  grep -q "<h3 id=\"theory-$topic\">" one/report.html
  grep -q "\"id\": \"theory[.]$topic[.]" one/claims.json
done
test "$(grep -c '"figure": "theory"' one/claims.json)" -eq "$(grep -c '"id": ' one/claims.json)"
test "$(grep -c '"id": ' one/theory.json)" -eq "$(grep -c '"id": ' one/claims.json)"
grep -q '^holds  *theory[.]cost_per_step[.]same_time_td$' one.txt
for file in $(grep -o 'href="[^"#:]*"' one/report.html | cut -d '"' -f 2); do test -f "one/$file"; done
for id in $(grep -o 'href="#[^"]*"' one/report.html | cut -d '"' -f 2 | cut -c 2-); do grep -q "id=\"$id\"" one/report.html; done

# With a figure, which stays as it is without the theory part; without plots.
"$ballast" reproduce --figure 2 --trials 2 --no-plots --out figure > /dev/null 2>&1
"$ballast" reproduce --figure 2 --topic $topics --trials 2 --no-plots --out both > /dev/null 2>&1
for csv in figure/*.csv; do cmp "$csv" "both/$(basename "$csv")"; done
for csv in one/*.csv; do cmp "$csv" "both/$(basename "$csv")"; done
grep -q '"command": "ballast reproduce --figure 2 --topic cost_per_step,discrepancy,joint_ball --seed 1 --trials 2"' both/claims.json
if grep -q heory figure/report.html figure/claims.json; then
  echo "a theory part that was not asked for"
  exit 1
fi

# The joint ball is studied on the trials of figure 2.
mean=$(sed -n 's/^implicit,0[.]5,\([^,]*\),.*/\1/p' both/fig2_left.csv)
test -n "$mean"
grep -q "^\"no projection\",0[.]1,$mean," both/theory_joint_ball_loss_0.5.csv

# A run without the theory part removes its conclusions; a single trial is no ground for verdicts.
"$ballast" reproduce --figure 2 --trials 2 --no-plots --out both > /dev/null 2>&1
test ! -e both/theory.json
"$ballast" reproduce --topic $topics --trials 1 --seed 2 --no-plots --out single > single.txt 2> /dev/null
grep -q '^No verdicts' single.txt
grep -q '"claims": \[\]' single/theory.json
if cmp -s one/theory_discrepancy_mrp.csv single/theory_discrepancy_mrp.csv; then
  echo "another seed gives the same numbers"
  exit 1
fi
