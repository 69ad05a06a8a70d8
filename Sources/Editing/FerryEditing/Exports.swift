@_exported public import FerryPatch
