// See the exports of FerryJSON.
@_exported public import FerryCoders
@_exported public import protocol FerryItems.ItemDecoder
@_exported public import protocol FerryItems.ItemEncoder
