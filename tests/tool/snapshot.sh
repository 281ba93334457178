#!/bin/sh
# snapshot.sh BALLAST: what `ballast snapshot` says, what it refuses, and which exit codes it has.
set -eu
ballast=$1
rm -rf snapshots && mkdir snapshots && cd snapshots

"$ballast" simulate boyan --steps 60 --seed 7 --features --out log.csv
"$ballast" replay log.csv --save a --schedule constant:0.5 --ratio 1 --fingerprint 0x10 --out /dev/null
"$ballast" replay log.csv --save b --schedule constant:0.5 --ratio 1 --fingerprint 0x10 --projection separate:0.5,0.5 \
  --scalar double --constant-direction ones --out /dev/null
head -41 log.csv > shorter.csv
"$ballast" replay shorter.csv --save c --schedule constant:0.5 --ratio 1 --fingerprint 0x10 --out /dev/null

# refuse <message> <argument>...: exit code 2, nothing on standard output, and no file `new`.
refuse() {
  expected=$1
  shift
  code=0
  "$ballast" "$@" > out.txt 2> errors.txt || code=$?
  if [ $code -ne 2 ] || [ -s out.txt ] || [ -e new ] || ! grep -q -- "^ballast: $expected" errors.txt; then
    echo "ballast $*: exit code $code, expected 2 and '$expected'"
    cat out.txt errors.txt
    exit 1
  fi
}
# say <text>: is in out.txt.
say() {
  grep -qF -- "$1" out.txt || { echo "no '$1' in:"; cat out.txt; exit 1; }
}
# word <file> <offset>: replaces four bytes by those of standard input, as `printf '\1\0\0\0'` writes them.
word() {
  dd of="$1" bs=1 seek="$2" conv=notrunc 2> dd.txt
}

# --- show -------------------------------------------------------------------------------------------------------------
"$ballast" snapshot show a > out.txt
say "a: Learner<float, 6>"
say "fingerprint     0x00000010"
say "--rule implicit --lambda 0.25 --ratio 1 --schedule constant:0.5 --projection joint:1000"
say "60 updates, 0 projections, 0 rejections"
say "weights         6 of 6 not zero, from -"
"$ballast" snapshot show - < b > out.txt
say "standard input: Learner<double, 6>"
say "--projection separate:0.5,0.5 --constant-direction ones"
{ cat a; head -c 300 /dev/zero; } > flash_page
"$ballast" snapshot show flash_page > out.txt
say "flash_page: Learner<float, 6>"

"$ballast" replay log.csv --save held --schedule adjustable:1.5,1,0.99,20,0.25 --fingerprint 0x10 --out /dev/null
"$ballast" replay log.csv --save follows --schedule adjustable:1.5,1,0.99,20,0 --fingerprint 0x10 --out /dev/null
"$ballast" snapshot show held > out.txt
say "--schedule adjustable:1.5,1,0.99,20,0.25"
say "schedule        held at 0.25, its t stands at 0"
"$ballast" snapshot show follows > out.txt
say "schedule        not held, its t is 60"

"$ballast" replay log.csv --save two --rule implicit-differential --schedule polynomial:1.5,1,0.99,20 --ratio 0.5 \
  --average-reward-schedule constant:0.125 --fingerprint 0x10 --out /dev/null
"$ballast" snapshot show two > out.txt
say "--rule implicit-differential --lambda 0.25 --ratio 0.5 --schedule polynomial:1.5,1,0.99,20 \
--average-reward-schedule constant:0.125 --projection joint:1000"
"$ballast" replay log.csv --save slow --rule differential --schedule constant:0.1 \
  --average-reward-schedule polynomial:1,1,0.6,0 --scalar double --fingerprint 0x10 --out /dev/null

bytes=$(wc -c < a)
head -c 10 a > short
refuse "short: too short for a snapshot: 10 bytes, and at least 52 are needed" snapshot show short
head -c $((bytes - 1)) a > cut
refuse "cut: cut off: the snapshot has $bytes bytes, and $((bytes - 1)) are there" snapshot show cut
refuse "log.csv: not a snapshot: it begins with 0x[0-9A-F]*, and not with 0x4E534C42 (BLSN)" snapshot show log.csv
cp a flipped && printf '\77' | word flipped 100
refuse "flipped: damaged: the checksum at byte $((bytes - 4)) is 0x[0-9A-F]*, that of the contents 0x" \
  snapshot show flipped
cp a odd && printf '\1\2\0\0' | word odd 8
refuse "odd: damaged: at byte 8: a length of 513 bytes" snapshot show odd
refuse "nowhere: cannot be read: No such file" snapshot show nowhere

