/// A document to be written as text: the stand-ins are sketched once and written as JSON or YAML.
///
/// Not a model, which would lose null members and has no order of its own for dictionaries.
enum Sketch {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case text(String)
  /// Text that JSON writes in ASCII: all other characters as `\u` escapes.
  case asciiText(String)
  case list([Sketch])
  case object([(key: String, value: Sketch)])
}

extension Sketch: ExpressibleByNilLiteral {
  init(nilLiteral: ()) { self = .null }
}

extension Sketch: ExpressibleByBooleanLiteral {
  init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Sketch: ExpressibleByIntegerLiteral {
  init(integerLiteral value: Int) { self = .int(value) }
}

extension Sketch: ExpressibleByFloatLiteral {
  init(floatLiteral value: Double) { self = .double(value) }
}

extension Sketch: ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { self = .text(value) }
}

extension Sketch: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: Sketch...) { self = .list(elements) }
}

extension Sketch: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral members: (String, Sketch)...) {
    self = .object(members.map { (key: $0, value: $1) })
  }
}
