// An import of FerryMessagePack imports Ferry and the functions of `MessagePack` as well.
@_exported public import FerryItemCoding
