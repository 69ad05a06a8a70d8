/// A writer of the conformances of a type.
struct TypeSource {
  let model: TypeModel
  /// The name of the type in an extension.
  let type: String
  let options: Options

  /// The options of the macro.
  struct Options {
    var codable = true
    /// Whether the code is for Embedded Swift, where a class has no generic designated initialisers.
    var isEmbedded = false
  }

  var object: StructSource {
    StructSource(model.properties, isolation: model.isolation)
  }

  /// Whether the generated code is inside the type, where names keep the meaning that they have in
  /// its declaration. In an extension, a sibling type is only found as `Outer.Sibling`. Generic
  /// types need the constraints of an extension.
  private var isWrittenInside: Bool { model.storedParameters.isEmpty }

  /// Returns the declarations that belong inside the type.
  func members() -> [String] {
    let members = (isWrittenInside ? declarations : []) + keys + superclass
    guard model.kind == .finalClass, isObject else { return members }
    return members + [initializer] + (options.isEmbedded ? [designatedInitializer] : [])
  }

  /// Returns the extension. It only adds the conformances that the type does not have yet.
  func extensionText(lacking protocols: Set<String>) -> String {
    let coded = options.codable ? ["Decodable", "Encodable"] : []
    let wanted =
      ["DirectDecodable", "DirectEncodable"]
      + (isTabled || model.hasMembers ? ["_DirectMembersEncodable"] : [])
      + (isTabled ? ["_TableCodable"] : [])
    let conformances =
      wanted.filter(protocols.contains).map { library + $0 }
      + (["Described"] + (options.codable ? ["BridgedCodable"] : []))
      .filter(protocols.contains).map { "\(library)_Generated.\($0)" }
      + coded.filter(protocols.contains).map { standard + $0 }
    var source = SourceText()
    source.block("\(model.isolation)extension \(type)\(list(conformances))\(constraints)") {
      source in
      if !isWrittenInside {
        for declaration in declarations { source.lines(declaration) }
      }
      // Inside of a struct, this initialiser would remove the memberwise one.
      if isTabled {
        source.lines(proof)
      } else if model.kind == .structure, isObject {
        source.lines(initializer)
      }
      if options.codable, model.rawType != nil { writeCodable(to: &source) }
    }
    return source.text
  }

  /// A declaration that makes `CodingKeys` in an extension a redeclaration, because the macro cannot
  /// see them there.
  private var keys: [String] {
    guard options.codable, !model.hasCodingKeys, model.rawType == nil else { return [] }
    return ["private typealias CodingKeys = \(library)_Generated.NoCodingKeys"]
  }

  /// A declaration that the compiler refuses if the first inherited type is a class, whose
  /// properties would be neither read nor written. A macro cannot tell a class from a protocol.
  private var superclass: [String] {
    guard let name = model.possibleSuperclass, !options.isEmbedded else { return [] }
    return ["private typealias DirectCodableDoesNotCodeTheSuperclass = any \(name)"]
  }

  /// All declarations except the initialiser of a struct or class.
  private var declarations: [String] {
    var declarations =
      isTabled ? [table] : isObject ? objectDeclarations : EnumSource(model).declarations
    if options.isEmbedded { return declarations }
    if let obstacle = model.tableObstacle, let first = declarations.first {
      declarations[0] = "// No table codes the type: \(obstacle).\n\(first)"
    }
    return declarations + [DescriptionSource.declaration(of: model)]
  }

  private var isObject: Bool { model.isObject }

  /// Embedded Swift has no key paths.
  private var isTabled: Bool { model.tableObstacle == nil && !options.isEmbedded }

  // MARK: Tables

  /// The rows of the stored properties.
  private var table: String {
    SourceText.of { source in
      func writeRows(_ source: inout SourceText) {
        for property in model.properties {
          source.line("\(library)_FieldTable.Row.field\(property.row),")
        }
      }
      let type = "\(library)_FieldTable"
      if model.hasStaticStorage {
        source.line("\(model.modifiers)static let _table = \(type)(Self.self, [")
        source.indented(writeRows)
        source.line("])")
      } else {
        source.block("\(model.modifiers)static var _table: \(type)") { source in
          source.line("\(type).shared(for: Self.self, [")
          source.indented(writeRows)
          source.line("])")
        }
      }
    }
  }

  /// An initialiser that is never called. The compiler checks that the rows name every stored
  /// property.
  private var proof: String {
    SourceText.of { source in
      source.block("private init(_ proof: \(library)_FieldTable.Proof)") { source in
        for property in model.properties {
          source.line("self.\(property.name) = proof.value()")
        }
      }
    }
  }

  private func list(_ conformances: [String]) -> String {
    conformances.isEmpty ? "" : ": " + conformances.joined(separator: ", ")
  }

  /// The constraints on generic arguments that reading and writing their values needs.
  private var constraints: String {
    let parameters = model.storedParameters.filter { !model.codableParameters.contains($0) }
    if parameters.isEmpty { return "" }
    return " where "
      + parameters.flatMap {
        ["\($0): \(library)DirectDecodable", "\($0): \(library)DirectEncodable"]
      }.joined(separator: ", ")
  }

