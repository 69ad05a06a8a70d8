// The options of the classes and their cases are members of these modules, and a file that imports
// a class alone sees members under MemberImportVisibility, and can name them in default arguments,
// where the class's module exports theirs. Whole, since what such a file sees of a module that
// exports single types is less than what the module exports. Their names stay out of it.
@_exported public import Ferry
@_exported public import FerryFoundation
