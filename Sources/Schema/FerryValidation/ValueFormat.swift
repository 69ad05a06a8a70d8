package import FerryBase
internal import FerrySystem

/// The form of a text, as the keyword `format` names it.
package enum ValueFormat: String, BitwiseCopyable, CaseIterable {
  case dateTime = "date-time"
  case date, time, duration, email, hostname, ipv4, ipv6, uri, iri, uuid, regex
  case internationalEmail = "idn-email"
  case internationalHostname = "idn-hostname"
  case uriReference = "uri-reference"
  case iriReference = "iri-reference"
  case uriTemplate = "uri-template"
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"

  /// The form for people.
  var form: String {
    switch self {
    case .regex: "a regular expression (ECMA-262)"
    case .dateTime, .date, .time: "a \(rawValue) (RFC 3339)"
    default: "a text of the format '\(rawValue)'"
    }
  }

  /// Returns whether a text has the form.
  package func matches(_ text: ByteView) -> Bool {
    switch self {
    case .dateTime: return Self.isDateTime(text)
    // A timestamp of YAML may be a date alone.
    case .date: return text.count == 10 && DateText.seconds(text, .yaml) != nil
    case .time: return (Array("2001-01-01T".utf8) + text).withByteView(Self.isDateTime)
    case .ipv6: return Self.isIPv6(text[...])
    case .uri, .uriReference, .iri, .iriReference:
      return TextForms.matches(self, text) && Self.hasValidAddress(text)
    case .email, .internationalEmail:
      // The local part may have brackets of its own, in quotes.
      return TextForms.matches(self, text)
        && (text.last != UInt8(ascii: "]") || Self.hasValidAddress(text))
    case .regex:
      do throws(PatternError) {
        _ = try Pattern(String(decoding: text, as: UTF8.self), tableLimit: 0)
        return true
      } catch {
        return error.isUnsupported
      }
    case .hostname, .internationalHostname:
      return text.count <= 253 && TextForms.matches(self, text)
    default: return TextForms.matches(self, text)
    }
  }

  private static func isIPv6(_ text: Slice<ByteView>) -> Bool {
    var address = in6_addr()
    // The function takes text up to a zero byte.
    guard !text.contains(0) else { return false }
    return unsafe inet_pton(AF_INET6, String(decoding: text, as: UTF8.self), &address) == 1
  }

  /// Returns whether the address in brackets is valid, if a URI or an email address has an IPv6
  /// address (RFC 3986, section 3.2.2; RFC 5321, section 4.1.3).
  private static func hasValidAddress(_ text: ByteView) -> Bool {
    guard let close = text.lastIndex(of: UInt8(ascii: "]")),
      let open = text[..<close].lastIndex(of: UInt8(ascii: "["))
    else { return true }
    var address = text[(open + 1)..<close]
    if address.starts(with: "IPv6:".utf8) { address = address.dropFirst(5) }
    guard address.contains(UInt8(ascii: ":")), address.first.map({ $0 | 0x20 }) != 0x76 else {
      return true
    }
    return isIPv6(address)
  }

  /// Returns whether `text` is a date with a time of RFC 3339, section 5.6.
  private static func isDateTime(_ text: ByteView) -> Bool {
    guard let seconds = DateText.seconds(text, .rfc3339), text[10] != UInt8(ascii: " ") else {
      return false
    }
    // A leap second ends a day of UTC.
    let minute = Int((seconds / 60).rounded())
    return text[17] != UInt8(ascii: "6") || minute.isMultiple(of: 1440)
  }
}

/// Forms of texts as patterns.
private enum TextForms {
  static func matches(_ name: ValueFormat, _ text: ByteView) -> Bool {
    patterns[name]?.matches(text) ?? false
  }

  private static let patterns: [ValueFormat: Pattern] = Dictionary(
    uniqueKeysWithValues: ValueFormat.allCases.compactMap { name in
      text(of: name).flatMap(compiled).map { (name, $0) }
    })

  private static func compiled(_ text: String) -> Pattern? {
    let pattern = try? Pattern(text)
    assert(pattern != nil, "the pattern of a format is invalid")
    return pattern
  }

