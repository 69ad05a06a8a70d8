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
      DecodingError.typeMismatch: expected value of type Int. Path: lives. Debug description: 1:11: expected Int or its text, found text "1.5", at lives. Underlying error: wrong type of value
      {"lives": "1.5"}
                ^
      hint: text is not rounded, trimmed or guessed
      """
    ) { try JSON.decode(Lives.self, from: #"{"lives": "1.5"}"#) },
    Mistake(
      "a key of a dictionary that is no integer",
      """
      DecodingError.typeMismatch: expected value of type Int. Path: names.b. Debug description: 1:27: wrong type of value: expected a key that is an Int, found `b`, at names.b. Underlying error: wrong type of value
      {"names": {"1": "x", "b": "y"}}
                                ^
      """
    ) { try JSON.decode(Numbered.self, from: #"{"names": {"1": "x", "b": "y"}}"#) },
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
