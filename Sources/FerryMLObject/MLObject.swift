@_exported public import Ferry
@_exported public import FerryDeclaredMappings
@_exported public import FerryImport
import FerryModels
public import FerryRecords
public import Foundation

/// A model whose shape is another than that of its JSON, over a store of records.
///
/// Keys are in snake case, acronyms whole, unless the mappings say something else: `cat_id` and
/// `catID` both reach `catID`.
public protocol MLObject: UnderscoreToCamelCase, Codable {}

extension KeyMapped where Self: Codable {
  /// The object that a JSON text describes.
  /// - Throws: `DecodingError`, `MappingError`.
  public static func converted(from data: Data) throws -> Self {
    try TreeCoding.decode(Self.self, fromJSON: data)
  }

  /// The object that a JSON text describes.
  /// - Throws: `DecodingError`, `MappingError`.
  public static func converted(from text: String) throws -> Self {
    try TreeCoding.decode(Self.self, fromJSON: text.utf8)
  }

  /// The object that a value of any format describes.
  /// - Throws: `DecodingError`, `MappingError`.
  public static func converted(from value: AnyValue) throws -> Self {
    try TreeCoding.decode(Self.self, from: value)
  }

  /// The properties by their names on the wire.
  /// - Throws: `EncodingError`, `MappingError`; `EncodingError` for a type that is no object.
  public func toJSON() throws -> [String: AnyValue] {
    guard case .object(let members) = try TreeCoding.encode(self) else {
      throw EncodingError.invalid(self, at: [], "Only an object has properties.")
    }
    return Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Into a store

  /// The object that a value describes, stored.
  /// - Throws: `DecodingError`, and whatever the store throws; nothing is stored then.
  public static func imported<Store: RecordStore>(
    from value: AnyValue, into store: inout Store
  ) throws -> Self {
    let object = try converted(from: value)
    try store.transaction { try $0.insert(TreeCoding.encode(object)) }
    return object
  }

  /// The objects that an array describes, stored in one transaction.
  ///
  /// An element that is no `Self` is left out, with a warning in the report that has its JSON and the
  /// type. An error of the store takes everything back.
  /// - Throws: `DecodingError` if `value` is not an array, and every error of the store.
  public static func importArray<Store: RecordStore>(
    from value: AnyValue, into store: inout Store
  ) throws -> ImportResult<Self> {
    guard let elements = value.array else {
      throw DecodingError.typeMismatch(
        [Self].self,
        DecodingError.Context(codingPath: [], debugDescription: "The value is not an array."))
    }
    let values = elements.map { Result<AnyValue, any Error>.success($0) }
    return try RecordImport.run(values, as: Self.self, into: &store)
  }

  /// The objects that the array in a JSON text describes, stored in one transaction; warnings have
  /// the JSON of the element, its line and column.
  /// - Throws: `DecodingError` if the text is no array, and whatever the store throws.
  public static func importArray<Store: RecordStore>(
    from data: Data, into store: inout Store
  ) throws -> ImportResult<Self> {
    let attempts = try TreeCoding.decode([ImportAttempt<Self>].self, fromJSON: data)
    return try RecordImport.run(attempts: attempts, fromJSON: data, into: &store)
  }
}