# --- diff -------------------------------------------------------------------------------------------------------------
# differ <exit code> <file> <file>
differ() {
  code=0
  "$ballast" snapshot diff "$2" "$3" > out.txt || code=$?
  [ $code -eq "$1" ] || { echo "snapshot diff $2 $3: exit code $code"; cat out.txt; exit 1; }
}
cp a same
differ 0 a same
[ ! -s out.txt ]
differ 1 a c
say "updates: 60, 38"
say "weights: 6 of 6 differ, most theta_"
differ 1 a b
say "scalar: float, double"
say "projection: joint:1000, separate:0.5,0.5"
say "constant direction: none, ones"
differ 1 held follows
say "schedule: adjustable:1.5,1,0.99,20,0.25, adjustable:1.5,1,0.99,20,0"
say "t of the schedule: 0, 60"
differ 1 a two
say "rule: implicit, implicit-differential"
say "average reward's schedule: the same, constant:0.125"
refuse "cut: cut off" snapshot diff a cut
refuse "only one of the two can be standard input" snapshot diff - -

# --- export and import ------------------------------------------------------------------------------------------------
refuse "one of --header and --csv must be given" snapshot export a
refuse "one of --header and --csv must be given" snapshot export a --csv --header
refuse "--name: 'two words' is not a valid C++ name" snapshot export a --header --name "two words"
refuse "--out a and the snapshot a are the same file" snapshot export a --csv --out a
for file in a b held follows two slow; do
  "$ballast" snapshot show $file --json | "$ballast" snapshot import - -o imported
  cmp $file imported
done
refuse "--out a and the file a are the same file" snapshot import a --out a
refuse "log.csv:1:1: syntax error" snapshot import log.csv --out new
refuse "log.csv:2:1: the header has 't' where it must have 'omega'; the columns are omega,theta_0" \
  snapshot import log.csv --csv --out new

# import_json <message> <JSON> <argument>...: refused.
import_json() {
  expected=$1
  printf '%s' "$2" > weights.json
  shift 2
  refuse "$expected" snapshot import weights.json --out new "$@"
}
import_json "weights.json: has no 'weights'" '{}'
import_json "weights.json: weights: there must be at least one" '{"weights": []}'
import_json "weights.json: has an unknown entry 'lambda'" '{"weights": [1], "lambda": 0.5}'
import_json "weights.json: weights:\[1\] must be a number, not 'x'" '{"weights": [1, "x"]}'
import_json "weights.json: weights:\[0\] is not finite, or beyond the range of float" '{"weights": [1e39]}'
import_json "weights.json: dimension: 2, but there are 1 weights" '{"weights": [1], "dimension": 2}'
import_json "weights.json: trace: 2 numbers for 1 weights" '{"weights": [1], "trace": [1, 2]}'
import_json "weights.json: scalar: 'half' is not float or double" '{"weights": [1], "scalar": "half"}'
import_json "weights.json: version: this tool knows version 1" '{"weights": [1], "version": 2}'
import_json "weights.json: a SparseLearner has 'sparse'" '{"weights": [1], "learner": "SparseLearner"}'
import_json "weights.json: configuration: has no 'rule'" '{"weights": [1], "configuration": {}}'
"$ballast" snapshot show two --json | sed 's/"type":"polynomial"/"type":"adjustable","held_step_size":0/' > wrong.json
refuse "wrong.json: configuration: average_reward_schedule: type: beside an adjustable schedule there is no other" \
  snapshot import wrong.json --out new
# companions <message> <JSON of the list>: refused.
companions() {
  import_json "weights.json: companions:$1" '{"weights": [1], "companions": '"$2"'}'
}
companions " must be a list, not object" '{}'
companions "\[0\] has no 'words'" '[{"tag": 7, "flags": 1}]'
companions "\[0\] flags: a section that may be skipped has an odd one" '[{"tag": 7, "flags": 0, "words": []}]'
companions "\[0\] flags: a section that may be skipped has an odd one" '[{"tag": 65536, "flags": 1, "words": []}]'
companions "\[0\] has a word that is invalid" '[{"tag": 8, "flags": 1, "words": [3, 0, 0, 0, 0, 0, 0]}]'
import_json "weights.json: guard: is not what the words in 'companions' say" '{"weights": [1], "guard": {}}'
import_json "weights.json: fingerprint: '16' is not 0x" '{"weights": [1], "fingerprint": "16"}'
import_json "weights.json: weights and average reward must be finite, .* (invalid_start)" '{"weights": [1e30]}'
import_json "--lambda 2: it must be at least 0 and below 1 (invalid_lambda)" '{"weights": [1]}' --lambda 2
import_json "--scalar float: weights.json has double; leave" '{"weights": [1], "scalar": "double"}' --scalar float
import_json "--fingerprint 7: weights.json has 0x00000010: " '{"weights": [1], "fingerprint": "0x10"}' --fingerprint 7
import_json "--fingerprint: '1x' is not a number below 2^32" '{"weights": [1]}' --fingerprint 1x
"$ballast" snapshot show a --json | sed 's/"lambda": 0.25/"lambda": 1.5/' > invalid.json
refuse "invalid.json: at byte [0-9]*: the configuration is invalid (invalid_lambda)" \
  snapshot import invalid.json --out new