  private static let label = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
  private static let anyLetter = #"[\p{L}\p{Mn}\p{Mc}\p{Nd}\u00B7\u0375\u05F3\u05F4\u30FB]"#
  private static let anyLabel = "[\\p{L}\\p{Nd}]((\(anyLetter)|-){0,61}\(anyLetter))?"
  private static let octet = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
  private static let ipv4 = "\(octet)(\\.\(octet)){3}"
  private static let atom = #"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]"#
  /// The characters beyond ASCII in an IRI (RFC 3987, section 2.2), with those of private use.
  private static let iriLetters =
    #"\u00A0-\uD7FF\uE000-\uFDCF\uFDF0-\uFFEF\u{10000}-\u{10FFFD}"#
  private static let pointer = "(/([^~/]|~[01])*)*"

  private static func email(_ letters: String, host: String) -> String {
    let part = letters.isEmpty ? atom : "(\(atom)|[\(letters)])"
    let quoted = #""([\x20\x21\x23-\x5B\x5D-\x7E"# + letters + #"]|\\[\x20-\x7E])*""#
    let domain = "(\(host)\\.)*\(host)"
    let literal = "\\[(\(ipv4)|IPv6:[0-9A-Fa-f:.]+)\\]"
    return "^(\(part)+(\\.\(part)+)*|\(quoted))@(\(domain)|\(literal))$"
  }

  /// Returns the form of a URI or a reference (RFC 3986, appendix A).
  private static func reference(_ letters: String, isRelative: Bool) -> String {
    let encoded = "%[0-9A-Fa-f]{2}"
    func characters(_ more: String) -> String {
      "([A-Za-z0-9._~!$&'()*+,;=\(more)\(letters)-]|\(encoded))"
    }
    let segment = characters(":@")
    let address = #"\[([0-9A-Fa-f:.]+|[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+)\]"#
    let authority = "(\(characters(":"))*@)?(\(address)|\(characters(""))*)(:[0-9]*)?"
    let hierarchy = "//\(authority)(/\(segment)*)*"
    let scheme = "[A-Za-z][A-Za-z0-9+.-]*:"
    let rest = "(\\?(\(segment)|[/?])*)?(#(\(segment)|[/?])*)?"
    let absolute = "\(scheme)(\(hierarchy)|/?(\(segment)+(/\(segment)*)*)?)\(rest)"
    if !isRelative { return "^\(absolute)$" }
    let first = characters("@")
    let relative =
      "(\(hierarchy)|/(\(segment)+(/\(segment)*)*)?|(\(first)+(/\(segment)*)*)?)\(rest)"
    return "^(\(absolute)|\(relative))$"
  }

  private static func text(of name: ValueFormat) -> String? {
    switch name {
    case .hostname: return "^(\(label)\\.)*\(label)$"
    case .internationalHostname:
      return "^(\(anyLabel)[.\u{3002}\u{FF0E}\u{FF61}])*\(anyLabel)$"
    case .duration:
      let time = "T([0-9]+H([0-9]+M([0-9]+S)?)?|[0-9]+M([0-9]+S)?|[0-9]+S)"
      let date = "([0-9]+Y([0-9]+M([0-9]+D)?)?|[0-9]+M([0-9]+D)?|[0-9]+D)"
      return "^P([0-9]+W|\(date)(\(time))?|\(time))$"
    case .email: return email("", host: label)
    case .internationalEmail: return email("\\u0080-\\u{10FFFF}", host: anyLabel)
    case .ipv4: return "^\(ipv4)$"
    case .uri: return reference("", isRelative: false)
    case .uriReference: return reference("", isRelative: true)
    case .iri: return reference(iriLetters, isRelative: false)
    case .iriReference: return reference(iriLetters, isRelative: true)
    case .uriTemplate:
      let name = "([A-Za-z0-9_]|%[0-9A-Fa-f]{2})(\\.?([A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*"
      let variable = "\(name)(:[1-9][0-9]{0,3}|\\*)?"
      let literal = #"[^\x00-\x20"%<>\\^`{|}\x7F]|%[0-9A-Fa-f]{2}"#
      return "^(\(literal)|\\{[+#./;?&=,!@|]?\(variable)(,\(variable))*\\})*$"
    case .uuid: return "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
    case .jsonPointer: return "^\(pointer)$"
    case .dateTime, .date, .time, .ipv6, .regex: return nil
    case .relativeJSONPointer: return "^(0|[1-9][0-9]*)([+-][1-9][0-9]*)?(#|\(pointer))$"
    }
  }
}
