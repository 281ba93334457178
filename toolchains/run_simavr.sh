# run_simavr.sh simavr <option>... <image>: runs an image and exits with the code that it prints last ("EXIT 3"): simavr
# itself has none. What the image prints goes to stdout, without simavr's colours and the dot that it puts for a newline.
# 125 if the image crashes: simavr then waits for a debugger, for ever; 1 if it ends without a code.
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
trap 'kill "$simavr" 2>/dev/null; exit 143' INT TERM HUP
mkfifo "$folder/output"
stdbuf -oL "$@" > "$folder/output" 2>&1 &
simavr=$!

escape=$(printf '\033')
code=
while [ -z "$code" ] && IFS= read -r line; do
  line=${line#"${escape}[0m"}
  text=${line#"${escape}[32m"}
  case $line in
    *'listening on port'*) echo 'CRASHED'; code=125 ;;
    "${escape}[32mEXIT "*) code=${text#EXIT }; code=${code%.} ;;
    "${escape}[32m"*) printf '%s\n' "${text%.}" ;;
  esac
done < "$folder/output"

[ -z "$code" ] || kill "$simavr" 2>/dev/null
wait "$simavr"
ended=$?
[ -n "$code" ] || { echo "no exit code; simavr: $ended"; code=$ended; [ "$code" -ne 0 ] || code=1; }
exit "$code"
