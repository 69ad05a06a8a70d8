// `import Ferry` makes the strategies for Foundation's types, `AnyValue`, `WirePath` and the errors
// available. The engine is not public.
@_exported public import FerryBase
@_exported public import enum FerryBinary.Binary
@_exported public import FerryCoding
@_exported public import enum FerryFoundation.DataDecodingStrategy
@_exported public import enum FerryFoundation.DataEncodingStrategy
@_exported public import enum FerryFoundation.DateDecodingStrategy
@_exported public import enum FerryFoundation.DateEncodingStrategy
@_exported public import enum FerryJSON.JSON
@_exported public import FerryModels
@_exported public import FerryNotation
@_exported public import FerryStreams
