// The bare emitter: recorded events back to text.

#include "CLibYAMLBench.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct yaml_bench_recording {
  yaml_event_t *events;
  size_t count;
  size_t capacity;
  long documents;

  unsigned char *text;
  size_t text_length;
  size_t text_capacity;
};

// Takes the event over. Frees it if memory is short.
static int append_event(yaml_bench_recording *recording, yaml_event_t event) {
  if (recording->count == recording->capacity) {
    size_t capacity = recording->capacity ? recording->capacity * 2 : 1024;
    yaml_event_t *events = realloc(recording->events, capacity * sizeof *events);
    if (!events) {
      yaml_event_delete(&event);
      return 0;
    }
    recording->events = events;
    recording->capacity = capacity;
  }
  recording->events[recording->count++] = event;
  return 1;
}

static int record(yaml_bench_recording *recording, yaml_parser_t *parser) {
  for (;;) {
    yaml_event_t event;
    if (!yaml_parser_parse(parser, &event)) {
      return 0;
    }
    switch (event.type) {
    case YAML_STREAM_END_EVENT:
      yaml_event_delete(&event);
      return 1;
    case YAML_DOCUMENT_START_EVENT:
      recording->documents += 1;
      yaml_event_delete(&event);
      break;
    case YAML_STREAM_START_EVENT:
    case YAML_DOCUMENT_END_EVENT:
      // The frame around the content is made anew for each emit.
      yaml_event_delete(&event);
      break;
    default:
      if (!append_event(recording, event)) {
        return 0;
      }
    }
  }
}

yaml_bench_recording *yaml_bench_recording_create(const unsigned char *text, size_t length) {
  yaml_bench_recording *recording = calloc(1, sizeof *recording);
  if (!recording) {
    return NULL;
  }
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) {
    free(recording);
    return NULL;
  }
  yaml_parser_set_input_string(&parser, text, length);
  int recorded = record(recording, &parser);
  yaml_parser_delete(&parser);
  if (!recorded) {
    yaml_bench_recording_free(recording);
    return NULL;
  }
  return recording;
}

void yaml_bench_recording_free(yaml_bench_recording *recording) {
  if (!recording) {
    return;
  }
  for (size_t i = 0; i < recording->count; i++) {
    yaml_event_delete(&recording->events[i]);
  }
  free(recording->events);
  free(recording->text);
  free(recording);
}

// libyaml's write handler: appends to the recording's text.
static int append_text(void *data, unsigned char *bytes, size_t size) {
  yaml_bench_recording *recording = data;
  size_t needed = recording->text_length + size;
  if (needed > recording->text_capacity) {
    unsigned char *text = realloc(recording->text, needed * 2);
    if (!text) {
      return 0;
    }
    recording->text = text;
    recording->text_capacity = needed * 2;
  }
  memcpy(recording->text + recording->text_length, bytes, size);
  recording->text_length = needed;
  return 1;
}

// The emitter owns and frees what it is given, so that every emit needs events of its own.
static int copy_event(const yaml_event_t *from, yaml_event_t *to) {
  switch (from->type) {
  case YAML_ALIAS_EVENT:
    return yaml_alias_event_initialize(to, from->data.alias.anchor);
  case YAML_SCALAR_EVENT:
    return yaml_scalar_event_initialize(
        to, from->data.scalar.anchor, from->data.scalar.tag, from->data.scalar.value,
        (int)from->data.scalar.length, from->data.scalar.plain_implicit,
        from->data.scalar.quoted_implicit, from->data.scalar.style);
  case YAML_SEQUENCE_START_EVENT:
    return yaml_sequence_start_event_initialize(
        to, from->data.sequence_start.anchor, from->data.sequence_start.tag,
        from->data.sequence_start.implicit, from->data.sequence_start.style);
  case YAML_SEQUENCE_END_EVENT:
    return yaml_sequence_end_event_initialize(to);
  case YAML_MAPPING_START_EVENT:
    return yaml_mapping_start_event_initialize(
        to, from->data.mapping_start.anchor, from->data.mapping_start.tag,
        from->data.mapping_start.implicit, from->data.mapping_start.style);
  case YAML_MAPPING_END_EVENT:
    return yaml_mapping_end_event_initialize(to);
  default:
    return 0;
  }
}

static int emit_all(const yaml_bench_recording *recording, yaml_emitter_t *emitter) {
  int joined = recording->documents > 1;
  yaml_event_t event;
  if (!yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING) ||
      !yaml_emitter_emit(emitter, &event) ||
      !yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1) ||
      !yaml_emitter_emit(emitter, &event)) {
    return 0;
  }
  if (joined && (!yaml_sequence_start_event_initialize(&event, NULL, NULL, 1,
                                                       YAML_BLOCK_SEQUENCE_STYLE) ||
                 !yaml_emitter_emit(emitter, &event))) {
    return 0;
  }
  for (size_t i = 0; i < recording->count; i++) {
    if (!copy_event(&recording->events[i], &event) || !yaml_emitter_emit(emitter, &event)) {
      return 0;
    }
  }
  if (joined &&
      (!yaml_sequence_end_event_initialize(&event) || !yaml_emitter_emit(emitter, &event))) {
    return 0;
  }
  return yaml_document_end_event_initialize(&event, 1) && yaml_emitter_emit(emitter, &event) &&
         yaml_stream_end_event_initialize(&event) && yaml_emitter_emit(emitter, &event);
}

long yaml_bench_emit(yaml_bench_recording *recording) {
  yaml_emitter_t emitter;
  if (!yaml_emitter_initialize(&emitter)) {
    return -1;
  }
  recording->text_length = 0;
  yaml_emitter_set_output(&emitter, append_text, recording);
  // As a writer of readable text sets it: non-ASCII unescaped, no line folded.
  yaml_emitter_set_unicode(&emitter, 1);
  yaml_emitter_set_width(&emitter, -1);
  int emitted = emit_all(recording, &emitter);
  yaml_emitter_delete(&emitter);
  return emitted ? (long)recording->text_length : -1;
}

const unsigned char *yaml_bench_emitted(const yaml_bench_recording *recording) {
  return recording->text;
}
