// Coders come with the strategies for Foundation's types, `AnyValue`, `WirePath` and the errors.
@_exported public import FerryBase
@_exported public import FerryCoding
@_exported public import enum FerryFoundation.DataDecodingStrategy
@_exported public import enum FerryFoundation.DataEncodingStrategy
@_exported public import enum FerryFoundation.DateDecodingStrategy
@_exported public import enum FerryFoundation.DateEncodingStrategy
@_exported public import FerryNotation
