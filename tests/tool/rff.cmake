# `ballast rff`: the header it writes compiles everywhere and is what a device draws, and what it says about bad input.
set(etl_include "$<TARGET_PROPERTY:etl::etl,INTERFACE_INCLUDE_DIRECTORIES>")
function(ballast_add_rff_test name inputs components gammas seed scalar)
  ballast_add_script_test(tool.rff.${name} tool/rff_header.cmake "BALLAST=${ballast}" "SCRATCH=${scratch}/rff ${name}"
    "ETL_INCLUDE=${etl_include}" INPUTS=${inputs} COMPONENTS=${components} "GAMMAS=${gammas}" SEED=${seed}
    SCALAR=${scalar})
endfunction()
ballast_add_rff_test(one_bandwidth 2 20 1 7 float)
ballast_add_rff_test(two_bandwidths 3 300 0.5,1 18446744073709551615 float)
ballast_add_rff_test(in_double 17 9 0.1,1e-3,20.5 0 double)

# The table that the suites have in flash is still what the tool writes, whichever version of it.
ballast_add_script_test(tool.rff.table_of_the_suites tool/rff_same_table.cmake "BALLAST=${ballast}")
ballast_add_tool_test(rff.help "over all bandwidths.*Example, two blocks of 150 components" rff --help)

function(ballast_add_bad_rff_test name expected)
  ballast_add_bad_input_test(rff.${name} "${expected}" rff ${ARGN} --out "${scratch}/bad_rff.hpp")
endfunction()
ballast_add_bad_rff_test(no_inputs "--inputs: there must be at least one" --inputs 0 --components 4 --gamma 1)
ballast_add_bad_rff_test(no_components "--components: there must be at least one" --inputs 2 --components 0 --gamma 1)
ballast_add_bad_rff_test(uneven "5 do not divide evenly among 2" --inputs 2 --components 5 --gamma 1,2)
ballast_add_bad_rff_test(too_many "more than 16777216 numbers" --inputs 4096 --components 4096 --gamma 1)
ballast_add_bad_rff_test(too_many_of_one "20000000 for 1 input are more than 16777216 numbers"
  --inputs 1 --components 20000000 --gamma 1)
ballast_add_bad_rff_test(negative_inputs "'-2' is not a whole number" --inputs -2 --components 4 --gamma 1)
ballast_add_bad_rff_test(negative_seed "'-1' is not a whole number" --inputs 2 --components 4 --gamma 1 --seed -1)
ballast_add_bad_rff_test(scalar "half not in" --inputs 2 --components 4 --gamma 1 --scalar half)
ballast_add_bad_rff_test(no_gamma "--gamma is required" --inputs 2 --components 4)
foreach(gamma 0 -1 nan inf 1e39 1e-60 half 1x)
  ballast_add_bad_rff_test(gamma_${gamma} "--gamma: '${gamma}' is not a number above 0"
    --inputs 2 --components 4 --gamma ${gamma})
endforeach()
ballast_add_bad_rff_test(gamma_missing "--gamma: '' is not a number above 0" --inputs 2 --components 6 --gamma 1,,2)
foreach(name 1x two-words class ballast _Table a__b)
  ballast_add_bad_rff_test(name_${name} "--name: '${name}' is not a valid C.. name" --inputs 2 --components 4 --gamma 1
    --name ${name})
endforeach()
ballast_add_bad_input_test(rff.unwritable "cannot be written" rff --inputs 2 --components 4 --gamma 1
  --out "${scratch}/nowhere/table.hpp")

# The table of the pendulum example is what its first lines say.
ballast_add_test(tool.rff.pendulum_example COMMAND sh -c
  "\"$1\" rff --inputs 3 --components 120 --gamma 1,3 --seed 1 --scalar float --name fourier_table | cmp - \"$2\""
  -- ${ballast} ${PROJECT_SOURCE_DIR}/examples/pendulum/fourier_table.hpp)
