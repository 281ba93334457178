# same_for_any_jobs.sh <ballast>: results do not depend on the number of threads, but on the seed.
set -eu
rm -rf one three other
"$1" reproduce --quick --trials 3 --jobs 1 --out one > one.txt
"$1" reproduce --quick --trials 3 --jobs 3 --out three > /dev/null
diff -r one three

"$1" reproduce --figure 1 --quick --trials 3 --seed 2 --out other > /dev/null
if cmp -s one/fig1_left.csv other/fig1_left.csv; then
  echo "another seed gives the same figure"
  exit 1
fi

# A preview says that it is one.
grep -q '"preview": true' one/claims.json
grep -q '"command": "ballast reproduce --seed 1 --quick --trials 3"' one/claims.json
grep -q '^A preview' one.txt
test "$(tail -n 1 one.txt)" = one/report.html
grep -q 'This is a preview' one/report.html
