// libyaml on its own: what any reader or writer built on it pays at least.
//
// No libyaml type appears here, so that importing this module never meets another module's
// import of yaml.h.

#ifndef FERRY_CLIBYAMLBENCH_H
#define FERRY_CLIBYAMLBENCH_H

#include <stddef.h>

#if defined(__cplusplus)
extern "C" {
#endif

/// Parses `length` bytes of YAML text to the end of the stream and throws every event away.
///
/// Returns the number of documents, or -1 where the text is no YAML.
long yaml_bench_count_documents(const unsigned char *text, size_t length);

/// The events of a YAML text, kept for emitting them again, and the text last emitted.
typedef struct yaml_bench_recording yaml_bench_recording;

/// Records the events of `length` bytes of YAML text.
///
/// Several documents become one: a sequence of them. Returns NULL where the text is no YAML or
/// memory is short; the caller frees the recording with `yaml_bench_recording_free`.
yaml_bench_recording *yaml_bench_recording_create(const unsigned char *text, size_t length);

/// Frees a recording with everything it holds; NULL is allowed.
void yaml_bench_recording_free(yaml_bench_recording *recording);

/// Emits the recorded events as YAML text and returns the number of bytes, or -1 on failure.
///
/// The bytes stay valid until the next call. Their memory is kept from call to call, so that the
/// time is the emitter's and not the allocator's.
long yaml_bench_emit(yaml_bench_recording *recording);

/// The bytes of the last `yaml_bench_emit`; NULL before it.
const unsigned char *yaml_bench_emitted(const yaml_bench_recording *recording);

#if defined(__cplusplus)
}
#endif

#endif
