# When a program counts as hung. By processor time, because a busy machine makes every program slow: the tests pass
# beside four busy loops on two cores. By the clock only what waits for something and takes no processor time.
set(BALLAST_CPU_LIMIT 300)        # seconds of processor time, several times what the longest test takes
set(BALLAST_EMULATOR_WAIT 1500)   # seconds by the clock, for an image that sleeps for ever
set(BALLAST_TEST_WAIT 3600)       # the same for a test, which may run several programs
set(BALLAST_CPU_LIMITER sh ${CMAKE_CURRENT_LIST_DIR}/cpu_limit.sh)
