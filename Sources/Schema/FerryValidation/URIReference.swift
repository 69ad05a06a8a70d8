internal import FerryBase

/// A URI or a relative reference in its parts (RFC 3986, section 5.2.1).
struct URIReference {
  private var scheme: Substring?
  private var authority: Substring?
  private var path: String
  private var query: Substring?
  /// The part after `#`, with percent-encoding.
  private(set) var fragment: Substring?

  init(_ text: String) {
    var rest = text[...]
    if let hash = rest.firstIndex(of: "#") {
      fragment = rest[rest.index(after: hash)...]
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: ":"), !rest[..<colon].contains("/"),
      rest.first.map({ $0.isLetter && $0.isASCII }) == true
    {
      scheme = rest[..<colon]
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      authority = rest.prefix { $0 != "/" }
      rest = rest.dropFirst(authority?.count ?? 0)
    }
    path = String(rest)
  }

  /// The text without the fragment.
  var absolute: String {
    (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path
      + (query.map { "?" + $0 } ?? "")
  }

  /// Returns this reference, relative to `base` (section 5.2.2).
  func resolved(against base: String) -> URIReference {
    if scheme != nil { return self }
    var result = URIReference(base)
    result.fragment = fragment
    if let authority {
      (result.authority, result.path, result.query) = (authority, path, query)
    } else if path.isEmpty {
      if let query { result.query = query }
    } else {
      if !path.hasPrefix("/") {
        let isBare = result.authority != nil && result.path.isEmpty
        let folder = result.path.lastIndex(of: "/").map { result.path[...$0] } ?? ""
        result.path = (isBare ? "/" : folder) + path
      } else {
        result.path = path
      }
      result.path = Self.withoutDots(result.path)
      result.query = query
    }
    return result
  }

  /// Resolves the segments `.` and `..` (section 5.2.4).
  private static func withoutDots(_ path: String) -> String {
    var segments: [Substring] = []
    let all = path.split(separator: "/", omittingEmptySubsequences: false)
    for (number, segment) in all.enumerated() {
      let isLast = number == all.count - 1
      if segment == ".." {
        if segments.count > 1 || segments.first?.isEmpty == false { segments.removeLast() }
        if isLast { segments.append("") }
      } else if segment == "." {
        if isLast { segments.append("") }
      } else {
        segments.append(segment)
      }
    }
    return segments.joined(separator: "/")
  }

  /// The fragment with its percent-encoding resolved; empty without one.
  var decodedFragment: String { String(fragment ?? "").percentDecoded }
}

extension String {
  /// The text with its percent-encoding resolved.
  package var percentDecoded: String {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// JSON Pointers as texts.
enum Pointer {
  /// Returns `key` as a token: a slash and the key with escapes.
  static func token(_ key: String) -> String { WirePath(keys: key).pointer ?? "" }

  /// Returns the keys of a pointer; `nil` for an invalid one.
  static func keys(_ pointer: String) -> [String]? {
    try? WirePath(pointer: pointer).steps.compactMap { step in
      switch step {
      case .key(let key): key
      case .index(let number), .keyOrIndex(let number): String(number)
      case .wildcard: nil
      }
    }
  }
}
