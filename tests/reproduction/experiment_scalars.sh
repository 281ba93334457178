# experiment_scalars.sh <ballast> <fixed_point.json> <EXPERIMENTS.md>: in the example, the lines in double are those of
# the paper's figures, the ratios are what the trials say, and the page and the document have them.
set -eu
rm -rf figures few whole shards merged

# --- two trials: the figures, and the columns
options="--seed 5 --quick --no-plots --trials 2"
"$1" reproduce --figure 2,3,5,6 $options --out figures > /dev/null 2>&1
"$1" experiment "$2" $options --out few > few.txt 2> /dev/null
for panel in fig2_left fig3_left fig5_left fig6_left; do
  awk -F, '$1 == "implicit" { print $2, $3, $4, $5 }' figures/$panel.csv | sort > expected.txt
  awk -F, -v panel=$panel '$1 == panel && $3 == "implicit_double" { print $9, $19, $20, $21 }' few/summary.csv | sort > found.txt
  test "$(wc -l < found.txt)" -eq 30
  cmp expected.txt found.txt
done
for file in trials summary; do
  test "$(head -1 few/$file.csv | sed 's/.*,//')" = scalar
  test "$(awk -F, 'NR > 1 { print $3, $NF }' few/$file.csv | sort -u | tr '\n' ' ')" = \
    'implicit_double double implicit_fixed fixed '
done
for shard in 1 2; do "$1" experiment "$2" $options --shard $shard/2 --out shards > /dev/null 2>&1; done
"$1" merge shards --out merged --no-plots > /dev/null 2>&1
diff -r few merged

# --- all trials, as the document runs it
"$1" experiment "$2" --no-plots --out whole > whole.txt 2> /dev/null
awk -F, '
  FNR == 1 { next }
  NR == FNR { sum[$1, $3, $9] += $21; next }
  {
    ratio = sum[$1, "implicit_fixed", $6] / sum[$1, "implicit_double", $6]
    error = ratio - $14
    if ($3 != "implicit_fixed" || $4 != "implicit_double" || error > 1e-9 || -error > 1e-9) { print $0, ratio; exit 1 }
    if (ratio == 1 || ratio > 1.005 || ratio < 0.995 || $15 <= 0 || $15 > 0.005) { print "far from 1: " $0; exit 1 }
    rows++
  }
  END { if (rows != 120) { print rows " ratios"; exit 1 } }' whole/trials.csv whole/differences.csv
test "$(head -1 whole/differences.csv | cut -d, -f13-)" = trials,ratio,ratio_ci95
test "$(grep -c '<summary>The ratios</summary>' whole/report.html)" -eq 4
grep -q '<dt>Arithmetic</dt><dd>double, where a method does not name its own</dd>' whole/report.html
tr -s ' \n' ' ' < "$3" > document.txt
grep 'Ratio from' whole.txt > sentences.txt
test "$(wc -l < sentences.txt)" -eq 4
while read -r sentence; do
  grep -qF "$sentence" document.txt || { echo "the document does not say: $sentence"; exit 1; }
done < sentences.txt

# --- a file in which no method names a scalar has no such columns
printf '%s' '{"model": {"simulator": "boyan"}, "steps": 50, "trials": 2, "measures": "loss"}' > plain.json
"$1" experiment plain.json --scalar fixed --no-plots --out whole > plain.txt 2> /dev/null
test "$(head -1 whole/trials.csv | sed 's/.*,//')" = alpha_factor
test "$(head -1 whole/differences.csv | sed 's/.*,//')" = trials
if grep -q 'Ratio\|The ratios\|does not name' plain.txt whole/report.html; then exit 1; fi
