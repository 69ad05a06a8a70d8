#!/bin/bash
# Fuzzes every target for a while:
#   run.sh [SECONDS [TARGET...]]          what is found stays in FailCases/<target>
#   run.sh replay [TARGET...]             runs what was found before, and the seeds
#   run.sh coverage [TARGET...]           what of each module the seeds, the finds and the corpus reach
#   run.sh canary                         proves that coverage and the address sanitizer are on
#   run.sh smoke [RUNS [TARGET...]]       replay, canary and RUNS (10000) executions of each target, with
#                                         the same random numbers each time
set -euo pipefail
cd "$(dirname "$0")"

# A crashed program can hang in the backtracer otherwise.
export SWIFT_BACKTRACE=enable=no
# Swift's own tables look like leaks at the end; a target that leaks per input is seen by -rss_limit_mb.
export ASAN_OPTIONS="detect_leaks=${FUZZ_LEAKS:-1}"

# Stacks of allocations are a fifth of the time; a find is replayed to see them.
[ "${1:-}" = replay ] || ASAN_OPTIONS="$ASAN_OPTIONS:malloc_context_size=0"

all=(FuzzJSON FuzzBinary FuzzYAML FuzzStream FuzzPath FuzzEncode FuzzDirect FuzzFoundation FuzzCBOR FuzzMessagePack FuzzSchema FuzzEdit FuzzPatch FuzzVerdict)

corpus=.build/corpus

# One program has all targets.
run() {
  FERRY_FUZZ="$1" "${program:-.build/release/ferry-fuzz}" "${@:2}"
}

# libFuzzer without its `main`: the programs, and the macro, which is built with the same options,
# have one of their own.
fuzzer=$(echo "$(dirname "$(command -v swift)")"/../lib/clang/*/lib/linux/libclang_rt.fuzzer_no_main-"$(uname -m)".a)
linking=(-Xswiftc -use-ld=lld -Xlinker "$fuzzer" -Xlinker -lstdc++)

build() {
  # Coverage of edges and comparisons, and the address sanitizer.
  swift build -c release -Xswiftc -sanitize=fuzzer,address "${linking[@]}"
}

dictionary() {
  case "$1" in
    FuzzYAML | FuzzEdit | FuzzPatch) echo -dict=Dictionaries/yaml.dict ;;
    FuzzBinary) echo -dict=Dictionaries/binary.dict ;;
    *) echo -dict=Dictionaries/json.dict ;;
  esac
}

fuzz() {
  local limit="$1" target
  shift
  for target in "$@"; do
    mkdir -p "$corpus/$target" "FailCases/$target"
    echo "== $target, $limit"
    # Longer than any buffer on the stack that a reader fills.
    local length="${FUZZ_LENGTH:-1024}"
    # Names of functions that are new, and weights by rare features, cost more than they bring.
    run "$target" "$(dictionary "$target")" -max_len="$length" -timeout=5 \
      -rss_limit_mb=2048 "$limit" -print_final_stats=1 \
      -print_funcs=0 -entropic=0 -seed="${FUZZ_SEED:-0}" -artifact_prefix="FailCases/$target/" \
      "$corpus/$target" "FailCases/$target" "Seeds/$target" 2>&1 |
      grep --line-buffered -E '^#[0-9]+.*(INITED|pulse|DONE)|^stat::|ERROR|SUMMARY|Fatal|artifact' ||
      return 1
  done
}

replay() {
  local target inputs
  for target in "$@"; do
    mkdir -p "FailCases/$target"
    mapfile -d '' inputs < <(
      find "FailCases/$target" "Seeds/$target" -type f ! -name '.*' -print0)
    run "$target" -timeout=5 "${inputs[@]}" 2>.build/replay.log ||
      { cat .build/replay.log >&2; echo "$target: replay failed" >&2; return 1; }
    echo "$target: $(grep -c '^Executed' .build/replay.log) inputs replayed"
  done
}

canary() {
  rm -rf .build/canary
  mkdir -p .build/canary
  if run FuzzCanary -max_len=8 -max_total_time=60 -artifact_prefix=.build/canary/ \
    >.build/canary.log 2>&1; then
    echo "the canary lives: nothing was found in 60 s" >&2
    return 1
  fi
  grep -q 'INFO: Loaded 1 modules' .build/canary.log
  grep -q 'AddressSanitizer: heap-buffer-overflow' .build/canary.log
  echo "canary: $(grep -m1 'INFO: Loaded 1 modules' .build/canary.log)"
  echo "canary: found after $(grep -oE '^#[0-9]+' .build/canary.log | tail -1) executions"
}

coverage() {
  local target profiles=.build/coverage/profiles program=.build/coverage/release/ferry-fuzz
  # Other versions of these tools do not know the compiler's format.
  local tools; tools="$(dirname "$(readlink -f "$(command -v swiftc)")")"
  # Coverage of source regions, which is another instrumentation than the one that guides fuzzing.
  swift build -c release --scratch-path .build/coverage "${linking[@]}" \
    -Xswiftc -sanitize=fuzzer -Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping
  mkdir -p "$profiles"
  for target in "$@"; do
    mkdir -p ".build/corpus/$target" "FailCases/$target"
    LLVM_PROFILE_FILE="$profiles/$target.profraw" run "$target" -runs=0 \
      ".build/corpus/$target" "FailCases/$target" "Seeds/$target" 2>/dev/null
    "$tools/llvm-profdata" merge -sparse "$profiles/$target.profraw" -o "$profiles/$target.profdata"
    echo "== $target"
    "$tools/llvm-cov" export -summary-only -instr-profile "$profiles/$target.profdata" \
      "$program" | python3 coverage.py
  done
}

command="${1:-60}"
shift || true
[ "$command" = coverage ] || build
case "$command" in
  replay) replay "${@:-${all[@]}}" ;;
  canary) canary ;;
  coverage) coverage "${@:-${all[@]}}" ;;
  smoke)
    runs="${1:-10000}"
    shift || true
    [ $# -gt 0 ] || set -- "${all[@]}"
    canary
    replay "$@"
    # The corpus of an earlier run would lead to other executions. Comparisons still depend on addresses.
    corpus=.build/smoke
    rm -rf "$corpus"
    export FUZZ_SEED=1 SWIFT_DETERMINISTIC_HASHING=1
    fuzz "-runs=$runs" "$@"
    ;;
  *)
    [ $# -gt 0 ] || set -- "${all[@]}"
    fuzz "-max_total_time=$command" "$@"
    ;;
esac
