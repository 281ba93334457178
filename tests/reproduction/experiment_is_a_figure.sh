# experiment_is_a_figure.sh <ballast>: `reproduce --print N` gives `experiment` the numbers of `reproduce --figure N`.
set -eu
rm -rf figures experiment.json results

for figure in 1 2 3 4 5 6 7; do
  options="--seed 5 --quick --no-plots --trials $(test $figure -eq 4 && echo 1 || echo 2)"  # the pendulum takes long
  "$1" reproduce --figure $figure $options --out figures > /dev/null 2>&1
  "$1" reproduce --print $figure > experiment.json
  "$1" experiment experiment.json $options --out results > /dev/null 2>&1
  # The rows of the figure's files without their last columns, by panel; those of the summary in the same form.
  for panel in $(sed -n 's/.*"name": "\([a-z0-9_]*\)".*/\1/p' experiment.json); do
    awk -F, -v OFS=, '
      NR == 1 { has_measure = $3 == "measure"; is_curve = $2 == "t"; next }
      has_measure { print $1, $2, $3, $4, $5, $6, $7, $8; next }
      is_curve { print $1, $2, "loss", $3, $4; next }
      { print $1, $2, "loss", $3, $4, $5, $6, $7 }' figures/$panel.csv | sort > expected.txt
    awk -F, -v OFS=, -v panel=$panel '
      $1 != panel { next }
      panel ~ /right/ { print $3, $18, $17, $19, $20; next }
      { print $3, panel ~ /fig7/ ? $10 : $9, $17, $19, $20, $21, $22, $23 }' results/summary.csv | sort > found.txt
    test "$(wc -l < found.txt)" -ge 20
    cmp expected.txt found.txt
  done
done
