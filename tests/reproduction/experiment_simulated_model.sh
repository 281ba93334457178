# experiment_simulated_model.sh <ballast>: `simulate` with a model file.
set -eu
rm -f *.json *.csv

"$1" simulate boyan --seed 7 --steps 5 --model-out "my chain.json" > /dev/null
omega=$("$1" oracle "my chain.json" | sed -n 's/.*"omega": \([0-9.e-]*\),.*/\1/p')
"$1" simulate "my chain.json" --steps 200000 --seed 3 --out states.csv
# The average reward, and every move is one that the model has.
awk -F, -v omega="$omega" '
  NR > 1 && $3 != "" { sum += $3; n++ }
  END { error = sum / n - omega; if (n != 200000 || error > 0.01 || error < -0.01) { print sum / n, omega; exit 1 } }' states.csv
"$1" simulate "my chain.json" --steps 200000 --seed 3 | cmp - states.csv
"$1" simulate - --steps 200000 --seed 3 < "my chain.json" | cmp - states.csv
! "$1" simulate "my chain.json" --steps 200000 --seed 4 | cmp -s - states.csv

# A log of features, which other commands read.
"$1" simulate "my chain.json" --steps 500 --features --out log.csv
test "$(head -1 log.csv)" = "# ballast: environment=my_chain.json seed=1 steps=500 features=6"
test "$(sed -n 2p log.csv)" = t,reward,phi_0,phi_1,phi_2,phi_3,phi_4,phi_5
test "$(wc -l < log.csv)" -eq 503
"$1" replay log.csv > /dev/null 2>&1
"$1" log show log.csv | grep -q 'my_chain.json'

# refused <message> <argument>...
refused() {
  message=$1
  shift
  if "$ballast" simulate "$@" > out.txt 2> err.txt; then echo "not refused: $*"; exit 1; fi
  if ! grep -qF -- "$message" err.txt; then cat err.txt; exit 1; fi
}
ballast=$1
refused "'byan' is neither an environment nor a file; did you mean 'boyan'?" byan
refused "'moon.json' is neither an environment nor a file; it must be mrp, boyan, access-control or pendulum" moon.json
refused "--model-out is for mrp and boyan: my chain.json is a model already" "my chain.json" --model-out copy.json
refused "my chain.json: --actions and --state are for access-control and pendulum" "my chain.json" --state 1,1
refused "are the same file" "my chain.json" --out "my chain.json"
echo '{"P": [[1, 0], [0, 1]], "r": [1, 2], "Phi": [[1], [0]]}' > two.json
refused "two.json: P is reducible" two.json --out nothing.csv
test ! -e nothing.csv
echo '{"P": [[1]], "r": [1]}' > part.json
refused 'part.json: there is no "Phi"' part.json
