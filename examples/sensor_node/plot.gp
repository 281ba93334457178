# gnuplot -e "table='month.csv'; picture='month.svg'" plot.gp
set terminal svg size 720,360 font "sans-serif,13" background "white"
set output picture
set datafile separator ","
set xlabel "day"
set ylabel "worth of the reports of an hour"
set xrange [1:30]
set yrange [0:9]
set key bottom right
set grid ytics lc rgb "#dddddd"
plot table using 1:4 with lines lw 2 dt 2 lc rgb "#888888" title "best duty in proportion to the charge", \
     table using 1:3 with lines lw 2 lc rgb "#c44e00" title "best fixed duty", \
     table using 1:2 with lines lw 3 lc rgb "#0060a8" title "learned"
