# compare_is_a_figure.sh <ballast>: `compare` runs the trials of figure 3, where their step-sizes are the same.
set -eu
rm -rf table.txt figure
"$1" compare --trials 5 --seed 7 --out table.txt
"$1" reproduce --figure 3 --trials 5 --seed 7 --no-plots --out figure > /dev/null
for x in 0.1 0.3 0.5 1 1.5 1.8 2 2.2 2.5 3; do
  mean=$(awk -F, -v x=$x '$1 == "implicit" && $2 == x { printf "%.3g", $3 }' figure/fig3_left.csv)
  grep -qE "^ +$x .* $mean \+- [0-9.e-]+\$" table.txt || { echo "figure 3 has $mean at $x:"; cat table.txt; exit 1; }
done
