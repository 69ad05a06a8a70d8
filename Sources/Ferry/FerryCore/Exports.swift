// The part of Ferry that needs neither `Codable` nor Foundation, so it builds in Embedded Swift:
// direct coding of JSON and of the binary format, `AnyValue` and paths.
@_exported public import FerryBase
@_exported public import FerryBinaryEngine
@_exported public import FerryJSONEngine
