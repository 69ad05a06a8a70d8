package import FerryBytes
import FerryTape

/// How a ``JSONWriter`` lays text out. The default is compact, in the tape's order.
package struct JSONWritingOptions: Sendable, Equatable {
  /// White space in front of each element.
  package enum Indentation: Sendable, Equatable {
    case none, spaces(Int), tab
  }

  /// What becomes of NaN and the infinities, for which JSON has no number.
  package enum NonFinite: Sendable, Equatable {
    case fail, null, string
  }

  package var indentation = Indentation.none
  /// Puts a space in front of the colon too, and an empty line into what is empty, as Foundation's
  /// pretty printing does.
  package var followsFoundation = false
  /// Keys in the order of their UTF-8 bytes.
  package var sortedKeys = false
  /// Writes `/` as `\/`.
  package var escapesSlashes = false
  package var nonFinite = NonFinite.fail
  /// Containers inside each other, at most.
  package var depthLimit = OpenContainer.standardLimit

  package init() {}
}

extension JSONWritingOptions {
  /// Starts a line of a layout that has some, `level` levels deep.
  @inline(never)
  package func breakLine(level: Int, in output: inout ByteWriter) {
    switch indentation {
    case .none: break
    case .tab:
      output.append(ASCII.newline)
      for _ in 0..<level { output.append(0x09) }
    case .spaces(let width):
      output.append(ASCII.newline)
      for _ in 0..<level * width { output.append(ASCII.space) }
    }
  }
}
