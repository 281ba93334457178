# cmake -DCHROMIUM=<program> -DFOLDER=<folder> [-DSPOIL=<what>] -P browse_report.cmake
# Opens a copy of the report in a browser, as wide as on a PC and as on a phone, and fails unless every figure is there
# and rendered, nothing overlaps or is cut off, texts and lines stand out from what is behind them, and there is no need
# to scroll sideways. DARK: for a reader who prefers dark colours. SPOIL makes something wrong first.
cmake_minimum_required(VERSION 3.21)
set(probe "${FOLDER}/probe ${SPOIL}${DARK}")
set(scheme 1)
set(dark false)
if(DARK)
  set(scheme 0)
  set(dark true)
endif()
file(REMOVE_RECURSE "${probe}")
file(READ "${FOLDER}/report.html" page)
file(READ "${CMAKE_CURRENT_LIST_DIR}/report_probe.js" script)
file(GLOB pictures RELATIVE "${FOLDER}" "${FOLDER}/*.svg")
list(TRANSFORM pictures REPLACE "[.]svg$" "")
list(JOIN pictures "','" stems)

set(spoilt "")
if(SPOIL STREQUAL "figures")  # one that is missing, one that is not rendered
  string(REPLACE "id=\"fig3_right-picture\"" "id=\"another\"" page "${page}")
  set(spoilt "<style>svg[aria-labelledby^='fig5_left-'] { display: none; }</style>")
elseif(SPOIL STREQUAL "page")  # a script that fails, what is too wide for a phone, an image that is not there
  string(REPLACE "</h1>" "</h1><script>nowhere();</script><img src='nowhere.png' alt=''>" page "${page}")
  set(spoilt "<style>h1::after { content: ''; display: block; width: 400px; height: 1px; }</style>")
elseif(SPOIL STREQUAL "texts")  # texts that overlap, and a file that is no SVG
  set(spoilt "<style>svg text { font-size: 26px; }</style>")
  file(WRITE "${probe}/bad.svg" "<svg xmlns='http://www.w3.org/2000/svg'><g></svg>")
  list(APPEND pictures "probe ${SPOIL}/bad")
elseif(SPOIL STREQUAL "colours")  # a chart that stays light, a text that is too faint
  string(REPLACE "[fill=\"#ffffff\"] {" "[fill=\"another\"] {" page "${page}")
  set(spoilt "<style>.setup { color: var(--line) !important; }</style>")
elseif(SPOIL)
  message(FATAL_ERROR "Nothing is known of SPOIL=${SPOIL}")
endif()

string(REPLACE "<head>" "<head>\n<script>window.stems = ['${stems}'];\nwindow.dark = ${dark};\n${script}</script>${spoilt}" page "${page}")
file(WRITE "${probe}/page.html" "${page}")
set(frames "")
foreach(width 1280 390)
  string(APPEND frames "<iframe src='page.html' style='border: 0; width: ${width}px; height: 900px'></iframe>\n")
endforeach()
set(images "")
foreach(picture ${pictures})
  string(APPEND images "<img src='../${picture}.svg' width='280'>\n")
endforeach()
file(GLOB committed "${CMAKE_CURRENT_LIST_DIR}/../../docs/pictures/*.svg")
foreach(picture ${committed})
  string(APPEND images "<img src='file://${picture}' width='280'>\n")
endforeach()
file(WRITE "${probe}/index.html" "<!doctype html><meta charset='utf-8'><body>
<pre id='seen'></pre>
<script>
const say = text => { document.getElementById('seen').textContent += text + '\\n'; };
addEventListener('message', event => {
  const {width, pictures, problems} = event.data;
  for (const problem of problems) { say('PROBLEM at ' + width + ': ' + problem); }
  say('SEEN at ' + width + ': ' + pictures + ' pictures');
});
addEventListener('load', () => {
  for (const image of document.images) {
    if (!(image.naturalWidth > 0)) { say('PROBLEM: not a picture: ' + image.getAttribute('src')); }
  }
  say('SEEN: ' + document.images.length + ' files');
});
</script>
${frames}${images}")

string(REPLACE " " "%20" address "file://${probe}/index.html")
execute_process(COMMAND ${CHROMIUM} --headless --no-sandbox --disable-gpu --disable-quic --no-first-run
  --disable-background-networking --disable-component-update --disable-sync --disable-dev-shm-usage
  "--user-data-dir=${probe}/profile" --blink-settings=preferredColorScheme=${scheme} --window-size=1300,1000 --virtual-time-budget=20000 --enable-logging=stderr
  --dump-dom ${address} OUTPUT_VARIABLE dom ERROR_VARIABLE log RESULT_VARIABLE result)
file(REMOVE_RECURSE "${probe}/profile")

string(REGEX MATCH "<pre id=\"seen\">[^<]*" seen "${dom}")
string(REGEX MATCHALL "[^\n]*CONSOLE[^\n]*" console "${log}")
message("${seen}\n${console}")
if(NOT result EQUAL 0)
  message(FATAL_ERROR "The browser failed: ${result}\n${log}")
elseif(seen MATCHES "PROBLEM")
  message(FATAL_ERROR "The report is not as it should be.")
elseif(console)
  message(FATAL_ERROR "The browser complains.")
elseif(NOT (seen MATCHES "SEEN at 1280" AND seen MATCHES "SEEN at 390" AND seen MATCHES "SEEN: [1-9][0-9]+ files"))
  message(FATAL_ERROR "Not everything was seen.")
endif()
