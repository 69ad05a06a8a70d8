package import FerryBase

/// The coding of NaN and the infinities, which JSON cannot write as numbers.
package enum NonFiniteStrategy: Sendable {
  /// The spelling of the format. In JSON, these numbers are errors.
  case native
  /// An error in every format.
  case `throw`
  /// These strings in place of the numbers.
  case string(positiveInfinity: String, negativeInfinity: String, nan: String)
}

/// The options of a decoding or encoding call, for every format. A call reads each of them once.
///
/// Copies share their storage until one of them changes. A call copies its options often and
/// changes them rarely.
@usableFromInline
package struct CodingOptions: Sendable {
  /// The options with their defaults.
  package struct Fields: Sendable {
    package var formatName = "JSON"
    /// The name of the document's file, for formats with references to other files.
    package var file: String?
    package var depthLimit = OpenContainer.standardLimit
    package var keys = KeyConversion.exact
    package var nonFinite = NonFiniteStrategy.native
    package var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    package var rules = CodingRules()
    package var hasPlainText = false
    package var decodingBridge: (any DecodingBridge)? {
      didSet { context = decodingBridge?.context }
    }
    package var directReading: (any Sendable)?
    package var observer: (any DecodingObserver)?
    package var sharesInstances = false
    package var writesText = true
    package var sortsUnordered = false
    /// Whether values that were copied from a document of the format may be written as they are.
    package var writesSources = true
    package var sources: (any SourceFinding)?
    package var omitsDefaults = false
    /// Whether the first of two keys comes before the second; `nil` for the order of encoding.
    package var keyOrder: (@Sendable (String, String) -> Bool)?
    package var mergesMembers = false
    package var extensionTypes: ClosedRange<UInt8> = ExtensionValue.firstApplicationType...(.max)
    package var encodingBridge: (any EncodingBridge)? {
      didSet { context = encodingBridge?.context }
    }
    /// The options of the bridge for types with direct coding.
    fileprivate var context: (any AnyObject & Sendable)?
  }

  /// The storage that copies share.
  private final class Shared: CallOptions, @unchecked Sendable {
    let fields: Fields
    let rules: CodingRules

    init(_ fields: Fields) {
      self.fields = fields
      var rules = fields.rules
      if !fields.writesSources || fields.keyOrder != nil { rules.sourceFormat = .none }
      self.rules = rules
      super.init(userInfo: fields.userInfo, observer: fields.observer)
    }
  }

  private var shared: Shared
  private static let standard = Shared(Fields())

  package init() { shared = Self.standard }

  /// Creates the default options and applies `change` to them.
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

  /// Returns these options with the `userInfo` of one call added.
  package func adding(_ userInfo: [CodingUserInfoKey: any Sendable]) -> CodingOptions {
    var options = self
    if !userInfo.isEmpty { options.change { $0.userInfo.merge(userInfo) { $1 } } }
    return options
  }

  // MARK: Decoding and encoding

  /// The format's name, for error texts.
  package var formatName: String { shared.fields.formatName }
  /// The name of the document's file, if the caller knows it.
  package var file: String? { shared.fields.file }
  /// The maximum number of containers inside each other. Readers have the same limit.
  package var depthLimit: Int { shared.fields.depthLimit }
  /// The conversion between the keys of a model and the names in a document.
  package var keys: KeyConversion { shared.fields.keys }
  package var nonFinite: NonFiniteStrategy { shared.fields.nonFinite }
  package var userInfo: [CodingUserInfoKey: any Sendable] { shared.userInfo }
  package var rules: CodingRules { shared.rules }

  // MARK: Decoding

  /// Whether the format has text without quotes. If so, a value in quotes is always text.
  package var hasPlainText: Bool { shared.fields.hasPlainText }
  /// The caller's observer of the call.
  package var observer: (any DecodingObserver)? { shared.fields.observer }
  /// Whether the value and its aliases become one instance of a class.
  package var sharesInstances: Bool { shared.fields.sharesInstances }
  /// Whether the session notes each key that a container asks for.
  package var notesKeys: Bool { rules.rejectsUnknownKeys || observer != nil }
  /// The rule for caching the names of keys. If the session notes keys, it caches no names.
  var keyRule: KeyRule {
    notesKeys
      ? .unknown : shared.fields.keys.rule(canonically: rules.followsFoundation)
  }
  /// The decoder for types of another module, such as Foundation.
  package var decodingBridge: (any DecodingBridge)? { shared.fields.decodingBridge }
  /// The ``DirectReading`` of the outermost value's type, if the caller has made one.
  package var directReading: (any Sendable)? { shared.fields.directReading }

  // MARK: Encoding

  /// Whether the format writes numbers as text, where the shortest spelling is best.
  package var writesText: Bool { shared.fields.writesText }
  /// Whether sets are sorted, as well as dictionaries that encode as arrays.
  package var sortsUnordered: Bool { shared.fields.sortsUnordered }
  /// The order of keys; `nil` for that of encoding.
  package var keyOrder: (@Sendable (String, String) -> Bool)? { shared.fields.keyOrder }
  /// The way to find the bytes of a value, if the format has one.
  var sources: (any SourceFinding)? { shared.fields.sources }
  /// Whether members are left out whose value is their default.
  package var omitsDefaults: Bool { shared.fields.omitsDefaults }
  /// Whether options apply that only a tape has.
  package var isLaidOut: Bool { omitsDefaults || keyOrder != nil }
  /// Whether the last member counts if several members have one name in the document, as in
  /// Foundation. Otherwise such members are an error.
  ///
  /// If a type encodes one member twice, the last value always counts.
  package var mergesMembers: Bool { shared.fields.mergesMembers }
  /// The types of extensions that applications may write.
  package var extensionTypes: ClosedRange<UInt8> { shared.fields.extensionTypes }
  /// The encoder for types of another module, such as Foundation.
  package var encodingBridge: (any EncodingBridge)? { shared.fields.encodingBridge }

  // MARK: Direct coding

  /// Returns the shared values of one call of direct coding.
  package func makeWireContext(
    holdsLosses: Bool = false, isKept: Bool = false
  ) -> _WireContext {
    _WireContext(
      shared, foundation: shared.fields.context, holdsLosses: holdsLosses, isKept: isKept,
      rules: rules)
  }

  /// Creates the options of a call of direct coding; `nil` if the call was made without such
  /// options.
  init?(_ context: _WireContext) {
    guard let shared = context.options as? Shared else { return nil }
    self.shared = shared
  }

  // MARK: JSON in strings

  /// Creates the options for JSON in a string of a document with these options. They apply the same
  /// strategies for keys, dates, data and numbers.
  package init(embeddedIn options: CodingOptions) {
    self.init {
      $0.keys = options.keys.isNumbered ? .exact : options.keys
      $0.nonFinite = options.nonFinite
      $0.userInfo = options.userInfo
      $0.rules.followsFoundation = options.rules.followsFoundation
      $0.mergesMembers = options.mergesMembers
      $0.sortsUnordered = options.sortsUnordered
      $0.rules.writesNil = options.rules.writesNil
      $0.omitsDefaults = options.omitsDefaults
      $0.decodingBridge = options.decodingBridge
      $0.encodingBridge = options.encodingBridge?.forEmbeddedJSON
    }
  }

  /// Creates the options for JSON in a string that direct coding reads or writes.
  package init(embeddedIn context: _WireContext) {
    let outer = CodingOptions(context)
    self.init(embeddedIn: outer ?? CodingOptions { $0.userInfo = context.userInfo })
  }

  /// Creates the options for JSON in a string that `decoder` decodes. The strategies of another
  /// library's decoder are unknown.
  package init(embeddedIn decoder: any Decoder) {
    let outer = (decoder as? TapeDecoder)?.options
    self.init(
      embeddedIn: outer ?? CodingOptions { $0.userInfo = decoder.userInfo.asSendable })
  }

  /// Creates the options for JSON in a string that `encoder` encodes. The strategies of another
  /// library's encoder are unknown.
  package init(embeddedIn encoder: any Encoder) {
    let outer = (encoder as? TapeEncoder).map { $0.call.state.options }
    self.init(
      embeddedIn: outer ?? CodingOptions { $0.userInfo = encoder.userInfo.asSendable })
  }
}

