#!/bin/sh
# output_places.sh BALLAST: where an output may go, and what is left of one that was killed.
set -eu
ballast=$1
rm -rf places && mkdir places && cd places

mkfifo pipe
cat pipe > read &
"$ballast" simulate boyan --steps 3 --out pipe
wait
test -p pipe
test "$(wc -l < read)" -eq 5

echo old > file
ln -s file link
"$ballast" simulate boyan --steps 3 --out link
test -L link
test "$(wc -l < file)" -eq 5

name=$(printf '%0250d' 0)
"$ballast" simulate boyan --steps 3 --out "$name"
test -f "$name"
rm "$name"

# A log that does not end, so that the output is open for as long as it takes to see that.
mkfifo log
(printf 't,reward,phi_0\n0,1,1\n1,1,1\n' && exec sleep 3600) > log &
sleeper=$!
"$ballast" replay log --out killed &
killed=$!
trap 'kill -9 $killed $sleeper 2> /dev/null || true' EXIT
until ls -l /proc/$killed/fd | grep -q "$PWD/.* (deleted)"; do
  kill -0 $killed
  sleep 0.1
done
kill -TERM $killed
kill $sleeper
wait $killed || true
trap - EXIT
rm log pipe read file link
test -z "$(ls -A)"
