// JSON Pointers, RFC 6901: `/a~1b/0` is the key "a/b", then the key "0" or the element 0.

extension WirePath {
  /// Parses a JSON Pointer.
  package init(parsingPointer pointer: String) throws(SyntaxError) {
    let scalars = Array(pointer.unicodeScalars)
    func error(_ message: String, at position: Int) -> SyntaxError {
      SyntaxError(text: pointer, column: position + 1, message: message)
    }
    if let first = scalars.first, first != "/" {
      throw error("a JSON Pointer starts with '/'", at: 0)
    }
    var steps: [Step] = []
    var position = 0
    while position < scalars.count {
      position += 1
      var token = String.UnicodeScalarView()
      while position < scalars.count, scalars[position] != "/" {
        guard scalars[position] == "~" else {
          token.append(scalars[position])
          position += 1
          continue
        }
        switch position + 1 < scalars.count ? scalars[position + 1] : nil {
        case "0": token.append("~")
        case "1": token.append("/")
        default:
          throw error(
            "expected 0 or 1 after '~'; write '~0' for '~' and '~1' for '/'", at: position)
        }
        position += 2
      }
      steps.append(Step(pointerToken: String(token)))
    }
    self.init(steps: steps)
  }

  /// The path as a JSON Pointer, or `nil` for a path with a wildcard, which pointers cannot
  /// express.
  public var pointer: String? {
    var text = ""
    for step in steps {
      text += "/"
      switch step {
      case .index(let index), .keyOrIndex(let index): text += "\(index)"
      case .wildcard: return nil
      case .key(let key):
        for scalar in key.unicodeScalars {
          switch scalar {
          case "~": text += "~0"
          case "/": text += "~1"
          default: text.unicodeScalars.append(scalar)
          }
        }
      }
    }
    return text
  }
}

extension WirePath.Step {
  /// Creates the step of a token. Indexes have no sign and no leading zeros (RFC 6901, section 4),
  /// so `01` is only a key.
  fileprivate init(pointerToken token: String) {
    let isNumber = !token.isEmpty && token.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if isNumber, token == "0" || token.utf8.first != 0x30, let index = Int(token) {
      self = .keyOrIndex(index)
    } else {
      self = .key(token)
    }
  }
}
