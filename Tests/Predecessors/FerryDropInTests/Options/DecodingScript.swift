import FerryTestSupport

/// A step of a model with its decoder.
indirect enum DecodingScript {
  case scalar(ScriptScalar)
  case keyed(ScriptKeyKind, [KeyedStep])
  case unkeyed([UnkeyedStep])
  /// Two containers over one object, in turn.
  case reopened([KeyedStep], ScriptKeyKind, [KeyedStep])
}

/// A type that needs no script.
enum ScriptScalar: CaseIterable {
  case bool, int, int8, uint64, double, float, string, date, data, url, decimal, texts, numbers
}

/// A request of a model to a keyed container.
struct KeyedStep {
  enum Operation {
    case scalar(ScriptScalar), scalarIfPresent(ScriptScalar)
    case model(DecodingScript), modelIfPresent(DecodingScript), optional(DecodingScript)
    case list(DecodingScript), map(DecodingScript)
    case numbered, representable
    case keyed(ScriptKeyKind, [KeyedStep]), unkeyed([UnkeyedStep])
    case superDecoder(DecodingScript), superDecoderForKey(DecodingScript)
    case contains, null, allKeys, path
  }

  let key: Int
  let operation: Operation
  /// Whether the model goes on after an error.
  let catches: Bool
  /// Whether the step is done when everything else is.
  let isLate: Bool
}

/// A request of a model to an unkeyed container.
struct UnkeyedStep {
  enum Operation {
    case scalar(ScriptScalar), scalarIfPresent(ScriptScalar), model(DecodingScript)
    case keyed(ScriptKeyKind, [KeyedStep]), unkeyed([UnkeyedStep])
    case superDecoder(DecodingScript), null, path
  }

  let operation: Operation
  let catches: Bool
}

extension SeededGenerator {
  mutating func decodingScript(depth: Int) -> DecodingScript {
    guard depth > 0 else { return .scalar(scalar()) }
    switch int(0..<12) {
    case 0: return .scalar(scalar())
    case 1, 2: return .unkeyed(unkeyedSteps(depth: depth - 1))
    case 3:
      return .reopened(keyedSteps(depth: depth - 1), keyKind(), keyedSteps(depth: depth - 1))
    default: return .keyed(keyKind(), keyedSteps(depth: depth - 1))
    }
  }

  private mutating func scalar() -> ScriptScalar {
    ScriptScalar.allCases[int(0..<ScriptScalar.allCases.count)]
  }

  private mutating func keyKind() -> ScriptKeyKind {
    oneIn(2) ? .text : ScriptKeyKind.allCases[int(0..<ScriptKeyKind.allCases.count)]
  }

  private mutating func keyedSteps(depth: Int) -> [KeyedStep] {
    (0..<int(1..<5)).map { _ in
      KeyedStep(
        key: int(0..<40), operation: keyedOperation(depth: depth), catches: !oneIn(3),
        isLate: oneIn(8))
    }
  }

  private mutating func keyedOperation(depth: Int) -> KeyedStep.Operation {
    switch int(0..<26) {
    case 0..<6: .scalar(scalar())
    case 6..<8: .scalarIfPresent(scalar())
    case 8..<11: .model(decodingScript(depth: depth))
    case 11: .modelIfPresent(decodingScript(depth: depth))
    case 12: .optional(decodingScript(depth: depth))
    case 13, 14: .list(decodingScript(depth: depth))
    case 15, 16: .map(decodingScript(depth: depth))
    case 17: .numbered
    case 18: .representable
    case 19: .keyed(keyKind(), depth > 0 ? keyedSteps(depth: depth - 1) : [])
    case 20: .unkeyed(depth > 0 ? unkeyedSteps(depth: depth - 1) : [])
    case 21: .superDecoder(decodingScript(depth: depth))
    case 22: .superDecoderForKey(decodingScript(depth: depth))
    case 23: .contains
    case 24: .null
    default: oneIn(2) ? .allKeys : .path
    }
  }

  private mutating func unkeyedSteps(depth: Int) -> [UnkeyedStep] {
    (0..<int(1..<5)).map { _ in
      let operation: UnkeyedStep.Operation =
        switch int(0..<9) {
        case 0, 1: .scalar(scalar())
        case 2: .scalarIfPresent(scalar())
        case 3, 4: .model(decodingScript(depth: depth))
        case 5: .keyed(keyKind(), depth > 0 ? keyedSteps(depth: depth - 1) : [])
        case 6: .unkeyed(depth > 0 ? unkeyedSteps(depth: depth - 1) : [])
        case 7: .superDecoder(decodingScript(depth: depth))
        default: oneIn(2) ? .null : .path
        }
      return UnkeyedStep(operation: operation, catches: !oneIn(3))
    }
  }
}
