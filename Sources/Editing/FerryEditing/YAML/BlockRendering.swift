#if FERRY_YAML
internal import FerryBase
internal import FerryYAML

/// A new value of a block, as lines without indentation.
struct RenderedBlock {
  enum Form { case inline, object, array }

  var form = Form.inline
  /// The anchor and the tag.
  var properties: [UInt8] = []
  /// The lines of an object or an array; otherwise the text after the key, and the lines after it,
  /// relative to the key.
  var lines: [[UInt8]]
}

/// New text of YAML in the style of its neighbours.
struct BlockRendering {
  let values: YAMLScalars
  let keys: YAMLScalars
  /// The number of spaces before members, and before dashes, in an object.
  let unit: Int
  let dashUnit: Int
  /// The number of columns from a dash to its value.
  private(set) var dashWidth = 2
  /// Values whose style a new value takes.
  private let models: (replaced: Item?, samples: [Item])
  /// The number of neighbours whose style matters, so that new values cost the same in a long list.
  private static let sampleCount = 64

  init(_ syntax: YAMLSyntax, _ samples: [Item], replacing old: Item?, isInBrackets: Bool = false) {
    (unit, dashUnit) = syntax.indentation
    if let first = samples.first, first.isBlock || first.kind != .scalar || first.value.count > 0,
      first.key == nil,
      !syntax.text.hasLineBreak(first.start..<max(first.start, first.value.lowerBound)),
      first.value.lowerBound > first.start
    {
      dashWidth = first.value.lowerBound - first.start
    }
    let quoted = syntax.quotedForm ?? .doubleQuoted
    let form = Self.form(of: old.map { [$0] } ?? samples, syntax, isReplaced: old != nil)
    values = YAMLScalars(form: form, quotedForm: quoted, isInBrackets: isInBrackets, unit: unit)
    let first = samples.first?.key.flatMap { syntax.text[$0].first }
    let keyForm: YAMLOutline.Kind? =
      first == Byte.quote ? .doubleQuoted : first == Byte.apostrophe ? .singleQuoted : nil
    keys = YAMLScalars(form: keyForm, quotedForm: keyForm ?? quoted, isInBrackets: isInBrackets)
    models = (old, samples)
  }

  /// Whether the neighbours of this kind have brackets.
  private func hasBrackets(_ kind: Item.Kind) -> Bool {
    func isModel(_ item: Item) -> Bool {
      item.kind == kind && (item.isBlock || item.end - item.open > 2)
    }
    if let old = models.replaced, isModel(old) { return !old.isBlock }
    let samples = models.samples.prefix(Self.sampleCount)
    return samples.first(where: isModel).map { !$0.isBlock } ?? false
  }

  /// Returns the form of text that the samples have in common.
  private static func form(
    of samples: [Item], _ syntax: YAMLSyntax, isReplaced: Bool
  ) -> YAMLOutline.Kind? {
    let scalars = samples.suffix(sampleCount).filter { $0.kind == .scalar && $0.value.count > 0 }
    let forms = scalars.map { syntax.form($0) }.filter { $0 != .plain }
    if isReplaced { return forms.first }
    let hasPlainText = scalars.contains {
      guard syntax.form($0) == .plain, let first = syntax.text[$0.open...].first else {
        return false
      }
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
      return isLetter
        && !["true", "false", "null", "yes", "no", "on", "off"].contains(
          String(decoding: syntax.text[$0.value], as: UTF8.self).lowercased())
    }
    return hasPlainText ? nil : forms.last { $0 == .singleQuoted || $0 == .doubleQuoted }
  }

  // MARK: Blocks

  /// Returns the lines of content.
  func rendered(_ content: Content) throws -> RenderedBlock {
    switch content {
    case .value(let value): return try rendered(value)
    case .text(let fragment):
      let form: RenderedBlock.Form =
        !fragment.isBlock ? .inline : fragment.kind == .object ? .object : .array
      return RenderedBlock(form: form, properties: fragment.properties, lines: fragment.lines)
    }
  }

