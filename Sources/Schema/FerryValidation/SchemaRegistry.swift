internal import FerryBase

/// A schema with a URI: a whole document, or a part of one with its own `$id`.
struct SchemaResource {
  let uri: String
  let root: AnyValue
  /// The place of the root in its document.
  let location: SchemaLocation
  /// The dialect of the resource.
  let dialect: Dialect
  /// The resource around this one.
  let parent: Int?
  var anchors: [String: SchemaPart] = [:]
  var dynamicAnchors: [String: SchemaPart] = [:]
}

/// A value in the document of a schema.
struct SchemaPart {
  let value: AnyValue
  let location: SchemaLocation
  /// The number of the resource that contains the value.
  let resource: Int
}

/// All resources that a schema reaches.
struct SchemaRegistry {
  private(set) var resources: [SchemaResource] = []
  private var byURI: [String: Int] = [:]
  /// The resources inside documents, by the place of their root.
  private var byLocation: [SchemaLocation: Int] = [:]
  private let options: SchemaOptions
  /// The meta-schemas whose dialects are being found.
  private var openDialects: Set<String> = []

  init(_ options: SchemaOptions) { self.options = options }

  /// Adds a document and returns its resource. Without a dialect of its own, it has that of the
  /// schema that refers to it.
  mutating func add(
    _ root: AnyValue, uri: String, dialect outer: Dialect? = nil
  ) throws(SchemaError) -> Int {
    let location = SchemaLocation(uri: uri, pointer: "")
    let dialect = try dialect(of: root, outer, location)
    let number = resources.count
    try scan(SchemaPart(value: root, location: location, resource: -1), dialect, base: uri)
    // A document is known under the URI it was found at, and under its own.
    if byURI[uri] == nil { byURI[uri] = number }
    return number
  }

  // MARK: References

