# experiment_document.sh <ballast> <EXPERIMENTS.md>: the example says what the page claims, and every key is explained.
set -eu
rm -rf own-results

sed -n '/^```json$/,/^```$/p' "$2" | grep -v '^```' > own.json
sentence=$(tr '\n' ' ' < "$2" | sed -n 's/.*ballast experiment own.json` says: `\([^`]*\)`.*/\1/p')
test -n "$sentence"
"$1" experiment own.json --no-plots 2> /dev/null | grep -qxF "panel_1: $sentence"
"$1" experiment own.json --help | grep -q 'EXPERIMENTS.md'

# The names that messages suggest are those of the page.
for key in name title model features rules projections methods lambda ratio step_size schedule epsilon start steps \
  trials x every measures overflow_search exploded_above baseline average_reward_schedule text panels; do
  grep -q "^|[^|]*\`$key\`" "$2" || { echo "no row for $key"; exit 1; }
  printf '{"model": {"simulator": "mrp"}, "%s": true}' $key > key.json
  if "$1" experiment key.json --out nothing > /dev/null 2> message.txt || grep -q 'no such key' message.txt; then
    echo "$key is in the page, and not in files"
    exit 1
  fi
done
for measure in loss omega_error reward reward_last_third omega greedy_worth overflow_step_size; do
  grep -q "^| \`$measure\` |" "$2"
done
for rule in standard implicit differential implicit-differential lstd differential-q rvi-q; do
  grep -q "^|[^|]*\`$rule\`" "$2" || { echo "no word on the rule $rule"; exit 1; }
done
for column in $(head -1 own-results/trials.csv | tr , ' ') $(head -1 own-results/summary.csv | tr , ' ') \
  $(head -1 own-results/differences.csv | tr , ' '); do
  grep -q "\`$column\`" "$2" || { echo "no word on the column $column"; exit 1; }
done
