package import FerryBase

/// The layout of JSON text. The default is compact, in the order of the values.
@usableFromInline
package struct JSONWritingOptions: Sendable, Equatable {
  /// The white space before each element.
  package enum Indentation: Sendable, Equatable {
    case none, spaces(Int), tab, text(String)
  }

  /// The text for NaN and the infinities, for which JSON has no number.
  package enum NonFinite: Sendable, Equatable {
    case fail, null, string
    /// The literals of JSON5.
    case literal
  }

  package var indentation = Indentation.none
  /// Writes a space before each colon and an empty line into empty containers, as Foundation's
  /// pretty printing does.
  package var followsFoundation = false
  /// Writes keys in the order of their UTF-8 bytes.
  package var sortedKeys = false
  /// Writes characters beyond ASCII as escapes.
  package var escapesNonASCII = false
  /// Writes `/` as `\/`.
  package var escapesSlashes = false
  package var nonFinite = NonFinite.fail
  /// The maximum number of nested containers.
  package var depthLimit = OpenContainer.standardLimit

  package init() {}
}

extension JSONWritingOptions {
  /// Starts a line that is indented by `level` levels, if the layout has lines.
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
    case .text(let text):
      output.append(ASCII.newline)
      for _ in 0..<level { output.append(text: text) }
    }
  }
}
