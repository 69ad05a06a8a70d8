// An import of FerryMacros imports Ferry as well, or the core in Embedded Swift. Generated code names
// everything through this module, so that no declaration of a user can hide it.
#if hasFeature(Embedded)
@_exported public import FerryCore
#else
@_exported public import Ferry
#endif
