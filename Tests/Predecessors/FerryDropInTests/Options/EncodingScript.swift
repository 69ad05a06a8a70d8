import FerryTestSupport

/// A step of a model with its encoder.
indirect enum EncodingScript {
  case scalar(ScriptValue)
  case keyed(ScriptKeyKind, [KeyedWrite])
  case unkeyed([UnkeyedWrite])
  /// Two containers over one object, in turn.
  case reopened([KeyedWrite], ScriptKeyKind, [KeyedWrite])
}

/// A value that needs no script.
struct ScriptValue {
  let scalar: ScriptScalar
  let number: Int
}

/// A value that a model writes into a keyed container.
struct KeyedWrite {
  enum Operation {
    case scalar(ScriptValue), absent(ScriptScalar), null
    case model(EncodingScript), list([EncodingScript]), map([String: EncodingScript])
    case numbered([Int: EncodingScript])
    case keyed(ScriptKeyKind, [KeyedWrite]), unkeyed([UnkeyedWrite])
    case superEncoder(EncodingScript), superEncoderForKey(EncodingScript), path
  }

  let key: Int
  let operation: Operation
  /// Whether the step is done when the rest of the model is written.
  let isLate: Bool
}

/// A value that a model writes into an unkeyed container.
enum UnkeyedWrite {
  case scalar(ScriptValue), null, model(EncodingScript), path
  case keyed(ScriptKeyKind, [KeyedWrite]), unkeyed([UnkeyedWrite]), superEncoder(EncodingScript)
}

extension KeyedWrite {
  /// Whether the step opens a container, of which there is one in an object.
  var isNested: Bool {
    switch operation {
    case .keyed, .unkeyed, .superEncoder, .superEncoderForKey: true
    default: false
    }
  }
}

extension SeededGenerator {
  mutating func encodingScript(depth: Int, isFree: Bool) -> EncodingScript {
    guard depth > 0 else { return .scalar(scriptValue()) }
    switch int(0..<12) {
    case 0: return .scalar(scriptValue())
    case 1, 2: return .unkeyed(unkeyedWrites(depth: depth - 1, isFree: isFree))
    case 3:
      return .reopened(
        keyedWrites(depth: depth - 1, isFree: isFree), writeKeyKind(),
        keyedWrites(depth: depth - 1, isFree: isFree).filter { !$0.isNested })
    default: return .keyed(writeKeyKind(), keyedWrites(depth: depth - 1, isFree: isFree))
    }
  }

  private mutating func scriptValue() -> ScriptValue {
    ScriptValue(
      scalar: ScriptScalar.allCases[int(0..<ScriptScalar.allCases.count)], number: int(0..<40))
  }

  private mutating func writeKeyKind() -> ScriptKeyKind {
    oneIn(2) ? .text : ScriptKeyKind.allCases[int(0..<ScriptKeyKind.allCases.count)]
  }

  private mutating func keyedWrites(depth: Int, isFree: Bool) -> [KeyedWrite] {
    var writes = (0..<int(0..<5)).map { _ in
      KeyedWrite(
        key: int(0..<40), operation: keyedWrite(depth: depth, isFree: isFree), isLate: oneIn(8))
    }
    if let first = writes.firstIndex(where: \.isNested) {
      writes = writes.enumerated().filter { $0.offset == first || !$0.element.isNested }
        .map(\.element)
    }
    return writes
  }

  private mutating func keyedWrite(depth: Int, isFree: Bool) -> KeyedWrite.Operation {
    switch int(0..<20) {
    case 0..<6: .scalar(scriptValue())
    case 6: .absent(scriptValue().scalar)
    case 7: .null
    case 8..<11: .model(encodingScript(depth: depth, isFree: isFree))
    case 11: .list((0..<int(0..<3)).map { _ in encodingScript(depth: depth, isFree: isFree) })
    case 12 where isFree:
      .map([LooseKey.key(int(0..<40)).stringValue: encodingScript(depth: depth, isFree: isFree)])
    case 13 where isFree: .numbered([int(0..<9): encodingScript(depth: depth, isFree: isFree)])
    case 14 where isFree:
      .keyed(writeKeyKind(), depth > 0 ? keyedWrites(depth: depth - 1, isFree: isFree) : [])
    case 15 where isFree: .unkeyed(depth > 0 ? unkeyedWrites(depth: depth - 1, isFree: isFree) : [])
    case 16: .superEncoder(encodingScript(depth: depth, isFree: isFree))
    case 17: .superEncoderForKey(encodingScript(depth: depth, isFree: isFree))
    default: .path
    }
  }

  private mutating func unkeyedWrites(depth: Int, isFree: Bool) -> [UnkeyedWrite] {
    let writes: [UnkeyedWrite] = (0..<int(0..<5)).map { _ in
      switch int(0..<9) {
      case 0..<3: .scalar(scriptValue())
      case 3: .null
      case 4, 5: .model(encodingScript(depth: depth, isFree: isFree))
      case 6 where isFree:
        .keyed(writeKeyKind(), depth > 0 ? keyedWrites(depth: depth - 1, isFree: isFree) : [])
      case 7 where isFree:
        .unkeyed(depth > 0 ? unkeyedWrites(depth: depth - 1, isFree: isFree) : [])
      default: oneIn(2) ? .superEncoder(encodingScript(depth: depth, isFree: isFree)) : .path
      }
    }
    // Foundation counts the element of a super encoder when that is gone: it may come last only.
    let isSuper = writes.map { if case .superEncoder = $0 { true } else { false } }
    return writes.prefix(1 + (isSuper.firstIndex(of: true) ?? writes.count)) + []
  }
}
