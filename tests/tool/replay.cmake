# `ballast replay`: a learner run over a log.

# --- programs --------------------------------------------------------------------------------------------------------
function(ballast_tool_program name)
  add_executable(${name} ${name}.cpp)
  target_link_libraries(${name} PRIVATE ballast_tool_parts ballast_suite ballast::board ballast_host_warnings)
endfunction()

# Hundreds of learners, and nothing that depends on how they are optimised: without it they compile in a third of the time.
ballast_tool_program(dynamic_learner)
target_compile_options(dynamic_learner PRIVATE -O0)
ballast_add_test(tool.replay.same_bits COMMAND dynamic_learner)

ballast_tool_program(fixed_dynamic_learner)
target_compile_options(fixed_dynamic_learner PRIVATE -O0)
ballast_add_test(tool.replay.same_bits_fixed COMMAND fixed_dynamic_learner)

# The engine against the templates.
ballast_tool_program(player)
target_compile_options(player PRIVATE -O0)
ballast_add_test(tool.player COMMAND player)

# How numbers are written.
ballast_tool_program(shortest_text)
ballast_add_test(tool.replay.shortest_text COMMAND shortest_text)

# From another folder, and with spaces in paths.
set(golden "${scratch}/golden data")
file(COPY ${PROJECT_SOURCE_DIR}/tests/golden/ DESTINATION "${golden}" FILES_MATCHING PATTERN "*.csv")
ballast_tool_program(replay_golden)
ballast_add_test(tool.replay.golden COMMAND replay_golden ${ballast} "../golden data")
file(MAKE_DIRECTORY "${scratch}/elsewhere")
set_tests_properties(tool.replay.golden PROPERTIES WORKING_DIRECTORY "${scratch}/elsewhere")

# Binary logs. Hundreds of learners: as above.
ballast_tool_program(replay_recorded)
target_compile_options(replay_recorded PRIVATE -O0)
file(MAKE_DIRECTORY "${scratch}/recorded")
ballast_add_test(tool.replay.recorded COMMAND replay_recorded ${ballast})
set_tests_properties(tool.replay.recorded PROPERTIES WORKING_DIRECTORY "${scratch}/recorded")
ballast_tool_program(replay_recorder)
target_compile_options(replay_recorder PRIVATE -O0)
file(MAKE_DIRECTORY "${scratch}/recorder")
ballast_add_test(tool.replay.recorder COMMAND replay_recorder ${ballast})
set_tests_properties(tool.replay.recorder PROPERTIES WORKING_DIRECTORY "${scratch}/recorder")
ballast_tool_program(replay_fixed_recorder)
target_compile_options(replay_fixed_recorder PRIVATE -O0)
file(MAKE_DIRECTORY "${scratch}/fixed recorder")
ballast_add_test(tool.replay.fixed_recorder COMMAND replay_fixed_recorder ${ballast})
set_tests_properties(tool.replay.fixed_recorder PROPERTIES WORKING_DIRECTORY "${scratch}/fixed recorder")

add_executable(log_samples log_samples.cpp)
target_include_directories(log_samples PRIVATE ${PROJECT_SOURCE_DIR}/tests/suites)
target_link_libraries(log_samples PRIVATE ballast::ballast ballast_host_warnings)
target_compile_options(log_samples PRIVATE -O0)
file(MAKE_DIRECTORY "${scratch}/log")
ballast_add_test(tool.log.binary COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/log_binary.sh ${ballast}
  $<TARGET_FILE:log_samples>)
set_tests_properties(tool.log.binary PROPERTIES WORKING_DIRECTORY "${scratch}/log")

ballast_add_tool_test(replay.help "Example: ballast replay" replay --help)
file(MAKE_DIRECTORY "${scratch}/alike")
ballast_add_test(tool.replay.alike COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/replay_alike.sh ${ballast}
  "../golden data/input_d3.csv")
set_tests_properties(tool.replay.alike PROPERTIES WORKING_DIRECTORY "${scratch}/alike")

file(MAKE_DIRECTORY "${scratch}/fixed")
ballast_add_test(tool.replay.fixed COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/replay_fixed.sh ${ballast})
set_tests_properties(tool.replay.fixed PROPERTIES WORKING_DIRECTORY "${scratch}/fixed")

