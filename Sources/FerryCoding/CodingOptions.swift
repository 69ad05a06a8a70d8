import FerryTape

/// How numbers without a number text (NaN and the infinities) travel.
package enum NonFiniteStrategy: Sendable {
  /// As the format writes them; an error in JSON.
  case native
  /// Never.
  case `throw`
  /// As these strings.
  case string(positiveInfinity: String, negativeInfinity: String, nan: String)
}

/// What a decoding or encoding call needs to know beside the tape, in every format. Read once per
/// call.
///
/// Copies share their contents until one is changed: a call hands its options on many times and
/// changes them rarely.
package struct CodingOptions: Sendable {
  /// The options, with what coders have before any of them is set.
  package struct Fields: Sendable {
    package var formatName = "JSON"
    package var depthLimit = OpenContainer.standardLimit
    package var keys = KeyConversion.exact
    package var nonFinite = NonFiniteStrategy.native
    package var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    package var followsFoundation = false
    package var hasPlainText = false
    package var rejectsUnknownKeys = false
    package var decodingBridge: (any DecodingBridge)? {
      didSet { context = decodingBridge?.context }
    }
    package var directReading: (any Sendable)?
    package var writesText = true
    package var sortsUnordered = false
    package var mergesMembers = false
    package var encodingBridge: (any EncodingBridge)? {
      didSet { context = encodingBridge?.context }
    }
    /// The bridge's values for direct coding.
    fileprivate var context: (any AnyObject & Sendable)?
  }

  /// Options that copies share.
  private final class Shared: CallOptions, @unchecked Sendable {
    let fields: Fields

    init(_ fields: Fields) {
      self.fields = fields
      super.init(userInfo: fields.userInfo)
    }
  }

  private var shared: Shared
  private static let standard = Shared(Fields())

  package init() { shared = Self.standard }

  /// The standard options with a change.
  package init(_ change: (inout Fields) -> Void) {
    self.init()
    self.change(change)
  }

  /// Changes some of the options.
  package mutating func change(_ change: (inout Fields) -> Void) {
    var fields = shared.fields
    change(&fields)
    shared = Shared(fields)
  }

  /// The same options with what a caller passes along for one call.
  package func adding(_ userInfo: [CodingUserInfoKey: any Sendable]) -> CodingOptions {
    var options = self
    if !userInfo.isEmpty { options.change { $0.userInfo.merge(userInfo) { $1 } } }
    return options
  }

  // MARK: Both ways

  /// The format's name, for messages.
  package var formatName: String { shared.fields.formatName }
  /// Containers inside each other, at most; what readers are told.
  package var depthLimit: Int { shared.fields.depthLimit }
  /// How names become keys, and keys become names.
  package var keys: KeyConversion { shared.fields.keys }
  package var nonFinite: NonFiniteStrategy { shared.fields.nonFinite }
  package var userInfo: [CodingUserInfoKey: any Sendable] { shared.userInfo }

  // MARK: Decoding

  /// Numbers and keys are judged as Foundation judges them: a number that is not zero but rounds to it
  /// is an error, with fraction or exponent an integer may be what is nearest to it, and canonically
  /// equal keys are one key.
  package var followsFoundation: Bool { shared.fields.followsFoundation }
  /// The format has text without quotes, so that quoted text is nothing but text.
  package var hasPlainText: Bool { shared.fields.hasPlainText }
  /// A key that no container was asked for is an error.
  package var rejectsUnknownKeys: Bool { shared.fields.rejectsUnknownKeys }
  /// What may be remembered of keys; nothing where it is noted what is asked for.
  var keyRule: KeyRule {
    shared.fields.rejectsUnknownKeys
      ? .unknown : shared.fields.keys.rule(canonically: shared.fields.followsFoundation)
  }
  /// Types that another module decodes, such as Foundation's.
  package var decodingBridge: (any DecodingBridge)? { shared.fields.decodingBridge }
  /// The ``DirectReading`` of the outermost value's type, where somebody knew the type.
  package var directReading: (any Sendable)? { shared.fields.directReading }

  // MARK: Encoding

  /// Whether numbers become text, so that the shortest is the best.
  package var writesText: Bool { shared.fields.writesText }
  /// Whether sets, and dictionaries that encode themselves as lists, are put in an order.
  package var sortsUnordered: Bool { shared.fields.sortsUnordered }
  /// Whether the last of several members counts that have one name in the document, as in Foundation;
  /// otherwise they are an error. The last value of one member always counts.
  package var mergesMembers: Bool { shared.fields.mergesMembers }
  /// Types that another module encodes, such as Foundation's.
  package var encodingBridge: (any EncodingBridge)? { shared.fields.encodingBridge }

  // MARK: Direct coding

  /// The shared values of one call of direct coding.
  package func makeWireContext(holdsLosses: Bool = false) -> _WireContext {
    _WireContext(shared, foundation: shared.fields.context, holdsLosses: holdsLosses)
  }

  /// The options of a call of direct coding.
  init?(_ context: _WireContext) {
    guard let shared = context.options as? Shared else { return nil }
    self.shared = shared
  }
}

/// Codes the types of a module that this one does not know.
package protocol CodingBridge: Sendable {
  /// The same options for types with direct coding.
  var context: (any AnyObject & Sendable)? { get }
}

/// Decodes the types of a module that this one does not know.
package protocol DecodingBridge: CodingBridge {
  /// Whether `type` is decoded by ``decode(_:from:)``. Asked once per type and session.
  func decodes(_ type: any Decodable.Type) -> Bool
  /// The value at the decoder's place.
  func decode<T: Decodable>(_ type: T.Type, from decoder: TapeDecoder) throws -> T
}

/// Encodes the types of a module that this one does not know.
package protocol EncodingBridge: CodingBridge {
  /// Whether values of `type` are encoded by ``encode(_:to:)``. Asked once per type and session.
  func encodes(_ type: any Encodable.Type) -> Bool
  /// Writes `value` as the encoder's one value.
  func encode<T: Encodable>(_ value: T, to encoder: TapeEncoder) throws
}
