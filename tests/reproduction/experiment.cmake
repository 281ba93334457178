# `ballast experiment`: experiments of one's own. Only where the exact solver is built.
if(NOT TARGET ballast::reproduction)
  return()
endif()

# `experiment_files`: what a file says, and what is wrong with it. `experiment_runs`: what comes of it.
foreach(name experiment_files experiment_runs)
  add_executable(${name} ${name}.cpp)
  target_link_libraries(${name} PRIVATE ballast_reproduction ballast_suite ballast::board ballast_host_warnings)
  set_source_files_properties(${name}.cpp PROPERTIES COMPILE_OPTIONS -O1)  # what takes time is elsewhere
  ballast_add_test(tool.${name} COMMAND ${name})
endforeach()

function(ballast_add_experiment_script name)
  file(MAKE_DIRECTORY "${scratch}/experiment ${name}")
  ballast_add_test(tool.experiment.${name} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/experiment_${name}.sh ${ballast} ${ARGN})
  set_tests_properties(tool.experiment.${name} PROPERTIES WORKING_DIRECTORY "${scratch}/experiment ${name}")
endfunction()

# What `reproduce --print` writes gives the numbers of `reproduce`.
ballast_add_experiment_script(is_a_figure)
# What the files of an experiment say, computed again from trials.csv.
ballast_add_experiment_script(results)
# EXPERIMENTS.md: its example, its keys, its columns.
ballast_add_experiment_script(document ${PROJECT_SOURCE_DIR}/docs/EXPERIMENTS.md)
# One rule in double and in fixed point: the example, and what EXPERIMENTS.md says of it.
ballast_add_experiment_script(scalars ${PROJECT_SOURCE_DIR}/examples/experiments/fixed_point.json
  ${PROJECT_SOURCE_DIR}/docs/EXPERIMENTS.md)
# `ballast simulate` with a model file.
ballast_add_experiment_script(simulated_model)

ballast_add_tool_test(experiment.help "Example: ballast reproduce --print 2 > mine.json" experiment --help)
file(WRITE "${scratch}/wrong.json" "{\"model\": {\"simulator\": \"mrp\"},\n \"lamda\": 0.5}")
file(WRITE "${scratch}/large.json" "{\"model\": {\"simulator\": \"mrp\"}, \"steps\": 100000000}")
ballast_add_bad_input_test(experiment.key "wrong.json:2:11: lamda: there is no such key; did you mean 'lambda'"
  experiment "${scratch}/wrong.json" --out "${scratch}/no results")
ballast_add_bad_input_test(experiment.too_large "large.json: panel panel_1: this takes about [0-9]+ GB of memory"
  experiment "${scratch}/large.json" --trials 1000 --out "${scratch}/no results")
ballast_add_bad_input_test(experiment.file "nowhere.json: cannot be read" experiment "${scratch}/nowhere.json")
ballast_add_bad_input_test(experiment.no_file "FILE is required" experiment)
ballast_add_bad_input_test(experiment.shard "not a shard" experiment "${scratch}/large.json" --shard 2/1)
