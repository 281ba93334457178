# files.sh <ballast>: what is written, and with which headers and rows.
set -eu
rm -rf all some rows float raw

# expect <file> <number of rows> <header>
expect() {
  header=$(head -n 1 "$1")
  rows=$(($(wc -l < "$1") - 1))
  if [ "$header" != "$3" ] || [ "$rows" -ne "$2" ]; then
    echo "$1: $rows rows below '$header'; expected $2 below '$3'"
    exit 1
  fi
}

"$1" reproduce --quick --trials 2 --out all > /dev/null
sweep=method,step_size,mean,ci95,trials,overflowed,projections
expect all/fig1_left.csv 20 $sweep
expect all/fig1_right.csv 2001 method,t,mean,ci95
for figure in 2 3 5 6; do
  expect all/fig${figure}_left.csv 120 $sweep
  expect all/fig${figure}_right.csv 8004 method,t,mean,ci95
done
control=method,step_size,measure,mean,ci95,trials,overflowed,projections
expect all/fig4_access_control.csv 96 $control
expect all/fig4_pendulum.csv 72 $control
for environment in mrp boyan; do
  expect all/fig7_$environment.csv 60 method,ratio,mean,ci95,trials,overflowed,projections
done
test "$(grep -c '"verdict":' all/claims.json)" -eq 53

# Every trial: figure 2's sweep has 120 cells of 2 trials.
expect all/trials.csv $(($(wc -l < all/trials.csv) - 1)) "panel,model,method,rule,omega_radius,theta_radius,features,\
lambda,step_size,ratio,schedule,power,offset,hold,hold_at,factor,measure,t,trial,seed,value,overflowed,joint_radius,\
without,alpha_schedule,alpha_power,alpha_offset,alpha_hold,alpha_hold_at,alpha_factor"
test "$(grep -c '^fig2_left,' all/trials.csv)" -eq 240
test "$(grep -c '^fig2_left_wide,' all/trials.csv)" -gt 0
test "$(grep -c '^fig2_left_best,mrp,lstd,lstd,' all/trials.csv)" -eq 2

# Overflows are counted and have no mean; 0.3 is 0.3, not 0.30000000000000004.
grep -qx 'standard,3,,,2,2,0' all/fig2_left.csv
grep -q '^implicit_r5000,0.3,' all/fig2_left.csv
grep -q '^implicit,1.5,greedy_worth,0.3' all/fig4_access_control.csv
grep -q '^standard,0.25,reward,,,2,2,0' all/fig4_pendulum_raw_hold.csv

# What drifts in one instance drifts in twenty.
test "$(sed -n '/"drift_rates"/,/]/p' all/beyond.json | grep -c '0[.][0-9]\|e-')" -eq 20
grep -q 'for those of the first 20 trials .* would be ' all/report.html

# Some figures, with a single trial: no interval, no verdict, nothing beyond the paper, no other figure.
"$1" reproduce --figure 3 --figure 1,7 --trials 1 --out some/where > some.txt
grep -q '^No verdicts' some.txt
grep -q '>No verdicts' some/where/report.html
grep -q '"claims": \[\]' some/where/claims.json
grep -q '; 1 trial[.] Each trial has an instance of its own' some/where/report.html
if grep -E '(^|[^0-9.,])1 (trial|run|step|time)s' some/where/report.html; then
  echo "one is not several"
  exit 1
fi
test "$(cd some/where && echo *.csv *.json *.html)" = \
  'fig1_left.csv fig1_right.csv fig3_left.csv fig3_right.csv fig7_boyan.csv fig7_mrp.csv trials.csv claims.json report.html'
test "$(cd some/where && echo *.svg)" = \
  'fig1_left.svg fig1_right.svg fig3_left.svg fig3_right.svg fig7_boyan.svg fig7_mrp.svg'
grep -qE '^standard,0.1,[0-9.]+,,1,0,0$' some/where/fig1_left.csv
grep -q '"command": "ballast reproduce --figure 1,3,7 --seed 1 --trials 1"' some/where/claims.json

# Held at beta_0 itself standard SARSA overflows: it has learned no policy, and none is shown.
"$1" reproduce --quick --trials 2 --hold raw --out raw > /dev/null
grep -q '^standard,1.5,greedy_worth,,,2,2,0' raw/fig4_access_control.csv
grep -q 'no policy of standard SARSA at 1.5: it overflowed in 2 of 2 runs' raw/report.html
test "$(grep -c '"disagreements"' raw/beyond.json)" -eq 3
test "$(grep -c '"disagreements"' all/beyond.json)" -eq 4

# The other readings and the other scalar make other numbers.
"$1" reproduce --figure 1 --trials 1 --scaling rows --out rows > /dev/null
"$1" reproduce --figure 1 --trials 1 --scalar float --out float > /dev/null
for other in rows float; do
  if cmp -s some/where/fig1_left.csv $other/fig1_left.csv; then
    echo "$other: the same numbers"
    exit 1
  fi
done
