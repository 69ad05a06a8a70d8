import FerryBase
import FerryJSONEngine
import FerryTestSupport
import Testing

@Suite struct JSONScannerTests {
  // MARK: Blocks

  /// Both twins agree with a look at each byte.
  @Test("the masks of a block mark the same bytes as a loop")
  func masksTellTheBytes() {
    var random = SeededGenerator(for: "masksTellTheBytes")
    let alphabet = Array("\"\\{}[],:  \n\t\u{1F}ab0".utf8) + [0x00, 0x7F, 0x80, 0xA2, 0xDB, 0xFF]
    for _ in 0..<500 {
      let bytes = (0..<64).map { _ in
        random.oneIn(4) ? UInt8(random.int(0..<256)) : alphabet[random.int(0..<alphabet.count)]
      }
      func mask(_ isWanted: (UInt8) -> Bool) -> UInt64 {
        bytes.indices.reduce(0) { isWanted(bytes[$1]) ? $0 | 1 << UInt64($1) : $0 }
      }
      bytes.withByteView { buffer in
        let block = JSONBlock(buffer.start)
        let portable = PortableJSONBlock(buffer.start)
        let brackets = mask { "{}[]".utf8.contains($0) }
        #expect(block.brackets == brackets && portable.brackets == brackets)
        let controls = mask { $0 < 0x20 }
        #expect(block.controls == controls && portable.controls == controls)
        for byte in [0x22, 0x5C, 0x2C] as [UInt8] {
          let places = mask { $0 == byte }
          #expect(block.places(of: byte) == places && portable.places(of: byte) == places)
        }
        let isBeyond = bytes.contains { $0 >= 0x80 }
        #expect((block.highBits != 0) == isBeyond && (portable.highBits != 0) == isBeyond)
        let isUnusual = bytes.contains { $0 < 0x20 || $0 == 0x5C }
        #expect(
          block.hasBackslashOrControl == isUnusual && portable.hasBackslashOrControl == isUnusual)
      }
    }
  }

  /// Blocks that are skipped many at once are those that one by one would pass, and nothing else.
  @Test("block skipping has the same result as scanning byte by byte")
  func plainBlocksAreSkippedAsOthersAre() {
    var random = SeededGenerator(for: "plainBlocksAreSkippedAsOthersAre")
    for _ in 0..<(isDebugBuild ? 400 : 4000) {
      let text = Self.mostlyPlainText(ofBlocks: 16, using: &random)
      let depthLimit = random.oneIn(2) ? 512 : random.int(0..<8)
      let elements = random.oneIn(2) ? Int.max : random.int(1..<100)
      func outcome(skipsPlainBlocks: Bool) -> String {
        text.withByteView { bytes in
          var cursor = bytes.start
          var scan = BlockScan(
            bytes, isMap: false, depthLimit: depthLimit, elements: elements,
            skipsPlainBlocks: skipsPlainBlocks)
          let verdict = scan.run(&cursor, to: cursor + text.count, offset: 0)
          let passed = cursor - bytes.start
          return "\(verdict) \(passed) \(scan.hasSeenHighBits) \(scan.elementsLeft)"
        }
      }
      let expected = outcome(skipsPlainBlocks: false)
      #expect(
        outcome(skipsPlainBlocks: OpenBrackets.skipsPlainBlocks) == expected,
        "\(String(decoding: text, as: UTF8.self))")
    }
  }

  /// The inside of a list in blocks of 64 bytes, in which a bracket may be wrong, a quote missing, or
  /// a character one that has to be looked at.
  private static func mostlyPlainText(
    ofBlocks blocks: Int, using random: inout SeededGenerator
  ) -> [UInt8] {
    let plain = [#""ab""#, #""[x,""#, "12", ",", ",", ", ", "\n", "{", "[", "}", "]"]
    let odd = [#""\""#, #""\q""#, "\"\u{1F}\"", "\u{E9}", "\"", "]", "}", "[[[[[[[[[[[[[[[["]
    let oddity = random.int(20..<200)
    var text: [UInt8] = []
    var closing: [String] = []
    while text.count < blocks * 64 {
      guard !random.oneIn(oddity) else {
        text += odd[random.int(0..<odd.count)].utf8
        continue
      }
      switch plain[random.int(0..<plain.count)] {
      case "{":
        text += "{".utf8
        closing.append("}")
      case "[":
        text += "[".utf8
        closing.append("]")
      case "}", "]": text += (closing.popLast() ?? ",").utf8
      case let piece: text += piece.utf8
      }
    }
    return Array(text.prefix(blocks * 64))
  }

  // MARK: Skipping

  /// A skipped value ends where the reader says, with whatever before and behind it.
  @Test("random values are skipped", arguments: [0, 1, 7, 30, 63, 64, 65, 200])
  func skipsRandomValues(_ indent: Int) throws {
    var random = SeededGenerator(for: "skipsRandomValues")
    for _ in 0..<(isDebugBuild ? 60 : 600) {
      let value = RandomJSON.value(depth: 4, using: &random)
      let blanks = String(repeating: " ", count: indent)
      let text = Array("[\(blanks)\(value), {\"\\\": [".utf8)
      try text.withByteView { bytes in
        var scanner = JSONScanner(bytes)
        _ = try scanner.enter()
        #expect(scanner.offset == 1 + indent)
        try scanner.skipValue()
        try scanner.checkPassedText()
        #expect(scanner.offset == 1 + indent + value.utf8.count, "\(value)")
      }
    }
  }

  @Test("elements are counted")
  func countsElements() throws {
    var random = SeededGenerator(for: "countsElements")
    for count in [1, 2, 3, 63, 64, 65, 300] {
      let elements = (0..<count).map { _ in RandomJSON.value(depth: 2, using: &random) }
      let text = Array("[\(elements.joined(separator: ","))]".utf8)
      try text.withByteView { bytes in
        for index in Set([0, 1, count / 2, count - 1]) where index < count {
          var scanner = JSONScanner(bytes)
          let isInside = try scanner.enter()
          let isThere = try scanner.seek(element: index)
          #expect(isInside && isThere)
          let before = elements[..<index].reduce(1) { $0 + $1.utf8.count + 1 }
          #expect(scanner.offset == before)
        }
        var scanner = JSONScanner(bytes)
        _ = try scanner.enter()
        let isThere = try scanner.seek(element: count)
        #expect(!isThere && scanner.offset == bytes.count)
      }
    }
  }

  @Test(
    "skipped values are checked",
    arguments: [
      (#"{"a":[}"#, FailureKind.mismatchedBracket, 6),
      (#"{"a":[1,2}]}"#, .mismatchedBracket, 9),
      (#"{"a":"x"#, .unterminatedString, 5),
      (#"{"a":["x"#, .unterminatedString, 6),
      (#"{"a":["x\"]"#, .unterminatedString, 6),
      (#"{"a":["x","\u00"#, .unterminatedString, 10),
      (#"{"a":["\x"],"b":1}"#, .invalidEscape, 7),
      (#"{"a":"\x","b":1}"#, .invalidEscape, 6),
      (#"{"a":["\u12x4"],"b":1}"#, .invalidEscape, 7),
      (#"{"a":["\ud800"],"b":1}"#, .loneSurrogate, 7),
      (#"{"a":["\ud800\u0041"],"b":1}"#, .loneSurrogate, 7),
      (#"{"a":["\udc00"],"b":1}"#, .loneSurrogate, 7),
      ("{\"a\":[\"x\ny\"],\"b\":1}", .controlCharacter, 8),
      ("{\"a\":\"x\ny\",\"b\":1}", .controlCharacter, 7),
      (#"{"a":[\"],"b":1}"#, .unexpectedCharacter, 6),
      (#"{"a" 1,"b":1}"#, .missingColon, 5),
      (#"{"a":1 "b":1}"#, .missingComma, 7),
      (#"{"a":1,b:1}"#, .missingKey, 7),
      (#"{"a":,"b":1}"#, .unexpectedCharacter, 5),
      (#"{"a":[1,2"#, .unexpectedEnd, 9),
      (#"{"a":1"#, .unexpectedEnd, 6),
      ("", .unexpectedEnd, 0),
      ("  ", .unexpectedEnd, 2),
      (#"{"a":1,"#, .unexpectedEnd, 7),
    ])
  func whatItPassesIsChecked(_ text: String, _ kind: FailureKind, _ offset: Int) {
    Array(text.utf8).withByteView { bytes in
      let failure = failure(of: bytes, seeking: "b")
      #expect(failure?.kind == kind && failure?.offset == offset, "\(String(describing: failure))")
    }
  }

  /// Wherever it lies in a block, and whatever reads it.
  @Test("invalid UTF-8 before the value is an error")
  func illFormedTextIsFoundAnywhereBeforeTheHit() {
    for length in [0, 1, 20, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 130, 16_370, 16_384] {
      for wrong in [[0x80], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80]]
        as [[UInt8]]
      {
        for (prefix, suffix) in [("{\"a\":[\"", "\"],\"b\":1}"), ("{\"a\":\"", "\",\"b\":1}")] {
          let text =
            Array(prefix.utf8) + [UInt8](repeating: 0x78, count: length) + wrong
            + Array(suffix.utf8)
          text.withByteView { bytes in
            let failure = failure(of: bytes, seeking: "b")
            #expect(failure?.kind == .invalidUTF8)
            #expect(failure?.offset == prefix.utf8.count + length)
          }
        }
      }
    }
  }

  @Test("valid UTF-8 before the value is skipped")
  func wellFormedTextPassesAnywhere() {
    for length in [0, 1, 20, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 16_370, 16_383, 16_384] {
      for letter in ["é", "€", "😀", "\\u00e9", "\\ud83d\\ude00", "\\\\", "\\\""] {
        for (prefix, suffix) in [("{\"a\":[\"", "\"],\"b\":1}"), ("{\"a\":\"", "\",\"b\":1}")] {
          let filler = String(repeating: "x", count: length)
          let text = Array((prefix + filler + letter + letter + suffix).utf8)
          text.withByteView { bytes in
            #expect(failure(of: bytes, seeking: "b") == nil, "\(length) \(letter)")
          }
        }
      }
    }
  }

  // MARK: Hostile input

  @Test("every truncated document is an error, never a trap")
  func everyTruncationIsAnErrorAndNoTrap() {
    let text = Array(
      #"{"a":[{"x":"y\n\ud83d\ude00é"},[1.5e3,true,null]],"b":{"c":"end"},"d":1}"#.utf8)
    Truncation.check(text) { bytes in
      var scanner = JSONScanner(bytes)
      try scanner.skipValue()
    }
  }

  @Test(
    "a skipped value beyond the depth limit is an error", arguments: ["[", #"{"a":"#, "[{\"a\":"])
  func depthIsAnError(_ opening: String) {
    let text = Array(String(repeating: opening, count: 1 << 20).utf8)
    text.withByteView { bytes in
      var scanner = JSONScanner(bytes)
      #expect(
        throws: WireFailure(.depthLimit, offset: opening == "[" ? 512 : failureOffset(opening))
      ) {
        try scanner.skipValue()
      }
    }
  }

  /// Offset of the 513th bracket.
  private func failureOffset(_ opening: String) -> Int {
    opening == "[{\"a\":" ? 256 * 6 : 512 * 5
  }

  @Test("brackets are matched far beyond 64 levels")
  func depthIsKeptFarBeyondOneWord() throws {
    let inner =
      String(repeating: "[{\"k\":", count: 250) + "1" + String(repeating: "}]", count: 250)
    let text = Array("{\"a\":\(inner),\"b\":1}".utf8)
    text.withByteView { bytes in
      #expect(failure(of: bytes, seeking: "b") == nil)
    }
  }

  /// The failure on the way from the first key of a map to the value of `key`.
  private func failure(of bytes: ByteView, seeking key: String) -> WireFailure? {
    var scanner = JSONScanner(bytes)
    do throws(WireFailure) {
      _ = try scanner.isMap
      _ = try scanner.enter()
      guard try scanner.seek(key: key) else {
        return WireFailure(.keyNotFound, offset: -1)
      }
      try scanner.checkPassedText()
      return nil
    } catch {
      return error
    }
  }
}
