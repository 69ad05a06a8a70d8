package import FerryBase

/// A writer of canonical JSON (RFC 8785): equal values give equal bytes.
///
/// Canonical JSON has doubles as its only numbers. A decimal is rounded to the nearest double, as
/// any reader of the text does. An integer that has no exact double is an error, because rounding
/// silently changes it.
package struct CanonicalJSONWriter {
  private let view: TapeView

  /// Appends the value at `root` to `output`.
  /// - Throws: `notRepresentable` for NaN and infinities, `numberDoesNotFit`, `duplicateKey` or
  ///   `depthLimit`, each with the index of the node.
  package static func write(
    _ view: TapeView, root: Int = 0, depthLimit: Int = OpenContainer.standardLimit,
    to output: inout ByteWriter
  ) throws(WireFailure) {
    var options = JSONWritingOptions()
    options.depthLimit = depthLimit
    let canonical = CanonicalJSONWriter(view: view)
    try JSONWireWriter.withWriter(options: options, to: &output) { writer throws(WireFailure) in
      try canonical.write(root, to: &writer)
    }
  }

  private func write(_ index: Int, to writer: inout JSONWireWriter) throws(WireFailure) {
    let index = view.unaliased(index)
    switch view[index].kind {
    case .map, .list:
      guard writer.canBegin else { throw WireFailure(.depthLimit, node: index) }
      view[index].kind == .map
        ? try writeMap(index, to: &writer) : try writeList(index, to: &writer)
    case .packed: try writePacked(index, to: &writer)
    default:
      if let value = try number(at: index) {
        try write(value, at: index, to: &writer)
      } else {
        try writer.write(view, at: index)
      }
    }
  }

  private func write(
    _ value: Double, at index: Int, to writer: inout JSONWireWriter
  ) throws(WireFailure) {
    guard value.isFinite else { throw WireFailure(.notRepresentable, node: index) }
    writer.output.append(upTo: 32) { FloatPrinting.writeECMAScript(value, to: $0) }
  }

  private func writeMap(_ index: Int, to writer: inout JSONWireWriter) throws(WireFailure) {
    var object = try writer.beginObject()
    var last: Int?
    for key in sortedKeys(index) {
      if let last, Self.order(view.stored(view[last]), view.stored(view[key])) == 0 {
        throw WireFailure(.duplicateKey, node: key)
      }
      last = key
      writer.beginItem()
      try writer.write(view, at: key)
      writer.endKey()
      try write(key + 1, to: &writer)
    }
    try writer.endObject(&object)
  }

  private func writeList(_ index: Int, to writer: inout JSONWireWriter) throws(WireFailure) {
    var list = try writer.beginList(count: 0)
    for element in view.elements(ofList: index) {
      try writer.beginElement(&list)
      try write(element, to: &writer)
    }
    try writer.endList(&list)
  }

  private func writePacked(_ index: Int, to writer: inout JSONWireWriter) throws(WireFailure) {
    let (elements, type) = view.packed(index)
    let start = writer.beginPacked()
    for offset in stride(from: 0, to: elements.count, by: 8) {
      writer.beginItem()
      let value: Double
      switch type {
      case .int64:
        let integer = elements.load(Int64.self, at: offset)
        value = Double(integer)
        guard Self.isWritten(Int128(integer), as: value) else {
          throw WireFailure(.numberDoesNotFit, node: index)
        }
      case .double: value = elements.load(Double.self, at: offset)
      }
      try write(value, at: index, to: &writer)
    }
    writer.endPacked(start)
  }

  /// Returns the number at `index` as a double, or `nil` if the value is not a number.
  private func number(at index: Int) throws(WireFailure) -> Double? {
    let node = view[index]
    // JSON writes a float with its shortest digits, so the double comes from that text.
    if node.kind == .float, node.float.isFinite {
      return MutableByteView.withScratch(FloatPrinting.capacity) { scratch in
        DecimalParsing.double(scratch.prefix(FloatPrinting.write(node.float, to: scratch)))
      }
    }
    guard let value = view.double(at: index) else { return nil }
    if let integer = view.integer(at: index, as: Int128.self),
      !Self.isWritten(integer, as: value)
    {
      throw WireFailure(.numberDoesNotFit, node: index)
    }
    return value
  }

  /// Returns whether the text of `value`, the double nearest to `integer`, is the same number.
  /// Beyond 2^53 the shortest digits may be a different number than the exact value of the double.
  private static func isWritten(_ integer: Int128, as value: Double) -> Bool {
    if Int128(exactly: value) == integer { return true }
    return MutableByteView.withScratch(FloatPrinting.capacity) { scratch in
      let text = scratch.prefix(FloatPrinting.writeECMAScript(value, to: scratch))
      return DecimalParsing.integer(text, as: Int128.self) == integer
        || DecimalParsing.wholeNumber(text, as: Int128.self) == integer
    }
  }

  // MARK: Order

  private func sortedKeys(_ index: Int) -> [Int] {
    view.keys(ofMap: index).sorted {
      Self.order(view.stored(view[$0]), view.stored(view[$1])) < 0
    }
  }

  /// Compares two keys by their UTF-16 code units; the result is negative if `first` comes first.
  ///
  /// This is the order of the UTF-8 bytes, with one exception: the surrogates of characters beyond
  /// U+FFFF come before U+E000...U+FFFF.
  private static func order(
    _ first: ByteView, _ second: ByteView
  ) -> Int {
    for position in 0..<min(first.count, second.count) {
      let (one, other) = (first[position], second[position])
      if one == other { continue }
      let order = Int(one) - Int(other)
      return one >= 0xEE && other >= 0xEE && (one >= 0xF0) != (other >= 0xF0) ? -order : order
    }
    return first.count - second.count
  }
}