# --- bad logs --------------------------------------------------------------------------------------------------------
# ballast_add_refusal_test(<name> <what it must say> <argument>...): exit code 2, and no output file.
function(ballast_add_refusal_test name expected)
  ballast_add_test(tool.replay.bad.${name} COMMAND ${CMAKE_COMMAND} "-DMATCH=${expected}" "-DOUT=${scratch}/refused_${name}"
    -P ${CMAKE_CURRENT_SOURCE_DIR}/expect_refusal.cmake -- ${ballast} replay ${ARGN})
  set_tests_properties(tool.replay.bad.${name} PROPERTIES WORKING_DIRECTORY "${scratch}")
endfunction()

function(ballast_add_bad_log_test name expected text)
  file(WRITE "${scratch}/bad_${name}.csv" "${text}")
  ballast_add_refusal_test(${name} "bad_${name}.csv${expected}" bad_${name}.csv ${ARGN})
endfunction()

ballast_add_bad_log_test(empty ":1:1: the file is empty" "")
file(WRITE "${scratch}/fixed.csv" "t,reward,phi_0\n0,1,1\n1,,-1\n")
ballast_add_refusal_test(fixed_lambda "--lambda 0.9: above its limit of 0.5; see --limits" fixed.csv --scalar fixed --lambda 0.9)
ballast_add_refusal_test(fixed_radius "a radius of 2000: with a limit of 1000 it is from 15.625 to that" fixed.csv
  --scalar fixed --projection joint:2000)
ballast_add_refusal_test(fixed_none_active "--limits: '0.5,1000,0' is not LAMBDA,RADIUS" fixed.csv --scalar fixed
  --limits 0.5,1000,0)
ballast_add_refusal_test(fixed_limits "--limits: '0.5' is not LAMBDA,RADIUS" fixed.csv --scalar fixed --limits 0.5)
ballast_add_refusal_test(fixed_largest_lambda "the limit of lambda is from 0 to 0.99, not 0.999" fixed.csv --scalar fixed
  --limits 0.999,1000)
ballast_add_refusal_test(fixed_schedule "--schedule adjustable: not in fixed point" fixed.csv --scalar fixed
  --schedule adjustable:1.5,1,0.99,150,0)
ballast_add_refusal_test(fixed_start "they are within the radius of --limits, 1000" fixed.csv --scalar fixed --omega0 1001)
ballast_add_refusal_test(fixed_save "--save x: not with --scalar fixed" fixed.csv --scalar fixed --save x)
ballast_add_refusal_test(limits_of_float "--limits 0.5,10: only with --scalar fixed" fixed.csv --limits 0.5,10)
ballast_add_bad_log_test(fixed_active ":2:7: phi_1 is 0.5; --limits allow fewer features that are not 0"
  "t,reward,phi_0,phi_1\n0,1,1,0.5\n1,,0,0\n" --scalar fixed --limits 0.5,1000,1)
ballast_add_bad_log_test(fixed_feature ":3:4: phi_0 is 1.5; in fixed point, features are from -1 to 1"
  "t,reward,phi_0\n0,1,1\n1,,1.5\n" --scalar fixed)
ballast_add_bad_log_test(header_only ": no transition: a log needs at least two rows" "t,reward,phi_0\n")
ballast_add_bad_log_test(one_row ": no transition: a log needs at least two rows" "t,reward,phi_0\n0,,1\n")
ballast_add_bad_log_test(wrong_header ":1:1: the header has 'time' where it must have 't'. --ignore leaves columns out\n"
  "time,reward,phi_0\n0,1,1\n1,,1\n")
ballast_add_bad_log_test(wrong_feature ":1:16: the header has 'phi_2' where it must have 'phi_1'"
  "t,reward,phi_0,phi_2\n0,1,1,1\n1,,1,1\n")
ballast_add_bad_log_test(no_feature ":1:10: the header has '' where it must have 'phi_0'" "t,reward\n0,1\n1,\n")
ballast_add_bad_log_test(no_header ":1:1: the header has '0' where it must have 't'" "0,1,1\n1,1,1\n2,,1\n")
ballast_add_bad_log_test(semicolons ":1:1: the header has 't.reward.phi_0' where it must have 't'" "t;reward;phi_0\n")
ballast_add_bad_log_test(short_row ":3:6: the row has 3 fields, the header 4" "t,reward,phi_0,phi_1\n0,1,1,1\n1,1,1\n2,,1,1\n")
ballast_add_bad_log_test(long_row ":3:9: the row has 5 fields, the header 4"
  "t,reward,phi_0,phi_1\n0,1,1,1\n1,1,1,1,1\n2,,1,1\n")
