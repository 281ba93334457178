# `ballast reproduce`: the paper's figures and claims. Only where the exact solver is built.
if(NOT TARGET ballast::reproduction)
  return()
endif()

# --- verdicts --------------------------------------------------------------------------------------------------------
# `claims`: in small, for three seeds. `agreement`: some numbers at full size. `own_experiment`: not the paper's at all.
# `paired`: the statistics behind verdicts. `sizes_of_trials`: trials of other sizes than the paper's. `trial_store`: the
# file from which runs resume. `known_outcomes`: what need not be run again. `baselines`: LSTD, differential TD and
# Q-learning against exact answers. `cosines`: those of many angles. `theory`: the topics of the theory part;
# `theory_chains`: those that are measured on chains.
foreach(name claims agreement baselines cosines known_outcomes own_experiment paired sizes_of_trials theory theory_chains
    trial_store)
  add_executable(reproduce_${name} ${name}.cpp)
  target_link_libraries(reproduce_${name} PRIVATE ballast_reproduction ballast_suite ballast::board ballast_host_warnings)
  ballast_add_test(tool.reproduce.${name} COMMAND reproduce_${name})
endforeach()
set_source_files_properties(baselines.cpp PROPERTIES COMPILE_OPTIONS -O1)
set_source_files_properties(sizes_of_trials.cpp PROPERTIES COMPILE_OPTIONS -O0)  # fifty learners, and short runs

# Files of trials, as interrupted runs and shards leave them.
set_tests_properties(tool.reproduce.trial_store PROPERTIES WORKING_DIRECTORY "${scratch}")

target_compile_definitions(reproduce_claims PRIVATE REPRODUCE_MD="${PROJECT_SOURCE_DIR}/docs/REPRODUCE.md")

# --- files -----------------------------------------------------------------------------------------------------------
ballast_add_tool_test(reproduce.help "Example: ballast reproduce" reproduce --help)

function(ballast_add_reproduce_script name)
  file(MAKE_DIRECTORY "${scratch}/reproduce ${name}")
  ballast_add_test(tool.reproduce.${name} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/${name}.sh ${ballast})
  set_tests_properties(tool.reproduce.${name} PROPERTIES WORKING_DIRECTORY "${scratch}/reproduce ${name}")
endfunction()

# All of it in small, with one thread and with three: the same bytes.
ballast_add_reproduce_script(same_for_any_jobs)
# Headers, rows, cells that overflow, and which files a choice of figures makes.
ballast_add_reproduce_script(files)
# Without gnuplot, and with --no-plots.
ballast_add_reproduce_script(no_plots)
# Ctrl-C in the middle of a run.
ballast_add_reproduce_script(interrupted)
# Ctrl-C and kill -9, then the same command again.
ballast_add_reproduce_script(resume)
# Several seeds.
ballast_add_reproduce_script(seeds)
# The theory part, alone and with figures.
ballast_add_reproduce_script(theory_files)
# Four processes, one killed and repeated, and `ballast merge`.
ballast_require_tools(parallel)
ballast_add_reproduce_script(shards)

# --- bad options -----------------------------------------------------------------------------------------------------
file(WRITE "${scratch}/a file" "")
ballast_add_bad_input_test(reproduce.figure "not in" reproduce --figure 8)
ballast_add_bad_input_test(reproduce.figure_list "not in" reproduce --figure 1,moon)
ballast_add_bad_input_test(reproduce.trials "not in range" reproduce --trials 0)
ballast_add_bad_input_test(reproduce.jobs "not in range" reproduce --jobs 0)
ballast_add_bad_input_test(reproduce.jobs_share "is not a whole number" reproduce --jobs 1.5)
ballast_add_bad_input_test(reproduce.seed "'minus' is not a whole number" reproduce --seed minus)
ballast_add_bad_input_test(reproduce.seed_negative "'-1' is not a whole number" reproduce --seed -1)
ballast_add_bad_input_test(reproduce.seed_too_large "or too large" reproduce --seed 99999999999999999999)
ballast_add_bad_input_test(reproduce.scalar "not in" reproduce --scalar half)
ballast_add_bad_input_test(reproduce.scaling "not in" reproduce --scaling columns)
ballast_add_bad_input_test(reproduce.hold "not in" reproduce --hold second)
ballast_add_bad_input_test(reproduce.speed "not in" reproduce --speed light)
foreach(reading "scalar;float" "scaling;rows" "hold;raw" "speed;scaled")
  list(GET reading 0 name)
  list(GET reading 1 value)
  ballast_add_bad_input_test(reproduce.theory_${name} "do not change the theory part: give --figure as well"
    reproduce --theory --${name} ${value})
endforeach()
ballast_add_bad_input_test(reproduce.out "not a folder, and none can be created" reproduce --out "${scratch}/a file")
ballast_add_bad_input_test(reproduce.out_not_writable "/proc/report.html: cannot be written" reproduce --out /proc)
ballast_add_bad_input_test(reproduce.out_below_a_file "not a folder, and none can be created"
  reproduce --out "${scratch}/a file/figures")
foreach(shard 0/4 5/4 1/0 3 1/ /4 -1/4 1/4/2 1x/4 1/100001)
  string(REPLACE "/" "_of_" name ${shard})
  ballast_add_bad_input_test(reproduce.shard_${name} "--shard ${shard}: not a shard; of 16 they are 1/16"
    reproduce --shard=${shard} --out "${scratch}/no shard")
endforeach()
ballast_add_bad_input_test(reproduce.seeds "not in range" reproduce --seeds 0)
ballast_add_bad_input_test(reproduce.seeds_too_large "the last seed is too large"
  reproduce --seed 18446744073709551615 --seeds 2)
ballast_add_bad_input_test(merge.out "--out is required" merge "${scratch}")
ballast_add_bad_input_test(merge.parts "DIR is required" merge --out "${scratch}/merged")
ballast_add_bad_input_test(reproduce.unknown "not expected" reproduce --figures 1)