/// An observer of a decoding call whose document comes from several sources.
package protocol DecodingObserver: AnyObject, Sendable {
  /// Returns the index of the value for `name`, which the object at `header` does not have under
  /// this spelling.
  func value(named name: String, in header: Int) -> Int?

  /// Returns the text of the null at `node`, if its source has text there.
  func text(ofNull node: Int) -> String?

  /// Notes that an enum reads the object at `header`. Its case is the value of the key `tag`, or the
  /// key of the only member.
  func note(enumAt header: Int, tag: String?)

  /// Notes that a type asks for all keys of the object at `header`, as the compiler's code for an enum
  /// does.
  func note(allKeysOf header: Int)

  /// Ends the call. `isKnown` returns whether the model asked for a key of an object. `names` returns
  /// all names that the model asked an object for.
  func finish(isKnown: (_ key: Int, _ header: Int) -> Bool, names: (_ header: Int) -> [String])
}

/// A coder for types of a module that FerryCoding does not import.
package protocol CodingBridge: Sendable {
  /// The options of the bridge for types with direct coding.
  var context: (any AnyObject & Sendable)? { get }
}

/// A decoder for types of a module that FerryCoding does not import.
package protocol DecodingBridge: CodingBridge {
  /// Returns whether ``decode(_:from:)`` decodes `type`. A session calls this once per type.
  func decodes(_ type: any Decodable.Type) -> Bool
  /// Decodes the value of the decoder.
  func decode<T: Decodable>(_ type: T.Type, from decoder: TapeDecoder) throws -> T
}

/// An encoder for types of a module that FerryCoding does not import.
package protocol EncodingBridge: CodingBridge {
  /// The bridge for JSON in a string, which has no tags of the format around it.
  var forEmbeddedJSON: any EncodingBridge { get }

  /// Returns whether ``encode(_:to:)`` encodes values of `type`. A session calls this once per
  /// type.
  func encodes(_ type: any Encodable.Type) -> Bool
  /// Encodes `value` as the one value of the encoder.
  func encode<T: Encodable>(_ value: T, to encoder: TapeEncoder) throws
}
