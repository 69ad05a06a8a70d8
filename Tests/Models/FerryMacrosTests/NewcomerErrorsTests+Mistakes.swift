import Ferry
import FerryMacros
import Foundation

extension NewcomerErrorsTests {
  static let mistakes: [Mistake] = [
    Mistake(
      "several keys are missing",
      """
      DecodingError.keyNotFound: Key 'cat_id' not found in keyed decoding container. Debug description: 1:1: missing keys: `cat_id`, `meta.coordinates.lon`, `meta.coordinates.lat`. Underlying error: missing keys
      {
      ^
      hint: the object has `coordinate`; did you mean `coordinates`?
      """
    ) {
      try JSON.decode(Cat.self, from: "{\n  \"meta\": {\"coordinate\": {\"lat\": 1}}}")
    },
    Mistake(
      "two keys of an inner object are missing",
      """
      DecodingError.keyNotFound: Key 'lon' not found in keyed decoding container. Path: meta.coordinates. Debug description: 2:27: missing keys: `lon`, `lat`, at meta.coordinates. Underlying error: missing keys
        "meta": {"coordinates": {"lng": 1}}}
                                ^
      """
    ) {
      try JSON.decode(
        Cat.self, from: "{\"cat_id\": \"1\",\n  \"meta\": {\"coordinates\": {\"lng\": 1}}}")
    },
    Mistake(
      "a key on a mapped path is misspelt",
      """
      DecodingError.keyNotFound: Key 'city' not found in keyed decoding container. Path: address. Debug description: 2:14: missing key: `city`, at address. Underlying error: missing key
        "address": {"cty": "Bonn"}}
                   ^
      hint: the object has `cty`; did you mean `city`?
      """
    ) {
      try JSON.decode(User.self, from: "{\"user_id\": 1,\n  \"address\": {\"cty\": \"Bonn\"}}")
    },
    Mistake(
      "a key of a plain type is misspelt",
      """
      DecodingError.keyNotFound: Key 'count' not found in keyed decoding container. Debug description: 1:1: missing key: `count`. Underlying error: missing key
      {"level": "info",
      ^
      hint: the object has `cuont`; did you mean `count`?
      """
    ) {
      try event("{\"level\": \"info\",\n \"cuont\": 1}")
    },
    Mistake(
      "an unknown case",
      """
      DecodingError.dataCorrupted: Data was corrupted. Path: level. Debug description: 1:11: invalid value: expected one of `debug`, `info`, `error`, found text "inof", at level. Underlying error: invalid value
      {"level": "inof", "count": 1}
                ^
      hint: did you mean `info`?
      """
    ) { try event(#"{"level": "inof", "count": 1}"#) },
    Mistake(
      "an unknown case, coded directly",
      """
      DecodingError.dataCorrupted: Data was corrupted. Path: level. Debug description: 1:11: invalid value: expected one of `debug`, `info`, `error`, found text "warn", at level. Underlying error: invalid value
      {"level": "warn"}
                ^
      """
    ) { try direct(#"{"level": "warn"}"#) },
    Mistake(
      "an unknown case with a payload",
      """
      DecodingError.typeMismatch: expected value of type Outline. Debug description: 1:1: wrong type of value: expected one of `circle`, `square`, found an object with the key `circel`. Underlying error: wrong type of value
      {"circel": {"radius": 1}}
      ^
      hint: did you mean `circle`?
      """
    ) {
      try JSON.decode(Outline.self, from: #"{"circel": {"radius": 1}}"#)
    },
    Mistake(
      "a number beyond its type",
      """
      DecodingError.dataCorrupted: Data was corrupted. Path: count. Debug description: 1:28: number does not fit the type: expected UInt8 (0 to 255), found number 300, at count. Underlying error: number does not fit the type
      {"level": "info", "count": 300}
                                 ^
      """
    ) { try event(#"{"level": "info", "count": 300}"#) },
    Mistake(
      "a number beyond its type, as text",
      """
      DecodingError.typeMismatch: expected value of type UInt8. Path: count. Debug description: 1:28: wrong type of value: expected UInt8 (0 to 255), found text "300", at count. Underlying error: wrong type of value
      {"level": "info", "count": "300"}
                                 ^
      """
    ) {
      try direct(#"{"level": "info", "count": "300"}"#)
    },
    Mistake(
      "a fraction for an integer",
      """
      DecodingError.dataCorrupted: Data was corrupted. Path: count. Debug description: 1:28: number does not fit the type: expected UInt8 (0 to 255), found number 1.5, at count. Underlying error: number does not fit the type
      {"level": "info", "count": 1.5}
                                 ^
      hint: write a whole number
      """
    ) { try event(#"{"level": "info", "count": 1.5}"#) },
    Mistake(
      "text for a number",
      """
      DecodingError.typeMismatch: expected value of type UInt8. Path: count. Debug description: 1:28: wrong type of value: expected UInt8, found text "1", at count. Underlying error: wrong type of value
      {"level": "info", "count": "1"}
                                 ^
      hint: remove the quotes: text in quotes is never a number
      """
    ) { try event(#"{"level": "info", "count": "1"}"#) },
    Mistake(
      "null for a value",
      """
      DecodingError.valueNotFound: Expected value of type String but found null instead. Path: level. Debug description: 1:11: missing value: expected String, found null, at level. Underlying error: missing value
      {"level": null, "count": 1}
                ^
      hint: write "" for empty text
      """
    ) { try event(#"{"level": null, "count": 1}"#) },
    Mistake(
      "a date as text, where the decoder reads numbers",
      """
      DecodingError.typeMismatch: expected value of type Double. Path: when. Debug description: 1:39: wrong type of value: expected a date as a number of seconds since 2001, found text "2024-01-01T00:00:00Z", at when. Underlying error: wrong type of value
      {"level": "info", "count": 1, "when": "2024-01-01T00:00:00Z"}
                                            ^
      hint: to read dates from text, set `dateDecodingStrategy`, or `@As` on the property
      """
    ) {
      try event(#"{"level": "info", "count": 1, "when": "2024-01-01T00:00:00Z"}"#)
    },
    Mistake(
      "a date that does not exist",
      """
      DecodingError.dataCorrupted: Data was corrupted. Path: when. Debug description: 1:27: invalid value: expected a date in ISO 8601, found text "2024-13-01T00:00:00Z", at when. Underlying error: invalid value
      {"level": "info", "when": "2024-13-01T00:00:00Z"}
                                ^
      hint: write `2001-12-14T21:59:43Z`
      """
    ) {
      try direct(#"{"level": "info", "when": "2024-13-01T00:00:00Z"}"#)
    },
    Mistake(
      "a wrong element",
      """
      DecodingError.typeMismatch: expected value of type Int. Path: list[1]. Debug description: 2:3: wrong type of value: expected Int, found true, at list[1]. Underlying error: wrong type of value
        true]}
        ^
      """
    ) {
      try event("{\"level\": \"info\", \"count\": 1, \"list\": [1,\n  true]}")
    },
    Mistake(
      "a trailing comma",
      """
      DecodingError.dataCorrupted: Data was corrupted. Debug description: 2:13: trailing comma. Underlying error: trailing comma
       "count": 1,}
                  ^
      hint: remove the comma, or set the decoder's `allowsTrailingCommas`
      """
    ) { try event("{\"level\": \"info\",\n \"count\": 1,}") },
    Mistake(
      "a comment",
      """
      DecodingError.dataCorrupted: Data was corrupted. Debug description: 1:19: expected a key in double quotes: found `/`. Underlying error: expected a key in double quotes
      {"level": "info", // why
                        ^
      hint: remove the comment, or set the decoder's `allowsJSON5`
      """
    ) { try event("{\"level\": \"info\", // why\n \"count\": 1}") },
    Mistake(
      "single quotes",
      """
      DecodingError.dataCorrupted: Data was corrupted. Debug description: 1:2: expected a key in double quotes: found `'`. Underlying error: expected a key in double quotes
      {'level': 'info'}
       ^
      hint: write text in double quotes, or set the decoder's `allowsJSON5`
      """
    ) { try event("{'level': 'info'}") },
    Mistake(
      "a word of Python",
      """
      DecodingError.dataCorrupted: Data was corrupted. Debug description: 1:11: unexpected character: found `None`, at level. Underlying error: unexpected character
      {"level": None, "count": 1}
                ^
      hint: write `null`
      """
    ) { try event(#"{"level": None, "count": 1}"#) },
    Mistake(
      "a line break in text",
      """
      DecodingError.dataCorrupted: Data was corrupted. Debug description: 1:3: unescaped control character in a string: U+000A. Underlying error: unescaped control character in a string
      "a
        ^
      hint: write `\\n`
      """
    ) { try JSON.decode(String.self, from: "\"a\nb\"") },
    Mistake(
      "the end in the middle",
      """
      DecodingError.dataCorrupted: Data was corrupted. Debug description: 1:19: string without a closing quote. Underlying error: string without a closing quote
      {"level": "info", "count
                        ^
      """
    ) { try event(#"{"level": "info", "count"#) },
    Mistake(
      "nothing",
      """
      DecodingError.dataCorrupted: Data was corrupted. Debug description: 1:1: unexpected end of input: the input is empty. Underlying error: unexpected end of input
      """
    ) { try event("") },
    Mistake(
      "two documents",
      """
      DecodingError.dataCorrupted: Data was corrupted. Debug description: 2:1: unexpected content after the value. Underlying error: unexpected content after the value
      2
      ^
      hint: to read several documents, call `JSON.stream`
      """
    ) { try JSON.decode(Int.self, from: "1\n2") },
    Mistake(
      "a wrong type in the binary format",
      """
      DecodingError.typeMismatch: expected value of type Int. Path: port. Debug description: byte 15: wrong type of value: expected Int, found text "80", at port. Underlying error: wrong type of value
      """
    ) {
      try Binary.decode([String: Int].self, from: Binary.encode(["port": "80"]))
    },
    Mistake(
      "JSON in place of the binary format",
      """
      DecodingError.dataCorrupted: Data was corrupted. Debug description: byte 0: not a Ferry binary document. Underlying error: not a Ferry binary document
      """
    ) {
      try Binary.decode([String: Int].self, from: Array("{}".utf8))
    },
    Mistake(
      "the binary format in place of JSON",
      """
      DecodingError.dataCorrupted: Data was corrupted. Debug description: 1:1: text is not valid UTF-8. Underlying error: text is not valid UTF-8
      � ���ports�������P
      ^
      hint: to decode a document of the binary format, use `Binary`
      """
    ) {
      try JSON.decode([String: Int].self, from: Binary.encode(["ports": 80]))
    },
    Mistake(
      "a path that leads nowhere",
      """
      DecodingError.keyNotFound: Key 'c' not found in keyed decoding container. Path: a. Debug description: 1:7: missing key: `c`, on the way to 'a.c.d', at a. Underlying error: missing key
      {"a": {"b": 1}}
            ^
      """
    ) {
      try JSON.document(Array(#"{"a": {"b": 1}}"#.utf8)).decode(Int.self, at: "a.c.d")
    },
  ]
}
