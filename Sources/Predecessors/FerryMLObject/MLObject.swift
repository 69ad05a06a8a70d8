@_exported public import Ferry
@_exported public import FerryDeclaredMappings
@_exported public import FerryImport
public import FerryRecords
public import Foundation

/// A model with another structure than its JSON. It can be imported into a store of records.
///
/// By default, keys are in snake case, with acronyms as one word: `cat_id` and `catID` are both
/// read into `catID`.
public protocol MLObject: UnderscoreToCamelCase, Codable {}

extension KeyMapped where Self: Codable {
  /// Decodes an object from JSON text.
  /// - Throws: `DecodingError`, `Problem`.
  public static func converted(from data: Data) throws -> Self {
    try JSON.decode(Self.self, from: data)
  }

  /// Decodes an object from JSON text.
  /// - Throws: `DecodingError`, `Problem`.
  public static func converted(from text: String) throws -> Self {
    try JSON.decode(Self.self, from: text)
  }

  /// Decodes an object from a value of any format.
  /// - Throws: `DecodingError`, `Problem`.
  public static func converted(from value: AnyValue) throws -> Self {
    try value.decode(Self.self)
  }

  /// Returns the properties by their keys in JSON.
  /// - Throws: `EncodingError`, also for a type that is not an object; `Problem`.
  public func toJSON() throws -> [String: AnyValue] {
    guard case .object(let members) = try AnyValue(encoding: self) else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(codingPath: [], debugDescription: "Only an object has properties."))
    }
    return Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Import into a store

  /// Decodes an object from a value and stores it.
  /// - Throws: `DecodingError`, or the error of the store. The store is unchanged in that case.
  public static func imported<Store: RecordStore>(
    from value: AnyValue, into store: inout Store
  ) throws -> Self {
    let object = try converted(from: value)
    try store.transaction { try $0.insert(AnyValue(encoding: object)) }
    return object
  }

  /// Decodes the objects in an array and stores them in one transaction.
  ///
  /// An invalid element is omitted. The report has a warning with its JSON and the type. An error
  /// of the store rolls back the whole transaction.
  /// - Throws: `DecodingError` if `value` is not an array, and every error of the store.
  public static func importArray<Store: RecordStore>(
    from value: AnyValue, into store: inout Store
  ) throws -> ImportResult<Self> {
    try RecordImport.run(arrayIn: Document(value), as: Self.self, into: &store)
  }

  /// Decodes the objects in a JSON array and stores them in one transaction. Warnings have the JSON
  /// of the element, and its line and column.
  /// - Throws: `DecodingError` if the text is not an array, and every error of the store.
  public static func importArray<Store: RecordStore>(
    from data: Data, into store: inout Store
  ) throws -> ImportResult<Self> {
    try RecordImport.run(arrayIn: JSON.document(data), as: Self.self, into: &store)
  }
}
