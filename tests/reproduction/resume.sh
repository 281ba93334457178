# resume.sh <ballast>: a run that was interrupted and resumed gives the bytes of one that was not.
set -eu
rm -rf whole out
ballast=$1
run="reproduce --figure 3,4 --quick --trials 2 --jobs 1 --no-plots"
"$ballast" $run --out whole > whole.txt 2> /dev/null
test ! -e whole/unfinished.trials

# begin: in the background, until figure 3 is complete; stopped there, so that figure 4 is not, however slow this shell is.
begin() {
  rm -f out/fig3_right.csv
  "$ballast" $run --out out > out.txt 2> errors.txt &
  pid=$!
  trap 'kill -9 $pid 2> /dev/null || true' EXIT
  until [ -e out/fig3_right.csv ]; do
    kill -0 $pid
    sleep 0.02
  done
  kill -s STOP $pid
}

# refused <message> <arguments>...
refused() {
  message=$1
  shift
  code=0
  "$ballast" "$@" > /dev/null 2> refused.txt || code=$?
  cat refused.txt
  test $code -eq 2
  grep -q "^ballast: $message" refused.txt
}

# Ctrl-C. While it runs, no other process may use the folder.
begin
refused 'out/unfinished.trials: another process is writing this file' $run --out out
kill -s INT $pid
kill -s CONT $pid
code=0
wait $pid || code=$?
cat errors.txt
test $code -eq 130
grep -qx 'ballast: interrupted; complete in out: figure 3; no claims; [1-9][0-9]* trials are in out/unfinished.trials: run the same command again to resume' errors.txt

# Another run does not touch what is there.
cp out/unfinished.trials before
refused 'out/unfinished.trials: has the trials of another run (another seed: 1 and 2): ballast reproduce --figure 3,4 --seed 1 --quick --trials 2[.]' \
  $run --seed 2 --out out
refused 'out/unfinished.trials: .* (--scalar was given to one of them only)' $run --scalar float --out out
cmp out/unfinished.trials before

# Killed while it resumes, with a record that was not written to its end.
begin
grep -q '^resuming: [1-9][0-9]* of [0-9]* trials are there$' errors.txt
kill -9 $pid
wait $pid || true
trap - EXIT
printf 'half a record' >> out/unfinished.trials

"$ballast" $run --out out > out.txt 2> errors.txt
grep -q '^resuming: [1-9][0-9]* of [0-9]* trials are there$' errors.txt
diff -r whole out
sed 's/^whole/out/' whole.txt | cmp - out.txt

# A file that is something else is not overwritten.
echo 'notes of mine' > out/unfinished.trials
refused 'out/unfinished.trials: not a file of trials .* Delete it, or give another --out$' $run --out out
test "$(cat out/unfinished.trials)" = 'notes of mine'
