// `import Ferry` is JSON, the binary format, YAML, streams and models.
@_exported public import FerryBinary
@_exported public import FerryJSON
@_exported public import FerryModels
@_exported public import FerryStreams
#if FERRY_YAML
@_exported public import FerryYAML
#endif
