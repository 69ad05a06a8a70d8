package import FerryBase

extension ItemWireReader {
  /// Returns the problem of `failure`, which a reader of `input` has thrown.
  package static func problem(
    _ failure: WireFailure, in input: ByteView, _ format: ItemFormat
  ) -> Problem {
    var problem = Problem(failure)
    let lexer = ItemLexer(input, .of(format))
    guard failure.kind == .nonScalarKey, let key = try? lexer.head(at: failure.offset) else {
      return problem
    }
    problem.detail = description(of: key, at: failure.offset, in: lexer)
    problem.advice = "a key must be text or an integer"
    problem.hasPath = true
    return problem
  }

  /// Describes an item that cannot be a key.
  private static func description(
    of head: ItemHead, at place: Int, in lexer: ItemLexer
  ) -> String {
    switch head.kind {
    case ItemKind.false: "the truth value `false`"
    case ItemKind.true: "the truth value `true`"
    case ItemKind.null: lexer.input[place] == 0xF7 ? "`undefined`" : "null"
    case ItemKind.half, ItemKind.single, ItemKind.double: "the float \(lexer.double(head))"
    case ItemKind.bytes: "bytes" + hexadecimal(head, lexer)
    case ItemKind.list: "an array"
    case ItemKind.map: "an object"
    case ItemKind.tag: "a value with the tag \(head.argument)"
    case ItemKind.simple: "the simple value \(head.argument)"
    case ItemKind.extension:
      "an extension" + ((try? lexer.extensionContents(head)).map { " of type \($0.type)" } ?? "")
    default: "an item of another kind"
    }
  }

  private static func hexadecimal(_ head: ItemHead, _ lexer: ItemLexer) -> String {
    guard !head.isIndefinite, let count = try? lexer.length(head), count > 0 else { return "" }
    let digits = lexer.input[head.end..<head.end + min(count, 16)].map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return " " + digits.joined() + (count > 16 ? "…" : "")
  }
}
