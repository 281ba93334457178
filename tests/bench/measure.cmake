# The program in four variants, what each has measured, and the report.
#
#   bench         measures, and prints the verdicts
#   bench_table   the same, and writes docs/bench.csv, docs/bench.md, the picture and the excerpt in README.md
find_program(BALLAST_BENCH_CLANG clang++ REQUIRED)

set(include_folders $<TARGET_PROPERTY:bench_parts,INTERFACE_INCLUDE_DIRECTORIES>)
set(small 4,16,17,32,63,64,65)
set(large 128,256,512,1000,1024,4096)

# Sets `objects` to the objects of all sources, each with definitions of its own. A build has one compiler; here the other
# one is called by its name.
function(ballast_bench_objects variant compiler flags)
  set(objects)
  foreach(unit "main" "sparse" "agent" "feature_maps" "snapshots" "fixed:-DDIMENSIONS=16,64,256,1024"
      "dense:-DSCALAR=float:-DDIMENSIONS=${small}" "dense:-DSCALAR=float:-DDIMENSIONS=${large}"
      "dense:-DSCALAR=double:-DDIMENSIONS=${small}" "dense:-DSCALAR=double:-DDIMENSIONS=${large}")
    string(REPLACE ":" ";" unit "${unit}")
    list(POP_FRONT unit source)
    list(LENGTH objects count)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${variant}/${source}_${count}.o)
    add_custom_command(OUTPUT ${object} DEPFILE ${object}.d
      COMMAND ${compiler} -std=c++17 -DNDEBUG ${flags} ${unit}
        "-I$<JOIN:${include_folders},;-I>" -MD -MF ${object}.d
        -c ${CMAKE_CURRENT_SOURCE_DIR}/${source}.cpp -o ${object}
      DEPENDS ${source}.cpp COMMENT "${variant}: ${source}.cpp ${unit}" COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  set(objects ${objects} PARENT_SCOPE)
endfunction()

# Pieces of 2 ms in random order; the fastest one counts.
set(BALLAST_BENCH_PIECES 20 CACHE STRING "How many times each contender is measured, at least 2")
set(pieces --benchmark_enable_random_interleaving=true --benchmark_repetitions=${BALLAST_BENCH_PIECES}
  --benchmark_min_time=0.002 --benchmark_report_aggregates_only=true --benchmark_out_format=json)

set(programs)
set(measure)
set(results)
function(ballast_bench_variant variant compiler)
  ballast_bench_objects(${variant} ${compiler} "${ARGN}")
  set(program ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/bench_${variant})
  add_custom_command(OUTPUT ${program} DEPENDS ${objects} VERBATIM
    COMMAND ${compiler} ${objects} $<TARGET_FILE:benchmark::benchmark> -lpthread -o ${program})
  set(json ${CMAKE_CURRENT_BINARY_DIR}/${variant}.json)
  set(programs ${programs} ${program} PARENT_SCOPE)
  set(results ${results} ${variant}=${json} PARENT_SCOPE)
  set(measure ${measure}
    COMMAND ${CMAKE_COMMAND} -E echo "${variant}: about a minute"
    COMMAND ${program} ${pieces} --benchmark_out=${json} > ${CMAKE_CURRENT_BINARY_DIR}/${variant}.txt 2>&1 PARENT_SCOPE)
endfunction()
ballast_bench_variant(gcc_v3 ${CMAKE_CXX_COMPILER} -O3 -march=x86-64-v3)
ballast_bench_variant(clang_v3 ${BALLAST_BENCH_CLANG} -O3 -march=x86-64-v3)
ballast_bench_variant(gcc_sse2 ${CMAKE_CXX_COMPILER} -O2)
ballast_bench_variant(clang_sse2 ${BALLAST_BENCH_CLANG} -O2)

# The tool as it is built: by one compiler, for any x86-64.
add_executable(bench_replay main.cpp replay.cpp)
target_link_libraries(bench_replay PRIVATE bench_parts ballast_tool_parts ballast_host_warnings)
target_compile_definitions(bench_replay PRIVATE FOLDER="${CMAKE_CURRENT_BINARY_DIR}")
set(replay_json ${CMAKE_CURRENT_BINARY_DIR}/replay.json)
list(APPEND measure COMMAND bench_replay ${pieces} --benchmark_out=${replay_json}
  > ${CMAKE_CURRENT_BINARY_DIR}/replay.txt 2>&1)
list(APPEND results gcc_sse2=${replay_json})

add_custom_target(bench_programs DEPENDS ${programs})
set(csv ${CMAKE_CURRENT_BINARY_DIR}/bench.csv)
add_custom_target(bench ${measure}
  COMMAND bench_report collect ${csv} ${results}
  COMMAND bench_report print ${csv}
  USES_TERMINAL VERBATIM)
add_dependencies(bench bench_programs bench_replay)

set(docs ${PROJECT_SOURCE_DIR}/docs)
add_custom_target(bench_table
  COMMAND ${CMAKE_COMMAND} -E copy ${csv} ${docs}/bench.csv
  COMMAND bench_report table ${docs}/bench.csv ${docs}/bench.md
  COMMAND bench_report excerpt ${docs}/bench.csv ${PROJECT_SOURCE_DIR}/README.md
  COMMAND bench_report picture ${docs}/bench.csv ${docs}/pictures
  VERBATIM)
add_dependencies(bench_table bench)
