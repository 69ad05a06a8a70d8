import FerryBase
import FerryYAML

/// A short notation for tapes, so that tests can say what they expect in one line:
/// `=x` plain, `"x"` text, `*3` alias of node 3, `<x>` bytes, `{"k": v}`, `[v]`.
enum Notation {
  static func describe(_ view: TapeView, _ index: Int = 0, follow: Bool = false) -> String {
    let index = follow ? view.resolved(index) : index
    let node = view[index]
    switch node.kind {
    case .map, .list:
      var parts: [String] = []
      var position = index + 1
      while position < node.payload {
        var part = describe(view, position, follow: follow)
        position = view.next(position)
        if node.kind == .map {
          part += ": " + describe(view, position, follow: follow)
          position = view.next(position)
        }
        parts.append(part)
      }
      let inside = parts.joined(separator: ", ")
      return node.kind == .map ? "{\(inside)}" : "[\(inside)]"
    case .alias: return "*\(node.payload)"
    case .plainText: return "=" + TapeView.string(validated: view.stored(node))
    case .bytes, .arenaBytes: return "<" + String(decoding: view.stored(node), as: UTF8.self) + ">"
    default: return "\"" + view.string(node) + "\""
    }
  }
}

/// A failure in terms that tests compare.
struct Refusal: Error, Equatable, CustomStringConvertible {
  let kind: FailureKind
  let offset: Int

  var description: String { "\(kind) at \(offset)" }
}

/// All documents of a stream in ``Notation``.
func read(
  _ bytes: [UInt8], limits: YAMLReader.Limits = .init(), readsInPlace: Bool = true,
  follow: Bool = false
) throws(Refusal) -> [String] {
  let result: Result<[String], Refusal> = bytes.withByteView { input in
    var reader = YAMLReader(input, limits: limits, readsInPlace: readsInPlace)
    var tape = Tape()
    var documents: [String] = []
    do throws(WireFailure) {
      while try reader.readDocument(into: &tape) {
        documents.append(Notation.describe(view(of: tape), follow: follow))
        tape.clear()
      }
      return .success(documents)
    } catch {
      return .failure(Refusal(kind: error.kind, offset: error.offset))
    }
  }
  return try result.get()
}

func read(
  _ text: String, limits: YAMLReader.Limits = .init(), follow: Bool = false
) throws(Refusal) -> [String] {
  try read(Array(text.utf8), limits: limits, follow: follow)
}

/// The one document of a stream in ``Notation``.
func readOne(
  _ bytes: [UInt8], limits: YAMLReader.Limits = .init(), rules: YAMLReader.Rules,
  follow: Bool = false
) throws(Refusal) -> String {
  let result: Result<String, Refusal> = bytes.withByteView { input in
    var reader = YAMLReader(input, limits: limits, rules: rules)
    var tape = Tape()
    var places: [Int] = []
    do throws(WireFailure) {
      _ = try reader.readDocument(into: &tape, places: &places)
      guard places.count == tape.count else { return .success("\(places.count) places") }
      return .success(Notation.describe(view(of: tape), follow: follow))
    } catch {
      return .failure(Refusal(kind: error.kind, offset: error.offset))
    }
  }
  return try result.get()
}

/// The error of `text`, or nil.
func refusal(of text: String, limits: YAMLReader.Limits = .init()) -> Refusal? {
  do throws(Refusal) {
    _ = try read(text, limits: limits)
    return nil
  } catch {
    return error
  }
}

/// A view of a tape none of whose nodes lie in an input.
func view(of tape: borrowing Tape) -> TapeView {
  TapeView(tape, input: tape.arena.bytes)
}

/// Lends the first document of `text`.
func withDocument<R>(_ text: String, _ body: (TapeView) throws -> R) throws -> R {
  let bytes = Array(text.utf8)
  return try bytes.withByteView { input in
    var reader = YAMLReader(input)
    var tape = Tape()
    _ = try reader.readDocument(into: &tape)
    return try body(view(of: tape))
  }
}

/// The text that `views` are written as.
func written(_ views: [TapeView], options: YAMLWriter.Options = .init()) throws(WireFailure)
  -> String
{
  var output = ByteWriter()
  var writer = YAMLWriter(options: options)
  for view in views { try writer.write(document: view, to: &output) }
  try writer.finish(to: &output)
  return String(decoding: output.bytes, as: UTF8.self)
}

/// The text of the tape that `build` makes.
func written(
  options: YAMLWriter.Options = .init(), _ build: (inout Tape) throws(WireFailure) -> Void
) throws(WireFailure) -> String {
  var tape = Tape()
  try build(&tape)
  return try written([view(of: tape)], options: options)
}
