// An import of a format imports Ferry as well.
@_exported public import Ferry
