# cmake -DPROGRAM= -DREPORT= -DSCRATCH= -P run_once.cmake
# Every case runs, once, and the report understands what it has written.
set(json ${SCRATCH}/once.json)
execute_process(COMMAND ${PROGRAM} --benchmark_min_time=0 --benchmark_repetitions=2 --benchmark_out=${json}
  --benchmark_out_format=json OUTPUT_QUIET ERROR_VARIABLE errors RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${errors}")
endif()
execute_process(COMMAND ${REPORT} collect ${SCRATCH}/once.csv gcc_v3=${json} COMMAND_ERROR_IS_FATAL ANY)
file(READ ${SCRATCH}/once.csv times)
foreach(row dense/float/17,floor dense/double/16,eigen_same_joint dense/fixed/16,vector walk/slow,list
    sparse/1048576/1/0,ballast_none agent/frozen,ballast map/fourier,eigen snapshot/resume,copy)
  if(NOT times MATCHES "\n${row},[0-9.e+]+,,,\n")
    message(FATAL_ERROR "no time of ${row}")
  endif()
endforeach()
