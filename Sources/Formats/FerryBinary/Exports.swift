// See the exports of FerryJSON.
@_exported public import enum FerryBinaryEngine.Binary
@_exported public import FerryCoders
