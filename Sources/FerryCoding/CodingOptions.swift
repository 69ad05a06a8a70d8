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
  private struct Fields: Sendable {
    var formatName = "JSON"
    var depthLimit = OpenContainer.standardLimit
    var keys = KeyConversion.exact
    var nonFinite = NonFiniteStrategy.native
    var followsFoundation = false
    var hasPlainText = false
    var rejectsUnknownKeys = false
    var decodingBridge: (any DecodingBridge)?
    var directReading: (any Sendable)?
    var writesText = true
    var sortsUnordered = false
    var mergesMembers = false
    var encodingBridge: (any EncodingBridge)?
  }

  /// Options that copies share, with what the bridge among them has for the direct road.
  private final class Shared: CallOptions, @unchecked Sendable {
    let fields: Fields
    let context: (any AnyObject & Sendable)?

    init(
      _ fields: Fields, userInfo: [CodingUserInfoKey: any Sendable] = [:],
      context: (any AnyObject & Sendable)? = nil
    ) {
      self.fields = fields
      self.context = context
      super.init(userInfo: userInfo)
    }
  }

  private var shared: Shared
  private static let standard = Shared(Fields())

  package init() { shared = Self.standard }

  private mutating func change(_ change: (inout Fields) -> Void) {
    var fields = shared.fields
    change(&fields)
    shared = Shared(fields, userInfo: shared.userInfo, context: shared.context)
  }

  private mutating func useContext(of bridge: (any CodingBridge)?) {
    shared = Shared(shared.fields, userInfo: shared.userInfo, context: bridge?.context)
  }

  // MARK: Both ways

  /// The format's name, for messages.
  package var formatName: String {
    get { shared.fields.formatName }
    set { change { $0.formatName = newValue } }
  }
  /// Containers inside each other, at most; what readers are told.
  package var depthLimit: Int {
    get { shared.fields.depthLimit }
    set { change { $0.depthLimit = newValue } }
  }
  /// How names become keys, and keys become names.
  package var keys: KeyConversion {
    get { shared.fields.keys }
    set { change { $0.keys = newValue } }
  }
  package var nonFinite: NonFiniteStrategy {
    get { shared.fields.nonFinite }
    set { change { $0.nonFinite = newValue } }
  }
  package var userInfo: [CodingUserInfoKey: any Sendable] {
    get { shared.userInfo }
    set { shared = Shared(shared.fields, userInfo: newValue, context: shared.context) }
  }

  // MARK: Decoding

  /// Numbers and keys are judged as Foundation judges them: a number that is not zero but rounds to it
  /// is an error, with fraction or exponent an integer may be what is nearest to it, and canonically
  /// equal keys are one key.
  package var followsFoundation: Bool {
    get { shared.fields.followsFoundation }
    set { change { $0.followsFoundation = newValue } }
  }
  /// The format has text without quotes, so that quoted text is nothing but text.
  package var hasPlainText: Bool {
    get { shared.fields.hasPlainText }
    set { change { $0.hasPlainText = newValue } }
  }
  /// A key that no container was asked for is an error.
  package var rejectsUnknownKeys: Bool {
    get { shared.fields.rejectsUnknownKeys }
    set { change { $0.rejectsUnknownKeys = newValue } }
  }
  /// What may be remembered of keys; nothing where it is noted what is asked for.
  var keyRule: KeyRule {
    shared.fields.rejectsUnknownKeys
      ? .unknown : shared.fields.keys.rule(canonically: shared.fields.followsFoundation)
  }
  /// Types that another module decodes, such as Foundation's.
  package var decodingBridge: (any DecodingBridge)? {
    get { shared.fields.decodingBridge }
    set {
      change { $0.decodingBridge = newValue }
      useContext(of: newValue)
    }
  }
  /// The ``DirectReading`` of the outermost value's type, where somebody knew the type.
  package var directReading: (any Sendable)? {
    get { shared.fields.directReading }
    set { change { $0.directReading = newValue } }
  }

  // MARK: Encoding

  /// Whether numbers become text, so that the shortest is the best.
  package var writesText: Bool {
    get { shared.fields.writesText }
    set { change { $0.writesText = newValue } }
  }
  /// Whether sets, and dictionaries that encode themselves as lists, are put in an order.
  package var sortsUnordered: Bool {
    get { shared.fields.sortsUnordered }
    set { change { $0.sortsUnordered = newValue } }
  }
  /// Whether the last of several members counts that have one name in the document, as in Foundation;
  /// otherwise they are an error. The last value of one member always counts.
  package var mergesMembers: Bool {
    get { shared.fields.mergesMembers }
    set { change { $0.mergesMembers = newValue } }
  }
  /// Types that another module encodes, such as Foundation's.
  package var encodingBridge: (any EncodingBridge)? {
    get { shared.fields.encodingBridge }
    set {
      change { $0.encodingBridge = newValue }
      useContext(of: newValue)
    }
  }

  // MARK: The direct road

  /// What one call on the direct road shares.
  package func makeWireContext(holdsLosses: Bool = false) -> WireContext {
    WireContext(shared, foundation: shared.context, holdsLosses: holdsLosses)
  }

  /// The options of a call on the direct road.
  init?(_ context: WireContext) {
    guard let shared = context.options as? Shared else { return nil }
    self.shared = shared
  }
}

/// Codes the types of a module that this one does not know.
package protocol CodingBridge: Sendable {
  /// The same options for the types that have the direct road.
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