ballast_add_bad_log_test(blank_row ":3:1: a blank line: allowed only at the end of a file"
  "t,reward,phi_0\n0,1,1\n\n\n# and then\n1,1,1\n2,,1\n")
ballast_add_bad_log_test(blank_first ":1:1: a blank line: allowed only at the end" "\nt,reward,phi_0\n0,1,1\n1,,1\n")
ballast_add_bad_log_test(blank_all ":1:1: the file is empty" "\n\n# nothing\n")
ballast_add_bad_log_test(line_after_comments ":5:5: phi_0 is 'x', not a number"
  "# a log\nt,reward,phi_0\n0,1,1\n# and then\n1,1,x\n2,,1\n")
ballast_add_bad_log_test(two_signs ":2:5: phi_0 is '[+]-1', not a number" "t,reward,phi_0\n0,1,+-1\n1,,1\n")
ballast_add_bad_log_test(two_pluses ":2:3: the reward is '[+][+]1', not a number" "t,reward,phi_0\n0,++1,1\n1,,1\n")
ballast_add_bad_log_test(plus_alone ":2:5: phi_0 is '[+]', not a number" "t,reward,phi_0\n0,1,+\n1,,1\n")
ballast_add_bad_log_test(text ":3:7: phi_1 is 'abc', not a number" "t,reward,phi_0,phi_1\n0,1,1,1\n1,1,1,abc\n2,,1,1\n")
ballast_add_bad_log_test(text_behind ":3:5: phi_0 is '1.5V', not a number" "t,reward,phi_0,phi_1\n0,1,1,1\n1,1,1.5V,2\n2,,1,1\n")
ballast_add_bad_log_test(text_reward ":2:3: the reward is 'low', not a number" "t,reward,phi_0\n0,low,1\n1,,1\n")
ballast_add_bad_log_test(spaces ":2:5: phi_0 is ' 1', not a number" "t,reward,phi_0\n0,1, 1\n1,,1\n")
string(ASCII 27 escape)
ballast_add_bad_log_test(control ":2:5: phi_0 is '[?].31m1', not a number" "t,reward,phi_0\n0,1,${escape}[31m1\n1,,1\n")
ballast_add_bad_log_test(time ":3:1: t is '1.5', not a whole number" "t,reward,phi_0\n0,1,1\n1.5,,1\n")
ballast_add_bad_log_test(negative_time ":2:1: t is '-1', not a whole number" "t,reward,phi_0\n-1,1,1\n0,,1\n")
ballast_add_bad_log_test(no_time ":2:1: t is missing" "t,reward,phi_0\n,1,1\n0,,1\n")
ballast_add_bad_log_test(no_number ":3:5: phi_0 is missing" "t,reward,phi_0,phi_1\n0,1,1,1\n1,1,,1\n2,,1,1\n")
ballast_add_bad_log_test(no_last_number ":3:7: phi_1 is missing" "t,reward,phi_0,phi_1\n0,1,1,1\n1,1,1,\n2,,1,1\n")
ballast_add_bad_log_test(no_reward ":3:3: the reward is missing: only the last row may omit it"
  "t,reward,phi_0\n0,1,1\n1,,1\n2,,1\n")
ballast_add_bad_log_test(cut_off ":4:3: the row has 2 fields, the header 3" "t,reward,phi_0\n0,1,1\n1,1,1\n2,")
ballast_add_bad_log_test(nan ":3:7: phi_1 is not finite. next_feature_not_finite: no update from t = 0 to 1"
  "t,reward,phi_0,phi_1\n0,1,1,1\n1,1,1,nan\n2,,1,1\n")
ballast_add_bad_log_test(inf_first ":2:5: phi_0 is not finite. feature_not_finite: no update from t = 0 to 1"
  "t,reward,phi_0,phi_1\n0,1,-inf,1\n1,1,1,1\n2,,1,1\n")
ballast_add_bad_log_test(nan_reward ":3:3: the reward is not finite. reward_not_finite: no update from t = 1 to 2"
  "t,reward,phi_0\n0,1,1\n1,NaN,1\n2,,1\n")
