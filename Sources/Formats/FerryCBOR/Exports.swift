// An import of FerryCBOR imports Ferry and the functions of `CBOR` as well.
@_exported public import FerryItemCoding