  // MARK: Objects

  private var objectDeclarations: [String] {
    let value = { (index: Int) in "self.\(model.properties[index].name)" }
    return [
      SourceText.of { object.writeFields(to: &$0) },
      SourceText.of { object.writeSlots(to: &$0) },
      SourceText.of { object.writeTaking(model.modifiers, to: &$0) },
    ]
      + encoders("encode") { object.writeObject(to: &$0, value: value) }
      + encoders("encodeMembers", objectParameter, ", in: &object") {
        object.writeMembers(.texts, to: &$0, value: value)
      }
  }

  /// Returns a function that writes the type. If the type has `willEncode()`, also returns a
  /// function that calls it first.
  private func encoders(
    _ name: String, _ parameters: String = "", _ arguments: String = "",
    _ body: (inout SourceText) -> Void
  ) -> [String] {
    let head = writing("\(model.bodyModifiers)func \(name)", parameters)
    guard let hook = model.willEncode else { return [SourceText.of { $0.block(head, body) }] }
    let inner = writing("\(model.innerModifiers)func \(name)Now", parameters)
    return [
      SourceText.of { $0.block(inner, body) },
      SourceText.of {
        $0.block(head) { writeWillEncode(hook, "\(name)Now(to: &writer\(arguments))", to: &$0) }
      },
    ]
  }

  /// The initialiser that reads the type. For a class, it belongs inside the class.
  private var initializer: String { SourceText.of { writeInitializer(to: &$0) } }

  private func writeInitializer(to source: inout SourceText) {
    // Inside the class, generic arguments have no other constraints.
    let constraints = model.kind == .finalClass ? constraints : ""
    let delegates = model.kind == .finalClass && options.isEmbedded
    let head = reading("\(model.bodyModifiers)\(delegates ? "convenience " : "")init")
    source.block(head + constraints) { source in
      let hooks = [("didDecode", model.didDecode), ("validate", model.validate)]
      // Flattened values may read a member again that another one has read. A class is a new object
      // each time, and a hook may set properties that are not read.
      let repeats =
        model.kind == .structure && !object.flattened.isEmpty && model.didDecode == nil
      if repeats || hooks.contains(where: { $0.1?.throwing == true }) {
        source.line("let start = reader.position")
      }
      if repeats {
        let assigned = model.properties.filter { $0.isDecoded || $0.defaultWhenMissing != nil }
        writeRecalling(assigned.map { "self.\($0.name) = known.\($0.name)" }, to: &source)
      }
      source.line("var slots = DirectSlots()")
      source.line("try slots.read(from: &reader)")
      object.writeUnwrapping(to: &source)
      if delegates {
        let values = object.unwrappedValues.map { ", \($0.value)" }.joined()
        source.line("self.init(&slots\(values))")
      } else {
        for property in model.properties { object.writeAssignment(to: property, &source) }
      }
      for case (let name, let hook?) in hooks {
        let call = hook.call(name, of: "self")
        let failure =
          name == "validate"
          ? "\(library)_Generated.invalid(error, at: start, reader)"
          : "reader.failure(error, at: start)"
        source.line(hook.throwing ? "do { \(call) } catch { throw \(failure) }" : call)
      }
      if repeats { source.line("reader.keepCase(self, at: start)") }
    }
  }

  /// The initialiser that assigns the stored properties of a class.
  private var designatedInitializer: String {
    let values = object.unwrappedValues.map { ", _ \($0.value): \($0.type)" }.joined()
    return SourceText.of { source in
      source.block("private init(_ slots: inout DirectSlots\(values))") { source in
        for property in model.properties { object.writeAssignment(to: property, &source) }
      }
    }
  }

  private func writeWillEncode(
    _ hook: TypeModel.Hook, _ body: String, to source: inout SourceText
  ) {
    let value = hook.mutating ? "copy" : "self"
    let call = hook.call("willEncode", of: value)
    if hook.mutating { source.line("var copy = self") }
    source.line(hook.throwing ? "do { \(call) } catch { throw writer.failure(error) }" : call)
    source.line("try \(value).\(body)")
  }

  // MARK: Codable

  /// Writes the members for `Codable` of a type with raw values, for which the standard library has
  /// members as well.
  private func writeCodable(to source: inout SourceText) {
    source.block("\(model.modifiers)init(from decoder: any \(standard)Decoder) throws") {
      $0.line("try self.init(bridging: decoder)")
    }
    source.block("\(model.modifiers)func encode(to encoder: any \(standard)Encoder) throws") {
      $0.line("try self.bridge(to: encoder)")
    }
  }
}

/// Writes the statements that begin to read a value whose bytes may be read several times.
/// `assignments` set the value to the variable `known`.
func writeRecalling(_ assignments: [String], to source: inout SourceText) {
  source.block("if let known = try reader.beginCases(of: Self.self)") { source in
    for assignment in assignments { source.line(assignment) }
    source.line("return")
  }
  source.line("defer { reader.endCases() }")
}