ballast_add_bad_log_test(nan_last_reward ":4:3: the reward is not finite" "t,reward,phi_0\n0,1,1\n1,1,1\n2,nan,1\n")
ballast_add_bad_log_test(too_large ":2:5: phi_0 is not finite. feature_not_finite" "t,reward,phi_0\n0,1,1e39\n1,,1\n")
# What the log says about itself.
set(rows "t,reward,phi_0\n0,1,1\n1,,1\n")
ballast_add_bad_log_test(comment_unknown ":2:12: the key 'lambada' is unknown. it may be environment, seed, "
  "# a log\n# ballast: lambada=0.5\n${rows}")
ballast_add_bad_log_test(comment_word ":1:23: 'rule' is not key=value" "# ballast: lambda=0.5 rule\n${rows}")
ballast_add_bad_log_test(comment_empty ":1:12: 'lambda=' is not key=value" "# ballast: lambda=\n${rows}")
ballast_add_bad_log_test(comment_twice ":2:12: lambda is in line 1 already"
  "# ballast: lambda=0.5\n# ballast: lambda=0.5\n${rows}")
ballast_add_bad_log_test(comment_value ":1:12: --lambda 1: it must be at least 0 and below 1 .invalid_lambda"
  "# ballast: lambda=1\n${rows}")
ballast_add_bad_log_test(comment_schedule ":1:20: --schedule: 'linear:1' is not constant:B"
  "# ballast:  seed=1 schedule=linear:1\n${rows}")
ballast_add_bad_log_test(comment_scalar ":1:12: scalar 'half' is not float, double or fixed" "# ballast: scalar=half\n${rows}")
ballast_add_bad_log_test(comment_features ":1:12: features=2, but the header has 1" "# ballast: features=2\n${rows}")
function(ballast_add_contradiction_test name expected comment)
  file(WRITE "${scratch}/said_${name}.csv" "# ballast: seed=1\n# ballast: ${comment}\n${rows}")
  ballast_add_refusal_test(said.${name} "${expected}" said_${name}.csv ${ARGN})
endfunction()
ballast_add_contradiction_test(lambda "--lambda 0.25: said_lambda.csv:2 has 0.5. leave the option out" "lambda=0.5"
  --lambda 0.25)
ballast_add_contradiction_test(schedule "--schedule constant:1: said_schedule.csv:2 has polynomial:1,1,0.5,1"
  "schedule=polynomial:1,1,0.5,1" --schedule constant:1)
ballast_add_contradiction_test(rule "--rule implicit: said_rule.csv:2 has standard" "rule=standard"
  --rule implicit --constant-direction ones)
ballast_add_contradiction_test(scalar "--scalar float: said_scalar.csv:2 has double" "scalar=double" --scalar float)
ballast_add_contradiction_test(omega0 "--omega0 0.25: said_omega0.csv:2 has 0.5" "omega0=0.5" --omega0 0.25)

# From the limit that is named on, not only where a result would be infinite; just below it a transition is learned.
function(ballast_add_limit_test name limit reward_below reward)
  set(options --rule standard --schedule constant:1 --ratio 1 ${ARGN})
  ballast_add_bad_log_test(limit_${name}
    ":2:1: a result would not be finite, or too large to be safe: ${limit}. overflow: no update from t = 0 to 1"
    "t,reward,phi_0\n0,${reward},0\n1,,0\n" ${options})
  file(WRITE "${scratch}/below_${name}.csv" "t,reward,phi_0\n0,${reward_below},0\n1,,0\n")
  ballast_add_tool_test(replay.below_limit.${name} "theta_0\n0,1,1,1,0,[0-9.e+]+,[01],[0-9.e+]+,0\n$"
    replay "${scratch}/below_${name}.csv" ${options})
endfunction()
set(reach ".step. [(]1 [+] ..z...2[)]")
ballast_add_limit_test(ball "${reach} [+] .omega. must be below 2.63" 4.6116e18 4.6117e18)
ballast_add_limit_test(balls "${reach} must be below 2.63" 9.2233e18 9.2234e18 --projection separate:1,1)
ballast_add_limit_test(free "${reach} must be below 2.91" 2.4758e27 2.4759e27 --projection none)
ballast_add_limit_test(ones "${reach} must be below 2.91" 2.4758e27 2.4759e27 --projection none --constant-direction ones)
ballast_add_limit_test(double_ball "${reach} [+] .omega. must be below 2.511" 3.3519e153 3.3520e153 --scalar double)
ballast_add_limit_test(double_balls "${reach} must be below 2.511" 6.7039e153 6.7040e153
  --scalar double --projection separate:1,1)
