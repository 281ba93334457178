#!/bin/sh
# tune_loss.sh BALLAST TUNE_LOSS ENVIRONMENT SEED [option of tune]...: tunes on a log of 100,000 rows and compares the
# setting found with the best, by the exact solution.
set -eu
ballast=$1
tune_loss=$2
environment=$3
seed=$4
shift 4
"$ballast" simulate "$environment" --steps 100000 --seed "$seed" --features --out log.csv --model-out model.json
"$ballast" tune log.csv --out all.csv "$@" > table.txt
"$tune_loss" log.csv model.json all.csv
rm log.csv
