#!/bin/bash
# Runs the stress, then the threads once more under the thread sanitizer: run.sh [CASE...]
# FERRY_STRESS=0.01 takes a hundredth of all counts.
set -euo pipefail
cd "$(dirname "$0")"
export SWIFT_BACKTRACE=enable=no

swift build -c release
status=0
.build/release/ferry-stress "$@" || status=$?
if [ $# -eq 0 ] || [[ " $* " == *" threads "* ]]; then
  swift build -c release --sanitize=thread --scratch-path .build/thread \
    -Xswiftc -DFERRY_THREAD_SANITIZER
  TSAN_OPTIONS=halt_on_error=1 .build/thread/release/ferry-stress threads
fi
# What is beyond its goal is said at the end, after the threads had their turn.
exit "$status"
