package import FerryBase

/// A handler of a tag: what takes the place of the values that have it.
package enum TagHandler: Sendable {
  /// The result of a function of the value.
  case value(@Sendable (AnyValue) throws -> AnyValue)
  /// The variable that the value names, or `nil` if it is not set.
  case variable(@Sendable (String) -> String?)
  /// The document in the file that the value names. `includer` is the name of the document with the
  /// value. All included files together have at most `byteLimit` bytes, with aliases expanded.
  case file(
    byteLimit: Int,
    @Sendable (_ path: String, _ includer: String?, _ limit: Int) throws -> IncludedFile)

  fileprivate var byteLimit: Int? { if case .file(let limit, _) = self { limit } else { nil } }
}

extension [String: TagHandler] {
  /// The limit of all included files.
  var byteLimit: Int { values.compactMap(\.byteLimit).min() ?? 0 }
}

/// A file that a document includes.
package struct IncludedFile: Sendable {
  /// The name in errors and origins.
  package let name: String
  /// The path without symbolic links, which is the same for all names of the file.
  package let id: String
  package let bytes: [UInt8]

  package init(name: String, id: String, bytes: [UInt8]) {
    (self.name, self.id, self.bytes) = (name, id, bytes)
  }
}

/// The problem of a handler or another error, with the values that led to it.
package struct TagFailure: Error {
  /// A value: the file, or `nil` for the document itself, and the index of the node.
  package typealias Value = (file: IncludedFile?, node: Int)

  /// The error of a handler, or of an included file.
  let cause: any Error
  /// The value that the error is about, and then the values that include its file, from inside to
  /// outside.
  let values: [Value]
  let path: WirePath

  /// Returns the failure with the locations that `place` returns.
  package func problem(_ place: (Value) -> SourcePlace) -> Problem {
    // The location of a failure in an included file is known, and the first value includes it.
    let problem = cause as? Problem
    let own = problem?.place == nil ? nil : problem
    let notes = values.dropFirst(own == nil ? 1 : 0).map {
      (text: "included here", place: place($0))
    }
    if let own { return own.with(notes) }
    let failure = cause as? WireFailure
    return Problem(
      problem?.kind ?? failure?.kind ?? .invalidValue, place: place(values[0]),
      detail: problem?.detail ?? (failure == nil ? "\(cause)" : nil), path: path,
      hint: problem?.hint
    ).with(notes)
  }
}
