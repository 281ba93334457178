# seeds.sh <ballast>: verdicts of several seeds, in one run, in shards and resumed.
set -eu
rm -rf one two both parts merged again
ballast=$1
run="reproduce --figure 3 --trials 4 --no-plots"
"$ballast" $run --out one > /dev/null 2>&1
"$ballast" $run --seed 2 --out two > /dev/null 2>&1
"$ballast" $run --seeds 2 --out both > both.txt 2> /dev/null

# verdicts <folder>: "claim,verdict", in their order.
verdicts() {
  sed -n 's/.*"id": "\(.*\)",/\1/p; s/.*"verdict": "\(.*\)",*$/\1/p' "$1/claims.json" | paste -d , - -
}
# of_seed <seed>: the same from seeds.csv.
of_seed() {
  sed -n "s/^\(.*\),$1,\(.*\)\$/\1,\2/p" both/seeds.csv
}
test "$(head -n 1 both/seeds.csv)" = claim,seed,verdict
test -n "$(of_seed 1)"
test "$(of_seed 1)" = "$(verdicts one)"
test "$(of_seed 2)" = "$(verdicts two)"
for file in one/*.csv; do cmp "$file" "both/$(basename "$file")"; done
grep -q '"command": "ballast reproduce --figure 3 --seed 1 --seeds 2 --trials 4"' both/claims.json
test ! -e one/seeds.csv
test "$(head -n 1 both/reference.csv)" = id,holds,holds_in_part,does_not_hold,undecided
awk -F , 'NR > 1 && $2 + $3 + $4 + $5 != 2 { exit 1 }' both/reference.csv
test "$(wc -l < both/reference.csv)" -eq $(($(of_seed 1 | wc -l) + 1))
test "$(grep -c '^| `' both/verdicts.md)" -eq "$(of_seed 1 | wc -l)"
grep -q 'all 2 seeds' both/report.html

# In two shards.
for k in 1 2; do "$ballast" $run --seeds 2 --shard $k/2 --out parts > /dev/null 2>&1; done
"$ballast" merge parts --no-plots --out merged > /dev/null 2>&1
diff -r both merged

# Killed when its file has reached a size, by the limit of the shell; then resumed.
code=0
(ulimit -f 300 && "$ballast" $run --seeds 2 --out again > /dev/null 2>&1) || code=$?
test $code -gt 128
"$ballast" $run --seeds 2 --out again > again.txt 2> errors.txt
grep -q '^resuming: [1-9][0-9]* of 16 trials are there$' errors.txt
diff -r both again
sed 's/^both/again/' both.txt | cmp - again.txt

# A run for one seed removes the verdicts over several.
"$ballast" $run --out both > /dev/null 2>&1
diff -r one both
