@_exported public import Ferry
