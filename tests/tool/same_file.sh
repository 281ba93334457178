#!/bin/sh
# same_file.sh BALLAST: no command writes over a file that it reads, nor two outputs to the same file.
set -eu
ballast=$1
rm -rf same && mkdir -p same/sub && cd same

"$ballast" simulate boyan --steps 5 --features --out log.csv --model-out model.json
printf 'action\n1\n1\n' > actions.csv
printf 'theta0_0,theta0_1,theta0_2,theta0_3,theta0_4,theta0_5\n0,0,0,0,0,0\n' > theta0.csv
printf 'dir_0,dir_1,dir_2,dir_3,dir_4,dir_5\n1,1,1,1,1,1\n' > direction.csv
for file in log.csv model.json actions.csv theta0.csv direction.csv; do
  cp $file sub/$file
  ln -s $file symbolic_$file
  ln $file hard_$file
done
ln -s sub folder

# refuse <message> <argument>...: exit code 2, nothing on standard output, and every file as it was.
refuse() {
  expected=$1
  shift
  code=0
  "$ballast" "$@" > out.txt 2> errors.txt || code=$?
  if [ $code -ne 2 ] || [ -s out.txt ] || ! grep -qF -- "$expected" errors.txt; then
    echo "ballast $*: exit code $code, expected 2 and '$expected'"
    cat out.txt errors.txt
    exit 1
  fi
  for file in log.csv model.json actions.csv theta0.csv direction.csv; do
    cmp $file sub/$file || { echo "ballast $*: $file has changed"; exit 1; }
  done
}

# refuse_names <what reads it> <file> <argument>...: by whatever name the output has.
refuse_names() {
  input=$1
  file=$2
  shift 2
  for name in $file ./sub/../$file folder/../$file "$PWD/$file" symbolic_$file hard_$file; do
    refuse "--out $name and $input are the same file" "$@" --out "$name"
  done
}
refuse_names "the log log.csv" log.csv replay log.csv
refuse_names "--theta0 theta0.csv" theta0.csv replay log.csv --theta0 theta0.csv
refuse_names "--constant-direction direction.csv" direction.csv replay log.csv --constant-direction direction.csv
refuse_names "the model model.json" model.json oracle model.json
refuse_names "--actions actions.csv" actions.csv simulate pendulum --actions actions.csv
refuse_names "--actions actions.csv" actions.csv simulate access-control --actions actions.csv
refuse "--out log.csv and the log symbolic_log.csv are the same file" replay symbolic_log.csv --out log.csv

# Standard input and output may be files, too.
refuse "--out log.csv and standard input are the same file" replay - --out log.csv < log.csv
refuse "--out model.json and standard input are the same file" oracle - --out model.json < model.json
code=0
"$ballast" replay log.csv >> log.csv 2> errors.txt || code=$?
test $code -eq 2
grep -qF -- "standard output and the log log.csv are the same file" errors.txt
cmp log.csv sub/log.csv

# Two outputs, whether they are there already or not.
for name in model.json ./sub/../model.json symbolic_model.json hard_model.json; do
  refuse "--model-out $name and --out model.json are the same file" \
    simulate boyan --steps 3 --out model.json --model-out $name
done
for name in new ./new folder/../new "$PWD/new"; do
  refuse "--model-out $name and --out new are the same file" simulate boyan --steps 3 --out new --model-out "$name"
done
refuse "--model-out sub/new and --out folder/new" simulate boyan --steps 3 --out folder/new --model-out sub/new
refuse "--model-out - and standard output are the same file" simulate mrp --steps 3 --model-out -
test ! -e new && test ! -e sub/new

# What only looks alike is written: another file of the same name, a link that leads nowhere, a terminal or /dev/null.
"$ballast" replay log.csv --out sub/new
ln -s nowhere dangling
"$ballast" simulate boyan --steps 3 --out dangling --model-out nowhere
"$ballast" simulate boyan --steps 3 --out /dev/null --model-out /dev/null
"$ballast" replay - < log.csv > other
cmp other sub/new
