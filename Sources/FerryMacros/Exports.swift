// Who imports FerryMacros has Ferry at hand. Generated code names all that it uses through this
// module, so nothing that a user declares can stand in its way.
@_exported public import Ferry