  /// Returns the lines of a value.
  func rendered(_ value: AnyValue) throws -> RenderedBlock {
    switch value {
    case .tagged(let tag, let value):
      var block = try rendered(value)
      if !block.properties.isEmpty { throw Problem.edit("YAML allows one tag for each value") }
      block.properties = Self.tag(tag)
      return block
    case .object(let members) where !members.isEmpty && !hasBrackets(.object):
      var lines: [[UInt8]] = []
      for (key, value) in members {
        lines += entry(keys.key(key) + [Byte.colon], try rendered(value), column: 0)
      }
      return RenderedBlock(form: .object, lines: lines)
    case .array(let elements) where !elements.isEmpty && !hasBrackets(.array):
      let lines = try elements.flatMap { entry([Byte.dash], try rendered($0), column: 0) }
      return RenderedBlock(form: .array, lines: lines)
    case .array, .object: return RenderedBlock(lines: [try inBrackets(value)])
    default: return RenderedBlock(lines: try values.lines(value))
    }
  }

  /// Returns the tag with the escapes of YAML 1.2: rule 40 with a handle, rule 39 in `!<…>`.
  private static func tag(_ tag: String) -> [UInt8] {
    let hasHandle = tag.hasPrefix("!")
    let allowed = Array("-;/?:@&=+$_.~*'()".utf8) + (hasHandle ? [] : Array(",[]!".utf8))
    var text: [UInt8] = []
    for byte in tag.utf8.dropFirst(hasHandle ? 1 : 0) {
      let isLetter = 0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20
      if isLetter || allowed.contains(byte) {
        text.append(byte)
      } else {
        text += (byte < 16 ? "%0" : "%").utf8
        text += String(byte, radix: 16, uppercase: true).utf8
      }
    }
    return hasHandle ? [0x21] + text : Array("!<".utf8) + text + [0x3E]
  }

  /// Returns the lines of a member or an element at a column. The first one has no indentation.
  func entry(
    _ head: [UInt8], _ value: RenderedBlock, column: Int, _ beside: [UInt8] = []
  ) -> [[UInt8]] {
    let properties = value.properties.isEmpty ? [] : [Byte.space] + value.properties
    let isDash = head == [Byte.dash]
    let gap = [UInt8](repeating: Byte.space, count: isDash ? dashWidth - 1 : 1)
    switch value.form {
    case .inline:
      let first = value.lines[0].isEmpty ? [] : gap + value.lines[0]
      var lines = [head + properties + first] + indented(value.lines.dropFirst(), column)
      lines[lines.count - 1] += beside
      return lines
    case .object, .array:
      let inner = column + width(of: value.form, isDash: isDash)
      if isDash, properties.isEmpty, beside.isEmpty {
        return [head + gap + value.lines[0]] + indented(value.lines.dropFirst(), inner)
      }
      return [head + properties + beside] + indented(value.lines[...], inner)
    }
  }

  /// Returns the number of columns from a key or a dash to the lines of an object or an array.
  func width(of form: RenderedBlock.Form, isDash: Bool) -> Int {
    isDash ? dashWidth : form == .object ? unit : dashUnit
  }

  /// Returns the lines with indentation. Empty lines get none.
  func indented(_ lines: ArraySlice<[UInt8]>, _ column: Int) -> [[UInt8]] {
    lines.map { $0.isEmpty ? $0 : [UInt8](repeating: Byte.space, count: column) + $0 }
  }

  // MARK: Brackets

  /// Returns a value in brackets and braces.
  func inBrackets(_ value: AnyValue) throws -> [UInt8] {
    var scalars = values
    scalars.isInBrackets = true
    var names = keys
    names.isInBrackets = true
    return try Self.inBrackets(value, scalars, names)
  }

  private static func inBrackets(
    _ value: AnyValue, _ scalars: YAMLScalars, _ keys: YAMLScalars
  ) throws -> [UInt8] {
    let separator = [Byte.comma, Byte.space]
    switch value {
    case .tagged(let tag, let value):
      return Self.tag(tag) + [Byte.space] + (try inBrackets(value, scalars, keys))
    case .array(let elements):
      let texts = try elements.map { try inBrackets($0, scalars, keys) }
      return [Byte.openBracket] + texts.joined(separator: separator) + [Byte.closeBracket]
    case .object(let members):
      let texts = try members.map {
        keys.key($0.key) + [Byte.colon, Byte.space] + (try inBrackets($0.value, scalars, keys))
      }
      return [Byte.openBrace] + texts.joined(separator: separator) + [Byte.closeBrace]
    default: return try scalars.lines(value)[0]
    }
  }
}
#endif
