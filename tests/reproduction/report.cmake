# The report of `ballast reproduce`, in a real browser: that of a preview, and one of made-up results, which
# has awkward cases that a real run may lack.
ballast_require_tools(chromium gnuplot)
add_executable(report_sample report_sample.cpp suites/sample_results.cpp)
target_include_directories(report_sample PRIVATE suites)
target_link_libraries(report_sample PRIVATE ballast_report ballast_host_warnings)

set(browse ${CMAKE_COMMAND} -DCHROMIUM=${BALLAST_TOOL_chromium})
function(ballast_add_browser_test name folder)
  file(REMOVE_RECURSE "${folder}")  # pictures that an earlier version wrote are not in the report
  file(MAKE_DIRECTORY "${folder}")
  ballast_add_test(tool.report.${name} COMMAND ${ARGN} "${folder}")
  set_tests_properties(tool.report.${name} PROPERTIES FIXTURES_SETUP report.${name})
  ballast_add_test(tool.report.${name}.browse COMMAND ${browse} "-DFOLDER=${folder}"
    -P ${CMAKE_CURRENT_SOURCE_DIR}/browse_report.cmake)
  set_tests_properties(tool.report.${name}.browse PROPERTIES FIXTURES_REQUIRED report.${name})
endfunction()
ballast_add_browser_test(sample "${scratch}/report sample" $<TARGET_FILE:report_sample>)
ballast_add_test(tool.report.sample.browse_dark COMMAND ${browse} -DDARK=dark "-DFOLDER=${scratch}/report sample"
  -P ${CMAKE_CURRENT_SOURCE_DIR}/browse_report.cmake)
set_tests_properties(tool.report.sample.browse_dark PROPERTIES FIXTURES_REQUIRED report.sample)
if(TARGET ballast::reproduction)  # where the exact solver is built
  ballast_add_browser_test(quick "${scratch}/report of a preview" ${ballast} reproduce --quick --out)

  # The picture in README.
  set(picture "${scratch}/picture of README")
  ballast_add_test(tool.report.picture COMMAND ${ballast} reproduce --figure 2 --out "${picture}")
  set_tests_properties(tool.report.picture PROPERTIES FIXTURES_SETUP report.picture)
  ballast_add_script_test(tool.report.picture.committed reproduction/committed_picture.cmake "FOLDER=${picture}")
  set_tests_properties(tool.report.picture.committed PROPERTIES FIXTURES_REQUIRED report.picture)
endif()

# Each of these makes something wrong in a copy of the report.
foreach(gate "figures;fig3_right is not there.*fig5_left-title is 0 x 0"
             "page;nowhere is not defined.*at 390: the page is 4[0-9]+ wide.*at 390: broken image"
             "texts;not a picture: [^\n]*bad.svg.*at 390: overlap|at 390: overlap.*not a picture: [^\n]*bad.svg"
             "colours;contrast of [^\n]*MRP with 100 states.*contrast of [^\n]*standard: overflow")
  list(GET gate 0 what)
  list(GET gate 1 message)
  set(dark "")
  if(what STREQUAL "colours")
    set(dark -DDARK=dark)
  endif()
  ballast_add_gate(report.${what} "${message}" ${browse} -DSPOIL=${what} ${dark} "-DFOLDER=${scratch}/report sample"
    -P ${CMAKE_CURRENT_SOURCE_DIR}/browse_report.cmake)
  set_tests_properties(gate.report.${what} PROPERTIES FIXTURES_REQUIRED report.sample)
endforeach()
