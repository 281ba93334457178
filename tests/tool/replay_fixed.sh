# `ballast replay --scalar fixed` of a CSV agrees with double: each estimate of each update, within what REPLAY.md says.
set -eu
ballast=$1

# agrees <lambda> <limits> <schedule> <projection>
agrees() {
  for scalar in double fixed; do
    limits=""
    if [ $scalar = fixed ]; then limits="--limits $2"; fi
    "$ballast" replay log.csv --lambda "$1" --schedule "$3" --projection "$4" --scalar $scalar $limits --out $scalar.csv \
      2> assumed.txt || { cat assumed.txt; exit 1; }
  done
  paste -d, double.csv fixed.csv | awk -F, -v what="$*" '
    NR == 1 { n = NF / 2; next }
    { for (i = 8; i <= n; ++i) { e = $i - $(i + n); if (e < 0) e = -e; if (e > most) most = e } rows = NR - 1 }
    END {
      printf "%s: %d updates, estimates differ by %g at most\n", what, rows, most
      exit !(rows == 5000 && most > 0 && most < 0.005)
    }'
}

"$ballast" simulate boyan --steps 5000 --seed 7 --features --out log.csv
agrees 0.25 0.5,1000 constant:0.5 joint:100
agrees 0.25 0.5,1000 constant:0.5 separate:10,1000
agrees 0.25 0.5,1000 polynomial:1.5,1,0.99,150 none
agrees 0.9 0.9,100 constant:0.1 joint:100
