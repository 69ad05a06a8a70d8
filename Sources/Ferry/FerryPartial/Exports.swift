@_exported public import FerryJSON
