#!/bin/bash
# Fuzzes every target for a while: run.sh [SECONDS [TARGET...]]. Finds go to FailCases/<target>.
set -euo pipefail
cd "$(dirname "$0")"
seconds="${1:-60}"
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(FuzzJSON FuzzBinary FuzzYAML)

# A crashed program can hang in the backtracer otherwise.
export SWIFT_BACKTRACE=enable=no
swift build -c release --sanitize=fuzzer \
  -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld

for target in "${targets[@]}"; do
  dictionary=()
  case "$target" in
    FuzzJSON) dictionary=(-dict=Dictionaries/json.dict) ;;
    FuzzYAML) dictionary=(-dict=Dictionaries/yaml.dict) ;;
  esac
  corpus=".build/corpus/$target"
  mkdir -p "$corpus" "FailCases/$target"
  echo "== $target, $seconds s"
  ".build/release/$target" "${dictionary[@]}" -max_len=4096 -timeout=5 -rss_limit_mb=2048 \
    -max_total_time="$seconds" -print_final_stats=1 -artifact_prefix="FailCases/$target/" \
    "$corpus" "FailCases/$target"
done
