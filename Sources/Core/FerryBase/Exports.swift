// An import of the core imports its notations as well: paths and key styles.
@_exported public import FerryNotation
