# cpu_limit.sh <seconds> <command>...: runs a command, each process of which may take so much processor time. One that
# takes more is ended by SIGXCPU (exit code 152). A busy machine makes a program slow, but does not add to this time.
seconds=$1
shift
ulimit -c 0               # no core file of what is ended
ulimit -S -t "$seconds"   # soft: a command inside may have another limit
exec "$@"
