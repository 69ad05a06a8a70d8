#!/bin/bash
# Ferry as a stage of Apache Spark: partitions of NDJSON through the JVM's pipe.
#
#   run.sh [--records N] [--partitions N] [--timings]
#
# Needs pyspark (for its spark-shell and jars), a Java runtime and a built ferry. They are looked for in
# SPARK_HOME or beside `python3 -c 'import pyspark'`, in JAVA_HOME or PATH, and in FERRY or PATH. Nothing
# is installed: what is missing is named, and the exit status is 77.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"

records=200000 partitions=8 timings=no
while [ $# -gt 0 ]; do
  case "$1" in
    --records) records="$2"; shift 2 ;;
    --partitions) partitions="$2"; shift 2 ;;
    --timings) timings=yes; shift ;;
    *) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
  esac
done

missing() { echo "spark: $*" >&2; exit 77; }
python="${PYTHON:-python3}"
spark="${SPARK_HOME:-$("$python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))' 2>/dev/null || true)}"
[ -n "$spark" ] && [ -x "$spark/bin/spark-shell" ] ||
  missing "no Spark: set SPARK_HOME, or 'pip install pyspark' for the python3 in PATH"
java="${JAVA_HOME:+$JAVA_HOME/bin/}java"
command -v "$java" >/dev/null || missing "no Java: set JAVA_HOME, or install a JRE of 8, 11 or 17"
ferry="${FERRY:-$(command -v ferry || true)}"
[ -n "$ferry" ] && [ -x "$ferry" ] || missing "no ferry: set FERRY to the built tool"

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

# One file for each partition, as a job before would leave them. Numbers that a double would spoil, keys
# in an order, and a bad line now and then.
mkdir "$folder/input"
awk -v records="$records" -v partitions="$partitions" -v folder="$folder/input" 'BEGIN {
  for (i = 0; i < records; i++) {
    file = sprintf("%s/part-%05d.ndjson", folder, i % partitions)
    printf "{\"id\":%d,\"level\":\"%s\",\"user\":{\"id\":%d,\"name\":\"Zoë %d\"},\"amount\":%d.%02d0,\"big\":144126219108390099}\n", \
      i, i % 10 ? "info" : "error", i % 1000, i % 1000, i % 777, i % 100 > file
  }
}'

cp -r "$folder/input" "$folder/damaged"
echo '{"id":' >>"$folder/damaged/part-00000.ndjson"

SPARK_HOME="$spark" SPARK_LOCAL_IP=127.0.0.1 PYSPARK_PYTHON="$python" \
  FERRY="$ferry" INPUT="$folder/input" DAMAGED="$folder/damaged" OUTPUT="$folder/output" \
  RECORDS="$records" TIMINGS="$timings" \
  "$spark/bin/spark-shell" --master 'local[2]' --conf spark.ui.enabled=false \
  --conf spark.ui.showConsoleProgress=false --conf spark.log.level=OFF \
  -I "$here/Stages.scala" </dev/null >"$folder/log" 2>"$folder/errors" || true

grep '^spark: ' "$folder/log" || { tail -n 30 "$folder/log" "$folder/errors" >&2; exit 1; }
grep -q '^spark: all stages as expected$' "$folder/log" || { tail -n 30 "$folder/log" >&2; exit 1; }
