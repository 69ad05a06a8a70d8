@_exported public import FerryBase
