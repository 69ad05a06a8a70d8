/// How numbers without a number text (NaN and the infinities) travel.
package enum NonFiniteStrategy: Sendable {
  /// As the format writes them; an error in JSON.
  case native
  /// Never.
  case `throw`
  /// As these strings.
  case string(positiveInfinity: String, negativeInfinity: String, nan: String)
}

/// What a decoding call needs to know beside the tape. Read once per call.
package struct DecodingOptions: Sendable {
  /// The format's name, for messages.
  package var formatName = "JSON"
  package var nonFinite = NonFiniteStrategy.native
  /// A number that is not zero but rounds to it is an error (Foundation's rule).
  package var rejectsUnderflow = false
  /// How names become keys.
  package var keys = KeyDecoding.exact
  /// A key that no container was asked for is an error.
  package var rejectsUnknownKeys = false
  /// Whether keys are compared with names as they are, and nothing is noted of them.
  var usesPlainKeys: Bool { keys.isExact && !rejectsUnknownKeys }
  /// Containers inside each other, at most; what readers are told.
  package var depthLimit = 512
  /// Types that another module decodes, such as Foundation's.
  package var bridge: (any DecodingBridge)?
  package var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The ``DirectReading`` of the outermost value's type, where somebody knew the type.
  package var directReading: (any Sendable)?

  package init() {}
}

/// What an encoding call needs to know beside the tape. Read once per call.
package struct EncodingOptions: Sendable {
  package var nonFinite = NonFiniteStrategy.throw
  /// How keys become names.
  package var keys = KeyEncoding.exact
  /// The format's name, for messages.
  package var formatName = "JSON"
  /// Whether numbers become text, so that the shortest is the best.
  package var writesText = true
  /// Containers inside each other, at most.
  package var depthLimit = 512
  /// Whether sets, and dictionaries that encode themselves as lists, are put in an order.
  package var sortsUnordered = false
  /// Types that another module encodes, such as Foundation's.
  package var bridge: (any EncodingBridge)?
  package var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  package init() {}
}

/// Decodes the types of a module that this one does not know.
package protocol DecodingBridge: Sendable {
  /// Whether `type` is decoded by ``decode(_:from:)``. Asked once per type and session.
  func decodes(_ type: any Decodable.Type) -> Bool
  /// The value at the decoder's place.
  func decode<T: Decodable>(_ type: T.Type, from decoder: TapeDecoder) throws -> T
  /// The same options for the types that have the direct road.
  var context: AnyObject? { get }
}

/// Encodes the types of a module that this one does not know.
package protocol EncodingBridge: Sendable {
  /// Whether values of `type` are encoded by ``encode(_:to:)``. Asked once per type and session.
  func encodes(_ type: any Encodable.Type) -> Bool
  /// Writes `value` as the encoder's one value.
  func encode<T: Encodable>(_ value: T, to encoder: TapeEncoder) throws
  /// The same options for the types that have the direct road.
  var context: AnyObject? { get }
}
