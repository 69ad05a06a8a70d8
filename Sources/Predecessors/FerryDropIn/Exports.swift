// The options of the classes, and their cases, are members of these modules. A file that imports a
// single class can use them under MemberImportVisibility, and name them in default arguments, only
// if the class's module exports the modules. It exports them whole, because exporting single types
// makes fewer members visible. The names of the modules' types stay invisible in such a file.
@_exported public import Ferry
@_exported public import FerryFoundation
@_exported public import FerryFoundationObjects
