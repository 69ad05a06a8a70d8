// An import of FerryMacros imports the protocols of direct coding, `AnyValue`, `WirePath` and the errors as
// well, and the core in Embedded Swift. Generated code names everything through this module, so that
// no declaration of a user can hide it.
#if hasFeature(Embedded)
@_exported public import FerryCore
#else
@_exported public import FerryBase
@_exported public import FerryCoding
@_exported public import FerryNotation
#endif
