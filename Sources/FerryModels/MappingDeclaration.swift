import FerryPath

/// What a ``KeyMapped`` type declares, whatever the types of its declarations.
public struct MappingDeclaration {
  let style: KeyStyle?
  let keysIgnoredOnDecoding: Set<String>
  let keysIgnoredOnEncoding: Set<String>
  /// The maps for reading, the first that is declared counts; they are ordered by properties.
  private let read: ([String]) -> KeyMap?
  private let written: ([String]) -> KeyMap?

  fileprivate init(
    style: KeyStyle?, keysIgnoredOnDecoding: Set<String>, keysIgnoredOnEncoding: Set<String>,
    read: @escaping ([String]) -> KeyMap?, written: @escaping ([String]) -> KeyMap?
  ) {
    self.style = style
    self.keysIgnoredOnDecoding = keysIgnoredOnDecoding
    self.keysIgnoredOnEncoding = keysIgnoredOnEncoding
    self.read = read
    self.written = written
  }

  /// Where `properties`, in their order, are read from.
  func decodingMap(of properties: [String]) -> KeyMap { read(properties) ?? [:] }

  /// Where `properties`, in their order, are written to.
  func encodingMap(of properties: [String]) -> KeyMap {
    written(properties) ?? decodingMap(of: properties)
  }
}

extension KeyMapped
where
  DeclaredKeyStyle: KeyStyleConvertible, DeclaredKeyMapping: KeyMapConvertible,
  DeclaredFromJSONMapping: KeyMapConvertible, ReturnedFromJSONMapping: KeyMapConvertible,
  DeclaredToJSONMapping: KeyMapConvertible, ReturnedToJSONMapping: KeyMapConvertible,
  DeclaredIgnoredKeys: KeySetConvertible, DeclaredKeysIgnoredOnDecoding: KeySetConvertible,
  DeclaredKeysIgnoredOnEncoding: KeySetConvertible
{
  /// All declarations as one value.
  public static var mappingDeclaration: MappingDeclaration {
    let ignored = DeclaredIgnoredKeys.keySet(of: ignoredKeys) ?? []
    return MappingDeclaration(
      style: DeclaredKeyStyle.keyStyle(of: keyStyle),
      keysIgnoredOnDecoding: DeclaredKeysIgnoredOnDecoding.keySet(of: keysIgnoredOnDecoding)
        ?? ignored,
      keysIgnoredOnEncoding: DeclaredKeysIgnoredOnEncoding.keySet(of: keysIgnoredOnEncoding)
        ?? ignored,
      read: { properties in
        DeclaredFromJSONMapping.keyMap(of: fromJSONMapping, in: properties)
          ?? ReturnedFromJSONMapping.keyMap(of: fromJSONMapping(), in: properties)
          ?? DeclaredKeyMapping.keyMap(of: keyMapping, in: properties)
      },
      written: { properties in
        DeclaredToJSONMapping.keyMap(of: toJSONMapping, in: properties)
          ?? ReturnedToJSONMapping.keyMap(of: toJSONMapping(), in: properties)
      })
  }
}