ballast_add_limit_test(double_free "${reach} must be below 2.958" 2.4363e288 2.4364e288 --scalar double --projection none)
ballast_add_bad_log_test(overflow ":2:1: a result would not be finite, or too large to be safe"
  "t,reward,phi_0\n0,1,1e30\n1,,1\n")

# Columns that are ignored count where something is wrong behind them.
set(more_columns "a,t,b,reward,phi_0,c,phi_1,d\n1,0,1,1,1,1,1,1\n")
ballast_add_bad_log_test(column ":1:3: the header has 'b' where it must have 'reward'. --ignore leaves columns out"
  "t,b,reward,phi_0\n0,1,1,1\n1,,,1\n")
ballast_add_bad_log_test(ignored_header ":1:3: the header has 'b' where it must have 't'. --ignore leaves columns out"
  "a,b,t,reward,phi_0\n" --ignore a)
ballast_add_bad_log_test(ignored_time ":3:3: t is '1.5', not a whole number"
  "${more_columns}1,1.5,1,1,1,1,1,1\n" --ignore a,b,c,d)
ballast_add_bad_log_test(ignored_text ":3:13: phi_1 is 'x', not a number" "${more_columns}1,1,1,1,1,1,x,1\n" --ignore a,b,c,d)
ballast_add_bad_log_test(ignored_no_number ":3:9: phi_0 is missing" "${more_columns}1,1,1,1,,1,1,1\n" --ignore a,b,c,d)
ballast_add_bad_log_test(ignored_short ":3:14: the row has 7 fields, the header 8"
  "${more_columns}1,1,1,1,1,1,1\n" --ignore a,b,c,d)
ballast_add_bad_log_test(ignored_cut_off ":3:5: the row has 3 fields, the header 8"
  "${more_columns}1,1,\n" --ignore a,b,c,d)
ballast_add_bad_log_test(ignored_long ":3:17: the row has 9 fields, the header 8"
  "${more_columns}1,1,1,1,1,1,1,1,1\n" --ignore a,b,c,d)
ballast_add_bad_log_test(ignored_nan ":2:7: the reward is not finite" "a,t,b,reward,phi_0\n1,0,1,nan,1\n1,1,1,,1\n" --ignore a,b)
set(header "t,reward")
set(ones "")
foreach(i RANGE 4095)
  string(APPEND header ",phi_${i}")
  string(APPEND ones ",1")
endforeach()
ballast_add_bad_log_test(too_many_features ":1:[0-9]+: more than 4096 features"
  "${header},phi_4096\n0,1${ones},1\n1,${ones},1\n")
file(WRITE "${scratch}/widest.csv" "${header}\n0,1${ones}\n1,${ones}\n")
ballast_add_tool_test(replay.widest "theta_4095\n0,0[.]2,[^\n]*\n$" replay "${scratch}/widest.csv")

ballast_add_refusal_test(no_file "nowhere.csv: cannot be read: No such file" nowhere.csv)
ballast_add_refusal_test(folder "[.]: cannot be read: Is a directory" .)
ballast_add_test(tool.replay.bad.endless_line COMMAND sh -c
  "(echo t,reward,phi_0; head -c 40000000 /dev/zero | tr '\\0' 1) | (ulimit -v 200000; \"$1\" replay -) 2>&1 | grep 'standard input:2:1: a line of more than'"
  -- ${ballast})
ballast_add_bad_input_test(replay_unwritable "nowhere/out.csv: cannot be written"
  replay "${golden}/input_d3.csv" --out "${scratch}/nowhere/out.csv")
ballast_add_test(tool.replay.bad.full_disk COMMAND sh -c
  "for rows in 3 60; do head -$rows input_d3.csv | \"$1\" replay - > /dev/full 2> full; test $? -eq 2 || exit 1;\
   grep 'standard output: writing failed' full || exit 1; done"
  -- ${ballast})
set_tests_properties(tool.replay.bad.full_disk PROPERTIES WORKING_DIRECTORY "${golden}")

# --- bad options -----------------------------------------------------------------------------------------------------
function(ballast_add_bad_option_test name expected)
  ballast_add_refusal_test(option.${name} "${expected}" "${golden}/input_d3.csv" ${ARGN})
endfunction()

