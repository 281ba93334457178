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

mkfifo log
sleep 30 > log &
sleeper=$!
"$ballast" replay log --out killed &
killed=$!
sleep 1
kill -TERM $killed
kill $sleeper
wait $killed || true
rm log pipe read file link
test -z "$(ls -A)"
