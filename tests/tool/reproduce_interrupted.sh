# reproduce_interrupted.sh <ballast>: Ctrl-C leaves the figures that are complete, whole, and nothing else.
set -eu
rm -rf out
"$1" reproduce --figure 6,4 --trials 40 --jobs 2 --out out > out.txt 2> errors.txt &
pid=$!
trap 'kill -9 $pid 2> /dev/null || true' EXIT
sleep 2
kill -INT $pid
code=0
wait $pid || code=$?
trap - EXIT
cat errors.txt
test $code -eq 130
grep -q '^ballast: interrupted; nothing was written to out$' errors.txt
test -z "$(ls out)"

# Figure 3 is complete in a moment, figure 4 is not.
"$1" reproduce --figure 3,4 --trials 10 --jobs 2 --out out > out.txt 2> errors.txt &
pid=$!
trap 'kill -9 $pid 2> /dev/null || true' EXIT
tries=0
until [ -e out/fig3_right.csv ]; do
  tries=$((tries + 1))
  test $tries -lt 600
  sleep 0.1
done
kill -INT $pid
code=0
wait $pid || code=$?
trap - EXIT
cat errors.txt
test $code -eq 130
grep -q '^ballast: interrupted; complete in out: figure 3; no claims$' errors.txt
test "$(cd out && echo *)" = 'fig3_left.csv fig3_left.svg fig3_right.csv fig3_right.svg'
test "$(wc -l < out/fig3_left.csv)" -eq 121
test "$(wc -l < out/fig3_right.csv)" -eq 8005
for picture in left right; do test "$(tail -n 1 out/fig3_$picture.svg)" = '</svg>'; done

# Ctrl-C and `timeout` reach the whole group of processes: a plot that is being drawn is finished all the same.
real=$(command -v gnuplot)
rm -rf path && mkdir path
printf '#!/bin/sh\nif [ -e out/fig3_left.csv ]; then touch drawing && sleep 2; fi\nexec "%s" "$@"\n' "$real" > path/gnuplot
chmod +x path/gnuplot
for signal in INT TERM; do
  rm -rf out drawing
  PATH="$PWD/path:$PATH" setsid "$1" reproduce --figure 3,4 --trials 10 --jobs 2 --out out > out.txt 2> errors.txt &
  pid=$!
  trap 'kill -9 $pid 2> /dev/null || true' EXIT
  tries=0
  until [ -e drawing ]; do
    tries=$((tries + 1))
    test $tries -lt 600
    sleep 0.1
  done
  kill -s $signal -- -$pid
  code=0
  wait $pid || code=$?
  trap - EXIT
  cat errors.txt
  test $code -eq 130
  grep -q '^ballast: interrupted; complete in out: figure 3; no claims$' errors.txt
  test "$(cd out && echo *)" = 'fig3_left.csv fig3_left.svg fig3_right.csv fig3_right.svg'
done
