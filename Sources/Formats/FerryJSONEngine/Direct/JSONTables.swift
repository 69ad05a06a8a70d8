#if !hasFeature(Embedded)
public import FerryBase

// The loops over tables, compiled once, for the models of all modules.
extension JSONWireReader {
  /// Reads an object into the properties of an uninitialized value.
  public mutating func readFields(
    of table: _FieldTable, into base: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    try unsafe readRows(of: table, into: base)
  }

  /// Reads an array of values with a form into uninitialized memory.
  public mutating func readArray(
    of form: UnsafePointer<_ValueForm>, into place: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    try unsafe readElements(of: form, into: place)
  }
}

extension JSONWireWriter {
  /// Writes the properties of a value as an object.
  public mutating func writeFields(
    of table: _FieldTable, from base: UnsafeRawPointer
  ) throws(WireFailure) {
    try unsafe writeRows(of: table, from: base)
  }

  /// Writes an array of values with a form.
  public mutating func writeArray(
    of form: UnsafePointer<_ValueForm>, from place: UnsafeRawPointer
  ) throws(WireFailure) {
    try unsafe writeElements(of: form, from: place)
  }
}
#endif
