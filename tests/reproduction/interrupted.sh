# interrupted.sh <ballast>: Ctrl-C leaves the figures that are complete, whole, and the trials to resume with.
set -eu

# begin <command>...: in the background.
begin() {
  "$@" > out.txt 2> errors.txt &
  pid=$!
  trap 'kill -9 $pid 2> /dev/null || true' EXIT
}

# wait_until <condition>...: however long it takes, but no longer than the command runs.
wait_until() {
  until "$@"; do
    kill -0 $pid
    sleep 0.1
  done
}

# Whether the command catches SIGINT, the second bit of the mask: it has begun to compute then. Its name comes first:
# before exec the process is still a copy of this shell, which catches SIGINT, too.
catches_interrupts() {
  grep -qx 'Name:.ballast' /proc/$pid/status && grep -q '^SigCgt:.*[2367abef]$' /proc/$pid/status
}

# interrupt <signal> <process or group> <message>: that is how it must end.
interrupt() {
  kill -s "$1" -- "$2"
  code=0
  wait $pid || code=$?
  trap - EXIT
  cat errors.txt
  test $code -eq 130
  grep -q "^ballast: interrupted; $3\$" errors.txt
}

resume='[0-9]* trials* [a-z]* in out/unfinished.trials: run the same command again to resume'
rm -rf out
begin "$1" reproduce --figure 6,4 --trials 40 --jobs 2 --out out
wait_until catches_interrupts
interrupt INT $pid "\(nothing was written to out\|no figure is complete; $resume\)"
test -z "$(ls out | grep -v '^unfinished.trials$')"
if grep -q 'nothing was written' errors.txt; then test ! -e out/unfinished.trials; else test -s out/unfinished.trials; fi
rm -rf out

# Figure 3 is complete in a moment, figure 4 is not.
only_figure_3="complete in out: figure 3; no claims; $resume"
files_of_figure_3='fig3_left.csv fig3_left.svg fig3_right.csv fig3_right.svg unfinished.trials'
begin "$1" reproduce --figure 3,4 --trials 10 --jobs 2 --out out
wait_until test -e out/fig3_right.csv
interrupt INT $pid "$only_figure_3"
test "$(cd out && echo *)" = "$files_of_figure_3"
test "$(wc -l < out/fig3_left.csv)" -eq 121
test "$(wc -l < out/fig3_right.csv)" -eq 8005
for picture in left right; do test "$(tail -n 1 out/fig3_$picture.svg)" = '</svg>'; done

# Ctrl-C and `timeout` reach the whole group of processes: a plot that is being drawn is finished all the same.
real=$(command -v gnuplot)
rm -rf path && mkdir path
printf '#!/bin/sh\nif [ -e out/fig3_left.csv ]; then touch drawing && sleep 2; fi\nexec "%s" "$@"\n' "$real" > path/gnuplot
chmod +x path/gnuplot
PATH="$PWD/path:$PATH"
for signal in INT TERM; do
  rm -rf out drawing
  begin setsid "$1" reproduce --figure 3,4 --trials 10 --jobs 2 --out out
  wait_until test -e drawing
  interrupt $signal -$pid "$only_figure_3"
  test "$(cd out && echo *)" = "$files_of_figure_3"
done
