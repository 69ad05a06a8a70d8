/// The key of a property, or of an enum's case.
///
/// The text is a path: `"meta.coordinates.lon"` goes through two objects. `\.` is a dot of the key
/// itself, as `WirePath` has it. An empty text is the key without characters.
@attached(peer)
public macro Key(_ path: String) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// The keys that lead to a property, each taken as it is: nothing is split at dots.
@attached(peer)
public macro Key(_ first: String, _ second: String, _ rest: String...) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Different paths for reading and writing a property.
@attached(peer)
public macro Key(decode: String, encode: String) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Another path for reading a property; it is written by its name.
@attached(peer)
public macro Key(decode: String) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Another path for writing a property; it is read by its name.
@attached(peer)
public macro Key(encode: String) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Paths that a property is read from as well. The first that the document has counts: the key of
/// the property itself, then these in their order.
@attached(peer)
public macro Alias(_ paths: String...) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// How the names of properties and cases become keys, for those without a `@Key`. The names
/// themselves are read as well.
///
/// ```swift
/// @DirectCodable @KeyStyle(.snakeCase)
/// struct Cat { var catID: Int }        // writes cat_id, reads cat_id and catID
/// ```
@attached(peer)
public macro KeyStyle(_ style: KeyStyle) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Takes the members of a property in among those of the type around it.
///
/// The property's type reads the same object and takes what it knows. A dictionary takes all keys
/// that neither the type itself has nor the types of other flattened properties. An optional
/// property is `nil` where required keys of its type are missing. Each key of the object is
/// written by one type: where two write to the same one, also as the beginning of their paths,
/// encoding fails. It fails as well for a key of a dictionary that another member would read.
@attached(peer)
public macro Flatten() = #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Neither reads nor writes a property.
@attached(peer)
public macro Skip() = #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Does not read, or does not write, a property.
@attached(peer)
public macro Skip(_ direction: SkippedDirection) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// What `@Skip` leaves out.
public enum SkippedDirection: Sendable {
  /// The property is written and never read.
  case decode
  /// The property is read and never written.
  case encode
  /// The property is neither read nor written.
  case both
}

extension KeyStyle {
  /// `cat_name`
  public static var snake: KeyStyle { .snakeCase }
  /// `cat-name`
  public static var kebab: KeyStyle { .kebabCase }
  /// `CatName`
  public static var pascal: KeyStyle { .pascalCase }
  /// `catName`
  public static var camel: KeyStyle { .camelCase }
}
