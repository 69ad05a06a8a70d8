// The bare event loop: libyaml's parser with nothing behind it.

#include "CLibYAMLBench.h"

#include <yaml.h>

long yaml_bench_count_documents(const unsigned char *text, size_t length) {
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) {
    return -1;
  }
  yaml_parser_set_input_string(&parser, text, length);

  long documents = 0;
  yaml_event_type_t type = YAML_NO_EVENT;
  while (type != YAML_STREAM_END_EVENT) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event)) {
      documents = -1;
      break;
    }
    type = event.type;
    documents += type == YAML_DOCUMENT_START_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return documents;
}
