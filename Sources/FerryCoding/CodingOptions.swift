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

/// What a decoding call needs to know beside the tape. Read once per call.
///
/// Copies share their contents until one is changed: a call hands its options on many times and
/// changes them rarely.
package struct DecodingOptions: Sendable {
  private struct Fields: Sendable {
    var formatName = "JSON"
    var nonFinite = NonFiniteStrategy.native
    var followsFoundation = false
    var hasPlainText = false
    var keys = KeyConversion.exact
    var rejectsUnknownKeys = false
    var depthLimit = 512
    var bridge: (any DecodingBridge)?
    var directReading: (any Sendable)?
  }

  private var shared: Shared<Fields>
  private static let standard = Shared(Fields())

  package init() { shared = Self.standard }

  /// The format's name, for messages.
  package var formatName: String {
    get { shared.fields.formatName }
    set { shared = shared.changed { $0.formatName = newValue } }
  }
  package var nonFinite: NonFiniteStrategy {
    get { shared.fields.nonFinite }
    set { shared = shared.changed { $0.nonFinite = newValue } }
  }
  /// Numbers and keys are judged as Foundation judges them: a number that is not zero but rounds to it
  /// is an error, with fraction or exponent an integer may be what is nearest to it, and canonically
  /// equal keys are one key.
  package var followsFoundation: Bool {
    get { shared.fields.followsFoundation }
    set { shared = shared.changed { $0.followsFoundation = newValue } }
  }
  /// The format has text without quotes, so that quoted text is nothing but text.
  package var hasPlainText: Bool {
    get { shared.fields.hasPlainText }
    set { shared = shared.changed { $0.hasPlainText = newValue } }
  }
  /// How names become keys.
  package var keys: KeyConversion {
    get { shared.fields.keys }
    set { shared = shared.changed { $0.keys = newValue } }
  }
  /// A key that no container was asked for is an error.
  package var rejectsUnknownKeys: Bool {
    get { shared.fields.rejectsUnknownKeys }
    set { shared = shared.changed { $0.rejectsUnknownKeys = newValue } }
  }
  /// What may be remembered of keys; nothing where it is noted what is asked for.
  var keyRule: KeyRule {
    shared.fields.rejectsUnknownKeys
      ? .unknown : shared.fields.keys.rule(canonically: shared.fields.followsFoundation)
  }
  /// Containers inside each other, at most; what readers are told.
  package var depthLimit: Int {
    get { shared.fields.depthLimit }
    set { shared = shared.changed { $0.depthLimit = newValue } }
  }
  /// Types that another module decodes, such as Foundation's.
  package var bridge: (any DecodingBridge)? {
    get { shared.fields.bridge }
    set { shared = shared.changed(context: newValue?.context) { $0.bridge = newValue } }
  }
  package var userInfo: [CodingUserInfoKey: any Sendable] {
    get { shared.userInfo }
    set { shared = shared.changed(userInfo: newValue) }
  }
  /// The ``DirectReading`` of the outermost value's type, where somebody knew the type.
  package var directReading: (any Sendable)? {
    get { shared.fields.directReading }
    set { shared = shared.changed { $0.directReading = newValue } }
  }

  /// What one call on the direct road shares.
  package func makeWireContext(holdsLosses: Bool = false) -> WireContext {
    WireContext(shared, foundation: shared.context, holdsLosses: holdsLosses)
  }

  /// The options of a call on the direct road.
  init?(_ context: WireContext) {
    guard let shared = context.options as? Shared<Fields> else { return nil }
    self.shared = shared
  }
}