ballast_add_bad_option_test(rule "--rule: 'new' is not standard, implicit, differential or implicit-differential" --rule new)
ballast_add_bad_option_test(lambda "--lambda 1: it must be at least 0 and below 1 .invalid_lambda" --lambda 1)
ballast_add_bad_option_test(lambda_text "--lambda: '0.5x' is not a number" --lambda 0.5x)
ballast_add_bad_option_test(ratio "--ratio -1: .*invalid_ratio" --ratio -1)
ballast_add_bad_option_test(schedule "--schedule: 'linear:1' is not constant:B, polynomial:B0,OFFSET,POWER,HOLD or adjustable:B0,OFFSET,POWER,HOLD,HELD" --schedule linear:1)
ballast_add_bad_option_test(schedule_short "--schedule: 'polynomial:1,2,0.5' is not" --schedule polynomial:1,2,0.5)
ballast_add_bad_option_test(schedule_long "--schedule: 'constant:1,2' is not" --schedule constant:1,2)
ballast_add_bad_option_test(step_size "--schedule constant:0: .*invalid_step_size" --schedule constant:0)
ballast_add_bad_option_test(schedule_held "--schedule adjustable:1,1,0.5,1,-2: .*invalid_step_size"
  --schedule adjustable:1,1,0.5,1,-2)
ballast_add_bad_option_test(schedule_held_short "--schedule: 'adjustable:1,2,0.5,1' is not" --schedule adjustable:1,2,0.5,1)
ballast_add_bad_option_test(average_reward_schedule
  "--average-reward-schedule: 'adjustable:1,1,0.5,1,0' is not constant:B or polynomial:B0,OFFSET,POWER,HOLD"
  --average-reward-schedule adjustable:1,1,0.5,1,0)
ballast_add_bad_option_test(average_reward_power
  "--schedule constant:0.2 --average-reward-schedule polynomial:1,1,1.5,1: POWER .*invalid_power"
  --average-reward-schedule polynomial:1,1,1.5,1)
ballast_add_bad_option_test(average_reward_beside_adjustable
  "--average-reward-schedule: with --schedule adjustable there is one for both estimates"
  --schedule adjustable:1,1,0.5,1,0 --average-reward-schedule constant:1)
ballast_add_bad_option_test(offset "--schedule polynomial:1,0,0.5,1: OFFSET .*invalid_offset" --schedule polynomial:1,0,0.5,1)
ballast_add_bad_option_test(power "--schedule polynomial:1,1,1.5,1: POWER .*invalid_power" --schedule polynomial:1,1,1.5,1)
ballast_add_bad_option_test(hold "--schedule: 'polynomial:1,1,0.5,-1' is not" --schedule polynomial:1,1,0.5,-1)
ballast_add_bad_option_test(projection "--projection: 'ball:1' is not none, joint:R or separate:R_OMEGA,R_THETA" --projection ball:1)
ballast_add_bad_option_test(radius "--projection joint:0: .*invalid_radius" --projection joint:0)
ballast_add_bad_option_test(radii "--projection separate:1,nan: .*invalid_radius" --projection separate:1,nan)
ballast_add_bad_option_test(omega0 "--theta0 0 --omega0 inf: .*invalid_start" --omega0 inf)
ballast_add_bad_option_test(theta0 "theta0_d8.csv:1:1: 8 numbers, but the log has 3 features" --theta0 "${golden}/theta0_d8.csv")
file(WRITE "${scratch}/theta0_one.csv" "theta0_0\n1\n")
ballast_add_bad_option_test(theta0_one "theta0_one.csv:1:1: 1 number, but the log has 3 features" --theta0 theta0_one.csv)
file(WRITE "${scratch}/one_feature.csv" "t,reward,phi_0\n0,1,1\n1,,1\n")
ballast_add_refusal_test(option.theta0_many "8 numbers, but the log has 1 feature\n"
  one_feature.csv --theta0 "${golden}/theta0_d8.csv")
ballast_add_bad_option_test(theta0_missing "nowhere.csv: cannot be read" --theta0 nowhere.csv)
file(WRITE "${scratch}/theta0_text.csv" "theta0_0,theta0_1,theta0_2\n1,x,2\n")
ballast_add_bad_option_test(theta0_text "theta0_text.csv:2:3: theta0_1 is 'x', not a number" --theta0 theta0_text.csv)
file(WRITE "${scratch}/theta0_rows.csv" "theta0_0,theta0_1,theta0_2\n1,2,3\n4,5,6\n")
ballast_add_bad_option_test(theta0_rows "theta0_rows.csv:3:1: there must be only one row of numbers" --theta0 theta0_rows.csv)
ballast_add_bad_option_test(direction "theta0_d3.csv:1:1: the header has 'theta0_0' where it must have 'dir_0'"
  --constant-direction "${golden}/theta0_d3.csv")
