// An import of a format imports the coders, `AnyValue`, `WirePath` and the errors as well. The engine is
// not public.
@_exported public import FerryCoders
@_exported public import enum FerryJSONEngine.JSON
