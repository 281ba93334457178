# no_plots.sh <ballast>: without gnuplot, or with --no-plots, there are data, verdicts and a report without plots.
set -eu
ballast=$1
rm -rf plots absent chosen whole

# same <folder>: what a run with plots has found, and none of its plots.
same() {
  for file in fig1_left.csv fig1_right.csv trials.csv claims.json; do cmp plots/$file "$1/$file"; done
  test "$(cd "$1" && echo *)" = 'claims.json fig1_left.csv fig1_right.csv report.html trials.csv'
  grep -q 'The plots are missing' "$1/report.html"
  grep -q 'Data: <a href="fig1_left.csv">' "$1/report.html"
  if grep -q '<svg\|plots as SVG' "$1/report.html"; then
    echo "$1: the report has plots"
    exit 1
  fi
}
run="--figure 1 --trials 2 --out"
"$ballast" reproduce $run plots > plots.txt 2> plots_errors.txt
test "$(cd plots && echo *.svg)" = 'fig1_left.svg fig1_right.svg'
if grep -q 'missing' plots.txt plots_errors.txt plots/report.html; then
  echo "with gnuplot nothing is missing"
  exit 1
fi

# Said at once, when the run can still be stopped, and at the end.
env PATH=nowhere "$ballast" reproduce $run absent > absent.txt 2> absent_errors.txt
same absent
said="The plots are missing: gnuplot, which draws the plots, cannot be run: No such file or directory; 'toolchains/setup.sh host' installs it"
head -n 1 absent_errors.txt | grep -qF "$said"
grep -qF "$said" absent.txt
grep -q 'cannot be run: No such file or directory' absent/report.html
tail -n 1 absent.txt | grep -qx 'absent/report.html'

# A gnuplot that does not work.
rm -rf path && mkdir path
printf '#!/bin/sh\nexit 1\n' > path/gnuplot
chmod +x path/gnuplot
env PATH="$PWD/path:$PATH" "$ballast" reproduce $run absent > absent.txt 2> absent_errors.txt
same absent
grep -q '^The plots are missing: gnuplot, which draws the plots, does not work' absent.txt

# On purpose; plots of an earlier run do not stay beside other data.
cp -r plots chosen
"$ballast" reproduce --no-plots $run chosen > chosen.txt 2> chosen_errors.txt
same chosen
grep -q '^The plots are missing: --no-plots was given' chosen.txt
if grep -q 'missing' chosen_errors.txt; then
  echo "what was asked for needs no warning"
  exit 1
fi

# All of it: what is drawn without gnuplot is there, and nothing is linked to that is not.
"$ballast" reproduce --quick --trials 2 --no-plots --out whole > whole.txt
grep -q '"verdict":' whole/claims.json
test "$(cd whole && echo *.svg | tr ' ' '\n' | grep -cv '^policy_\|^useful_ranges')" -eq 0
test -f whole/policy_0.svg && test -f whole/useful_ranges.svg
grep -q 'Drift' whole/report.html
for file in $(grep -o 'href="[^"#:]*"' whole/report.html | cut -d '"' -f 2); do test -f "whole/$file"; done