/// What an encoding call needs to know beside the tape. Read once per call, and shared as
/// ``DecodingOptions`` are.
package struct EncodingOptions: Sendable {
  private struct Fields: Sendable {
    var nonFinite = NonFiniteStrategy.throw
    var keys = KeyConversion.exact
    var formatName = "JSON"
    var writesText = true
    var depthLimit = 512
    var sortsUnordered = false
    var mergesMembers = false
    var bridge: (any EncodingBridge)?
  }

  private var shared: Shared<Fields>
  private static let standard = Shared(Fields())

  package init() { shared = Self.standard }

  package var nonFinite: NonFiniteStrategy {
    get { shared.fields.nonFinite }
    set { shared = shared.changed { $0.nonFinite = newValue } }
  }
  /// How keys become names.
  package var keys: KeyConversion {
    get { shared.fields.keys }
    set { shared = shared.changed { $0.keys = newValue } }
  }
  /// The format's name, for messages.
  package var formatName: String {
    get { shared.fields.formatName }
    set { shared = shared.changed { $0.formatName = newValue } }
  }
  /// Whether numbers become text, so that the shortest is the best.
  package var writesText: Bool {
    get { shared.fields.writesText }
    set { shared = shared.changed { $0.writesText = newValue } }
  }
  /// Containers inside each other, at most.
  package var depthLimit: Int {
    get { shared.fields.depthLimit }
    set { shared = shared.changed { $0.depthLimit = newValue } }
  }
  /// Whether sets, and dictionaries that encode themselves as lists, are put in an order.
  package var sortsUnordered: Bool {
    get { shared.fields.sortsUnordered }
    set { shared = shared.changed { $0.sortsUnordered = newValue } }
  }
  /// Whether the last of several members counts that have one name in the document, as in Foundation;
  /// otherwise they are an error. The last value of one member always counts.
  package var mergesMembers: Bool {
    get { shared.fields.mergesMembers }
    set { shared = shared.changed { $0.mergesMembers = newValue } }
  }
  /// Types that another module encodes, such as Foundation's.
  package var bridge: (any EncodingBridge)? {
    get { shared.fields.bridge }
    set { shared = shared.changed(context: newValue?.context) { $0.bridge = newValue } }
  }
  package var userInfo: [CodingUserInfoKey: any Sendable] {
    get { shared.userInfo }
    set { shared = shared.changed(userInfo: newValue) }
  }

  /// What one call on the direct road shares.
  package func makeWireContext() -> WireContext {
    WireContext(shared, foundation: shared.context)
  }

  /// The options of a call on the direct road.
  init?(_ context: WireContext) {
    guard let shared = context.options as? Shared<Fields> else { return nil }
    self.shared = shared
  }
}

/// Options that copies share, with what the bridge among them has for the direct road.
private final class Shared<Fields: Sendable>: CallOptions, @unchecked Sendable {
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

  /// The same but for what `change` changes.
  func changed(_ change: (inout Fields) -> Void) -> Shared {
    changed(context: context, change)
  }

  func changed(context: (any AnyObject & Sendable)?, _ change: (inout Fields) -> Void) -> Shared {
    var fields = fields
    change(&fields)
    return Shared(fields, userInfo: userInfo, context: context)
  }

  func changed(userInfo: [CodingUserInfoKey: any Sendable]) -> Shared {
    Shared(fields, userInfo: userInfo, context: context)
  }
}

/// Decodes the types of a module that this one does not know.
package protocol DecodingBridge: Sendable {
  /// Whether `type` is decoded by ``decode(_:from:)``. Asked once per type and session.
  func decodes(_ type: any Decodable.Type) -> Bool
  /// The value at the decoder's place.
  func decode<T: Decodable>(_ type: T.Type, from decoder: TapeDecoder) throws -> T
  /// The same options for the types that have the direct road.
  var context: (any AnyObject & Sendable)? { get }
}

/// Encodes the types of a module that this one does not know.
package protocol EncodingBridge: Sendable {
  /// Whether values of `type` are encoded by ``encode(_:to:)``. Asked once per type and session.
  func encodes(_ type: any Encodable.Type) -> Bool
  /// Writes `value` as the encoder's one value.
  func encode<T: Encodable>(_ value: T, to encoder: TapeEncoder) throws
  /// The same options for the types that have the direct road.
  var context: (any AnyObject & Sendable)? { get }
}
