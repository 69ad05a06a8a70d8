// Direct coding of JSON and of the binary format, `AnyValue` and paths: all of Ferry that needs neither
// `Codable` nor Foundation, so that it builds in Embedded Swift as well.
@_exported public import FerryBinary
@_exported public import struct FerryBytes.SourcePlace
@_exported public import FerryJSON
@_exported public import FerryPath
@_exported public import FerryTape
