// Whoever imports the core sees its notations as well: paths and key styles.
@_exported public import FerryNotation
