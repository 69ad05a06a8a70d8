// An import of FerryMacros imports Ferry as well. Generated code names everything through this
// module, so that no declaration of a user can hide it.
@_exported public import Ferry