"$ballast" snapshot show a --json > a.json
refuse "--lambda 0.5: a.json has 0.25; leave the option out" snapshot import a.json --lambda 0.5 --out new
"$ballast" snapshot import a.json --lambda 0.25 --scalar float --out imported
cmp a imported
# What this version does not know is kept, and said.
printf '{"weights": [1], "companions": [{"tag": 9, "flags": 1, "words": [4, 4294967295]}]}' > later.json
"$ballast" snapshot import later.json --out later
"$ballast" snapshot show later > out.txt
say "section 9       2 words that this version does not show"
"$ballast" snapshot show later --json | "$ballast" snapshot import - -o imported
cmp later imported
printf '{"weights": [1], "companions": [{"tag": 8, "flags": 1, "words": [1, 1, 0, 0, 64, 2, 3]}]}' > guarded.json
"$ballast" snapshot import guarded.json --out guarded
"$ballast" snapshot show guarded > out.txt
say "guard           the fallback decides for 64 more ticks; 2 roll-backs, 3 handovers; weights are kept elsewhere, if any"
differ 1 later guarded
say "guard: none, the fallback decides for 64 more ticks"
say "words of companions: 2, 7, with other contents"
printf '{"weights": [1, 2.5], "progress": {"average_reward": 0.5}}' > few.json
"$ballast" snapshot import few.json --ratio 0.5 --out few
"$ballast" snapshot show few > out.txt
say "--lambda 0.25 --ratio 0.5"
say "average reward  0.5"

# --- replay -----------------------------------------------------------------------------------------------------------
refuse "--save new and --out new are the same file" replay log.csv --save new --out new
refuse "--save a and --from a are the same file" replay log.csv --from a --save a --out new
refuse "--save log.csv and the log log.csv are the same file" replay log.csv --save log.csv --out new
refuse "--save - and standard output are the same file" replay log.csv --save -
# from <message> <snapshot> <argument>...: refused.
from() {
  expected=$1
  snapshot=$2
  shift 2
  refuse "$expected" replay log.csv --from "$snapshot" --out new "$@"
}
from "cut: cut off" cut
from "--rule standard: a has implicit; leave the option out" a --rule standard
from "--lambda 0.5: a has 0.25; leave the option out" a --lambda 0.5
from "--ratio 2: a has 1; leave the option out" a --ratio 2
from "--schedule constant:0.25: a has constant:0.5; leave" a --schedule constant:0.25
from "--average-reward-schedule constant:1: a has none; leave" a --average-reward-schedule constant:1
from "--average-reward-schedule constant:1: two has constant:0.125; leave" two --average-reward-schedule constant:1
from "--projection joint:10: a has joint:1000; leave" a --projection joint:10
from "--constant-direction ones: a has none; leave" a --constant-direction ones
from "--scalar double: a has float; leave" a --scalar double
from "--theta0: a has weights and average reward; leave" a --theta0 theta.csv
from "--omega0: a has weights and average reward; leave" a --omega0 0
from "--fingerprint 3: a has 0x00000010: its features are others; leave" a --fingerprint 3
from "few: 2 weights, but log.csv has 6 features" few
"$ballast" replay log.csv --from b --scalar double --lambda 0.250 --schedule constant:5e-1 --constant-direction ones \
  --projection separate:0.5,0.5 --fingerprint 16 --rule implicit --out /dev/null

# What is refused half-way leaves no snapshot, and one that was there stays.
printf 't,reward,phi_0,phi_1,phi_2,phi_3,phi_4,phi_5\n0,1,1,1,1,1,1,1\n1,nan,1,1,1,1,1,1\n2,,1,1,1,1,1,1\n' > bad.csv
cp a kept
refuse "bad.csv:3:3: the reward is not finite" replay bad.csv --save kept --out new
cmp a kept