file(WRITE "${scratch}/no_direction.csv" "dir_0,dir_1,dir_2\n0,0,0\n")
ballast_add_bad_option_test(no_direction "no_direction.csv: .*invalid_direction" --constant-direction no_direction.csv)
ballast_add_bad_option_test(ignore_absent "--ignore temp: .*input_d3.csv has no such column" --ignore temp)
ballast_add_bad_option_test(ignore_needed "--ignore phi_1: this column is needed" --ignore phi_1)
ballast_add_bad_option_test(ignore_reward "--ignore reward: this column is needed" --ignore temp,reward)
ballast_add_bad_option_test(ignore_time "--ignore t: this column is needed" --ignore t)
ballast_add_bad_input_test(replay_scalar "half not in" replay "${golden}/input_d3.csv" --scalar half)
ballast_add_bad_input_test(replay_on_bad "ask not in" replay "${golden}/input_d3.csv" --on-bad ask)

# --- long logs -------------------------------------------------------------------------------------------------------
# A million rows, from a pipe and from a file, in 30 megabytes of address space; the log alone is twice that.
ballast_add_test(tool.replay.bounded_memory COMMAND sh -c
  "set -e; \"$1\" simulate boyan --steps 1000000 --features --out long.csv; test $(wc -c < long.csv) -gt 60000000;\
   ulimit -v 30000; test $(\"$1\" replay - < long.csv | wc -l) -eq 1000001; \"$1\" replay long.csv | tail -1 | grep ^999999,;\
   rm long.csv" -- ${ballast})
set_tests_properties(tool.replay.bounded_memory PROPERTIES WORKING_DIRECTORY "${scratch}")

# A binary log of 70 megabytes: one of 300,000 rows, joined to itself seven times.
ballast_add_test(tool.replay.bounded_memory_binary COMMAND sh -c
  "set -e; \"$1\" simulate boyan --steps 300000 --features | \"$1\" log convert - --out part.log;\
   for i in 1 2 3 4 5 6 7 8; do cat part.log; done > long.log; test $(wc -c < long.log) -gt 70000000; ulimit -v 30000;\
   for log in - long.log; do \"$1\" replay $log < long.log | tail -1 | grep '^all 2400000 updates as recorded$'; done;\
   rm part.log long.log" -- ${ballast})
set_tests_properties(tool.replay.bounded_memory_binary PROPERTIES WORKING_DIRECTORY "${scratch}")

ballast_tool_program(replay_speed)
ballast_add_test(tool.replay.speed COMMAND replay_speed "${scratch}" 100000)

# --- logs of devices -------------------------------------------------------------------------------------------------
add_executable(last_row_bits last_row_bits.cpp)
target_link_libraries(last_row_bits PRIVATE ballast::ballast ballast_host_warnings)
set(cores ${BALLAST_DRIVEN_PRESETS})
list(FILTER cores EXCLUDE REGEX "^host")
foreach(core ${cores})
  ballast_add_test(tool.replay.device.${core} COMMAND ${CMAKE_COMMAND} -DPRESET=${core} -DROOT=${PROJECT_SOURCE_DIR}
    -DBALLAST=${ballast} -DLAST_ROW_BITS=$<TARGET_FILE:last_row_bits> -P ${CMAKE_CURRENT_SOURCE_DIR}/replay_device.cmake)
  set_tests_properties(tool.replay.device.${core} PROPERTIES
    WORKING_DIRECTORY "${scratch}" FIXTURES_REQUIRED ${core})
  ballast_add_test(tool.replay.flight_recorder.${core} COMMAND ${CMAKE_COMMAND} -DPRESET=${core} -DROOT=${PROJECT_SOURCE_DIR}
    -DBALLAST=${ballast} -DFLIGHT_RECORDER=$<TARGET_FILE:flight_recorder>
    -P ${CMAKE_CURRENT_SOURCE_DIR}/replay_flight_recorder.cmake)
  set_tests_properties(tool.replay.flight_recorder.${core} PROPERTIES
    WORKING_DIRECTORY "${scratch}" FIXTURES_REQUIRED ${core})
endforeach()