  /// Returns the part that `reference` leads to from `part`.
  mutating func target(
    of reference: String, from part: SchemaPart, _ keyword: String
  ) throws(SchemaError) -> SchemaPart {
    let location = part.location.child(keyword)
    let uri = URIReference(reference).resolved(against: resources[part.resource].uri)
    let number = try resource(uri.absolute, location, resources[part.resource].dialect)
    let fragment = uri.decodedFragment
    if fragment.isEmpty { return root(of: number) }
    guard fragment.hasPrefix("/") else {
      let found = resources[number].anchors[fragment] ?? resources[number].dynamicAnchors[fragment]
      guard let found else {
        throw SchemaError(location, "no schema has the anchor '\(fragment)' of '\(reference)'")
      }
      return found
    }
    var target = root(of: number)
    guard let keys = Pointer.keys(fragment) else {
      throw SchemaError(location, "'\(reference)' is not a JSON Pointer")
    }
    for key in keys {
      let next: AnyValue?
      switch target.value {
      case .object(let members): next = members[key]
      case .array(let elements):
        next = Int(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
      default: next = nil
      }
      guard let next else {
        throw SchemaError(location, "no schema is at '\(reference)'")
      }
      let place = target.location.child(key)
      target = self.part(next, place, in: target.resource)
    }
    return target
  }

  /// Returns the part at a place inside `resource`, which may be the root of another resource.
  func part(_ value: AnyValue, _ location: SchemaLocation, in resource: Int) -> SchemaPart {
    SchemaPart(value: value, location: location, resource: byLocation[location] ?? resource)
  }

  func root(of number: Int) -> SchemaPart {
    SchemaPart(
      value: resources[number].root, location: resources[number].location, resource: number)
  }

  /// Returns the resource with a URI: a known one, a published meta-schema, or one from the caller.
  private mutating func resource(
    _ uri: String, _ location: SchemaLocation, _ outer: Dialect? = nil
  ) throws(SchemaError) -> Int {
    if let known = byURI[uri] { return known }
    if let published = MetaSchemas.document(uri) { return try add(published, uri: uri) }
    let document: AnyValue?
    do {
      document = try options.resolver?(uri)
    } catch {
      throw SchemaError(location, "the resolver fails for '\(uri)': \(error)")
    }
    guard let document else {
      throw SchemaError(location, "the schema '\(uri)' is unknown")
    }
    return try add(document, uri: uri, dialect: outer)
  }

  // MARK: Dialects

  private mutating func dialect(
    of value: AnyValue, _ outer: Dialect?, _ location: SchemaLocation
  ) throws(SchemaError) -> Dialect {
    guard let name = value["$schema"] else { return outer ?? Dialect(options.draft) }
    let place = location.child("$schema")
    guard let text = name.string else { throw SchemaError(place, "`$schema` is not a text") }
    let uri = URIReference(text).absolute
    for draft in [SchemaDraft.draft2020_12, .draft7] where draft.metaSchema == uri {
      return Dialect(draft)
    }
    let isOther = ["draft/2019-09/", "draft-06/", "draft-04/", "draft-03/"].contains {
      uri.hasSuffix("//json-schema.org/\($0)schema")
    }
    guard !isOther, openDialects.insert(uri).inserted else {
      throw SchemaError(place, "the dialect '\(text)' is not supported; drafts 2020-12 and 7 are")
    }
    defer { openDialects.remove(uri) }
    let meta = resources[try resource(uri, place)]
    guard case .object(let vocabulary)? = meta.root["$vocabulary"] else { return meta.dialect }
    return try Dialect(vocabulary: vocabulary, in: meta.location)
  }

  // MARK: Finding resources and anchors

  private static let depthLimit = 512

  /// A schema whose resources and anchors are still to be found.
  private struct Unscanned {
    /// The schema, which is in no resource if it is a document.
    var part: SchemaPart
    var dialect: Dialect
    var base: String
    let depth: Int
  }

  /// Finds the resources and anchors in a schema.
  private mutating func scan(
    _ part: SchemaPart, _ dialect: Dialect, base: String
  ) throws(SchemaError) {
    var pending = [Unscanned(part: part, dialect: dialect, base: base, depth: 0)]
    while var schema = pending.popLast() {
      guard schema.depth < Self.depthLimit else {
        throw SchemaError(
          schema.part.location, "schemas nest deeper than \(Self.depthLimit) levels")
      }
      try addResource(&schema)
      guard case .object(let members) = schema.part.value else { continue }
      try Self.requireUniqueKeys(members, schema.part.location)
      for keyword in schema.dialect.tableKeywords {
        guard let table = members[keyword]?.object else { continue }
        try Self.requireUniqueKeys(table, schema.part.location.child(keyword))
      }
      if !schema.dialect.isDraft7 {
        let resource = schema.part.resource
        if let name = members["$anchor"]?.string { resources[resource].anchors[name] = schema.part }
        if let name = members["$dynamicAnchor"]?.string {
          resources[resource].dynamicAnchors[name] = schema.part
        }
      }
      // The first schema is the last one of the list.
      pending += Self.schemas(in: schema, members).reversed()
    }
  }

  /// Readers differ on which of two equal keys counts, so such a schema would have two meanings.
  private static func requireUniqueKeys(
    _ members: AnyValue.Object, _ location: SchemaLocation
  ) throws(SchemaError) {
    var keys: Set<KeyText> = []
    for (key, _) in members where !keys.insert(KeyText(key)).inserted {
      throw SchemaError(location.child(key), "the object has the key `\(key)` twice")
    }
  }

  /// Adds a resource for a schema with a URI, and changes the schema's resource, dialect and base.
  private mutating func addResource(_ schema: inout Unscanned) throws(SchemaError) {
    let part = schema.part
    let isDocument = part.resource < 0
    var id = part.value["$id"]?.string
    if schema.dialect.isDraft7, part.value["$ref"] != nil, !isDocument { id = nil }
    var anchor: String?
    if let text = id, schema.dialect.isDraft7, text.hasPrefix("#") {
      // In draft 7, an `$id` that is only a fragment is an anchor.
      anchor = String(text.dropFirst())
      id = nil
    }
    if id != nil || isDocument {
      let uri = URIReference(id ?? "").resolved(against: schema.base).absolute
      if !isDocument {
        schema.dialect = try dialect(of: part.value, schema.dialect, part.location)
      }
      let number = resources.count
      resources.append(
        SchemaResource(
          uri: uri, root: part.value, location: part.location, dialect: schema.dialect,
          parent: isDocument ? nil : part.resource))
      schema.part = SchemaPart(value: part.value, location: part.location, resource: number)
      schema.base = uri
      byLocation[part.location] = number
      if byURI[uri] == nil { byURI[uri] = number }
    }
    if let anchor { resources[schema.part.resource].anchors[anchor] = schema.part }
  }

  private static func schemas(
    in schema: Unscanned, _ members: AnyValue.Object
  ) -> [Unscanned] {
    var found: [Unscanned] = []
    func add(_ value: AnyValue, _ location: SchemaLocation) {
      guard value.object != nil else { return }
      let part = SchemaPart(value: value, location: location, resource: schema.part.resource)
      found.append(
        Unscanned(
          part: part, dialect: schema.dialect, base: schema.base, depth: schema.depth + 1))
    }
    for keyword in schema.dialect.schemaKeywords {
      if let value = members[keyword] { add(value, schema.part.location.child(keyword)) }
    }
    for keyword in schema.dialect.listKeywords {
      for (index, value) in (members[keyword]?.array ?? []).enumerated() {
        add(value, schema.part.location.child(keyword).child(index))
      }
    }
    for keyword in schema.dialect.tableKeywords {
      for (key, value) in members[keyword]?.object ?? [:] {
        add(value, schema.part.location.child(keyword).child(key))
      }
    }
    return found
  }
}
