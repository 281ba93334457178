# The report of `ballast reproduce`, in a real browser.
add_executable(report_sample report_sample.cpp ../host/sample_results.cpp)
target_include_directories(report_sample PRIVATE ../host)
target_link_libraries(report_sample PRIVATE ballast_report ballast_host_warnings)
