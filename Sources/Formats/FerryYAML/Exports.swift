// See the exports of FerryJSON.
@_exported public import FerryCoders
