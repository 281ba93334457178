#!/bin/sh
# log_check_example.sh BALLAST PAGE: the commands of the page's block `log check`, and what they print.
set -eu
ballast=$1
sed -n '/^<!-- log check -->/,/^<!-- \/log check -->/p' "$2" | sed '/^<!--/d; /^```/d' > block.txt
sed -n 's/^\$ build\/host\/bin\/ballast/"$ballast"/p' block.txt > commands.sh
sed '/^\$ /d' block.txt > expected.txt
[ -s commands.sh ] && [ -s expected.txt ] || { echo "no example in $2"; exit 1; }
. ./commands.sh > printed.txt
diff expected.txt printed.txt
