# shards.sh <ballast>: four processes of GNU parallel, one of them killed and repeated, give the bytes of a single run.
set -eu
rm -rf whole parts merged other copy damaged jobs.txt pid.* errors.*
ballast=$1
run="reproduce --quick --trials 2 --no-plots"
"$ballast" $run --out whole > /dev/null 2>&1

# A job writes its process id, so that it can be killed.
printf '#!/bin/sh\necho $$ > pid.$1\nexec "%s" %s --jobs 1 --shard $1/4 --out parts > /dev/null 2> errors.$1\n' \
  "$ballast" "$run" > job
chmod +x job
in_parallel() {
  parallel --will-cite --jobs 4 --joblog jobs.txt "$@" ./job ::: 1 2 3 4
}

# killed <shard>: as soon as some of its trials are done, and long before the last.
killed() {
  until [ -s pid.$1 ] && [ "$(stat -c %s parts/shard-$1-of-4.trials 2> /dev/null || echo 0)" -gt 1000 ]; do
    sleep 0.02
  done
  kill -9 "$(cat pid.$1)"
}
killed 2 &
code=0
in_parallel || code=$?
wait $!
test $code -eq 1
test "$(awk 'NR > 1 && ($7 != 0 || $8 != 0)' jobs.txt | wc -l)" -eq 1

# refused <message> <arguments of merge>...: and nothing is written.
refused() {
  message=$1
  shift
  code=0
  "$ballast" merge "$@" --out merged > /dev/null 2> errors.txt || code=$?
  cat errors.txt
  test $code -eq 2
  grep -q "^ballast: $message" errors.txt
  test ! -e merged
}
refused 'shard 2/4, parts/shard-2-of-4.trials: trial [0-9]* of seed 1, .* is missing (and [0-9]* more): run it again' parts

# Only that shard is run again, and only what it had not done.
in_parallel --resume-failed
grep -q '^resuming: [1-9][0-9]* of [0-9]* trials are there$' errors.2
if grep -q resuming errors.1 errors.3 errors.4; then
  echo "a complete shard was run again"
  exit 1
fi
"$ballast" merge parts --no-plots --out merged > merged.txt 2> errors.txt
diff -r whole merged
test "$(tail -n 1 merged.txt)" = merged/report.html
if grep -q resuming errors.txt; then
  echo "merging is not resuming"
  exit 1
fi

# A complete shard has nothing to do.
before=$(stat -c %Y%s parts/shard-3-of-4.trials)
"$ballast" $run --shard 3/4 --out parts > again.txt
grep -q '^parts/shard-3-of-4.trials: complete already, [0-9]* trials$' again.txt
test "$(stat -c %Y%s parts/shard-3-of-4.trials)" = "$before"

# What does not belong together, or is not all there.
rm -rf merged
mkdir other copy
part() { echo "parts/shard-$1-of-4.trials"; }
refused 'shard 3/4 is missing. Run: ballast reproduce --seed 1 --quick --trials 2 --shard 3/4 --out parts$' \
  "$(part 1)" "$(part 2)" "$(part 4)"
refused 'shards 1/4, 3/4, 4/4 are missing' "$(part 2)"
refused 'other: no .trials files' other
refused 'nowhere: no such file' nowhere
refused 'whole/claims.json: not a file of trials' parts whole/claims.json
small="reproduce --quick --trials 2 --figure 3 --no-plots"
"$ballast" $small --shard 1/4 --out other > /dev/null 2>&1
refused 'parts/shard-1-of-4.trials and other/shard-1-of-4.trials do not belong together: --figure was' parts other
"$ballast" $small --shard 1/3 --seed 2 --out other > /dev/null 2>&1
refused 'other/shard-1-of-3.trials and other/shard-1-of-4.trials do not belong together: another seed: 2 and 1' other
"$ballast" $small --shard 1/5 --out other > /dev/null 2>&1
refused 'other/shard-1-of-4.trials and .* do not belong together: another number of shards: 4 and 5' \
  other/shard-1-of-4.trials other/shard-1-of-5.trials

# Headers of another version: the length and the CRC-32, which is that of gzip, are before the text.
version=$("$ballast" --version | cut -d ' ' -f 2)
later=$(echo "$version" | tr 0-8 9)
for k in 1 2 3 4; do
  length=$(od -An -t u4 -j 8 -N 4 "$(part $k)" | tr -d ' ')
  tail -c +17 "$(part $k)" | head -c "$length" | LC_ALL=C sed "s/$version/$later/" > body
  {
    head -c 12 "$(part $k)"
    gzip -c body | tail -c 8 | head -c 4
    cat body
    tail -c "+$((17 + length))" "$(part $k)"
  } > copy/later-$k.trials
done
refused "$(part 1) and copy/later-1.trials do not belong together: Ballast $version and $later" parts copy
refused "copy/later-1.trials: made by Ballast $later, and this is Ballast $version" copy

# The same shard twice is no harm. A damaged one is, until it was run again.
rm copy/*
part=$(part 2)
cp "$part" copy/twice.trials
"$ballast" merge parts copy --no-plots --out merged > /dev/null 2>&1
diff -r whole merged
rm -rf merged
printf x | dd of="$part" bs=1 seek=1000 conv=notrunc 2> /dev/null
refused "shard 2/4, $part: trial [0-9]* of seed 1, .* is missing" parts
"$ballast" $run --shard 2/4 --out parts > /dev/null 2> errors.txt
grep -q '^resuming: ' errors.txt
test "$(stat -c %s "$part")" -eq "$(stat -c %s copy/twice.trials)"
"$ballast" merge parts --no-plots --out merged > /dev/null 2>&1
diff -r whole merged
